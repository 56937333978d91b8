import { allowed, both, only, type Rules, refused, unless } from '../rule.js';
import {
  attachesNotFlat,
  badAddress,
  isNotFlat,
  isTooLarge,
  isWindowTooLarge,
  minimizes,
  startsMinimized,
} from './objections.js';

const commandLine = 'It reveals how the browser was started.';
const processes = 'It concerns processes and machines that sessions share.';
const filesOfMachine = 'It reads or writes files.';
const end = 'Close the session with DELETE.';
const unguarded = 'It opens an unguarded way to the browser.';
const certificates = 'Certificates are always checked.';

export const browserRules: Rules = {
  'Browser.getVersion': allowed,
  'Browser.getWindowForTarget': allowed,
  'Browser.getWindowBounds': allowed,
  'Browser.setWindowBounds': unless(minimizes, isWindowTooLarge),
  'Browser.setContentsSize': unless(isTooLarge),
  'Browser.grantPermissions': allowed,
  'Browser.resetPermissions': allowed,
  'Browser.setPermission': allowed,
  'Browser.cancelDownload': allowed,
  'Browser.close': () => ({ answer: {}, effect: 'endConnection' }),
  'Browser.setDownloadBehavior': () => ({ answer: {}, effect: 'sendDownloadEvents' }),
  'Browser.crash': refused(end),
  'Browser.crashGpuProcess': refused(end),
  'Browser.getBrowserCommandLine': refused(commandLine),
  'Browser.getHistogram': refused(processes),
  'Browser.getHistograms': refused(processes),
  'Browser.executeBrowserCommand': refused(unguarded),
  'Target.activateTarget': allowed,
  'Target.closeTarget': allowed,
  'Target.detachFromTarget': allowed,
  'Target.getTargetInfo': allowed,
  'Target.getTargets': allowed,
  'Target.getBrowserContexts': allowed,
  'Target.disposeBrowserContext': allowed,
  'Target.setDiscoverTargets': allowed,
  'Target.attachToBrowserTarget': allowed,
  'Target.attachToTarget': unless(isNotFlat),
  'Target.setAutoAttach': unless(attachesNotFlat),
  'Target.autoAttachRelated': refused('Use `Target.setAutoAttach` with `flatten: true`.'),
  'Target.createBrowserContext': only('disposeOnDetach'),
  'Target.createTarget': both(
    only('url', 'width', 'height', 'left', 'top', 'windowState', 'browserContextId', 'newWindow', 'background'),
    unless(badAddress, startsMinimized, isTooLarge),
  ),
  'Target.exposeDevToolsProtocol': refused(unguarded),
  'Target.sendMessageToTarget': refused(unguarded),
  'Target.setRemoteLocations': refused(unguarded),
  'Target.openDevTools': refused(unguarded),
  'Target.getDevToolsTarget': refused(unguarded),
  'Security.enable': allowed,
  'Security.disable': allowed,
  'Security.setIgnoreCertificateErrors': unless(({ ignore }) => (ignore === false ? undefined : certificates)),
  'Security.setOverrideCertificateErrors': unless(({ override }) => (override === false ? undefined : certificates)),
  'Security.handleCertificateError': refused(certificates),
  'Schema.getDomains': allowed,
  'SystemInfo.*': refused(processes),
  'Tracing.*': refused(filesOfMachine),
  'Extensions.*': refused(filesOfMachine),
  'PWA.*': refused(filesOfMachine),
  'FileSystem.*': refused(filesOfMachine),
  'Tethering.*': refused('It opens ports.'),
  'Cast.*': refused(processes),
  'DeviceAccess.*': refused(processes),
};
