import { applySettings, deviceOf, type Settings } from '../../device/apply-settings.js';
import { graphicsOf } from '../../device/graphics.js';
import { desktopIdentity } from '../../device/identity.js';
import { barHeight, reportedScreen, setWindow } from '../../device/window.js';
import { requestScriptAs } from '../../device/worker-device.js';
import { type Hardware, setHardware } from '../../in-page/identity/hardware.js';
import type { Run } from '../run.js';
import { acceptedLanguages, userAgentOf } from './emulation.js';
import type { PrepareFrame, PrepareWorker } from './open.js';
import { hidesAutomation, viewportOf } from './viewport.js';

/** Chromium makes no window narrower. */
const leastWindow = { width: 500, height: 100 };

/** Only a recording can show scrollbars. Other endpoints have no option for it. */
const hidesScrollbars = (options: Run['options']): boolean => !('hideScrollbars' in options) || options.hideScrollbars;

/** The commands for targets before they run. */
interface Hiding {
  frame: PrepareFrame;
  worker: PrepareWorker;
}

const readSettings = async ({ page, options }: Run): Promise<Settings> => {
  const { product } = await page.connection.browser.send('Browser.getVersion');
  const [version = ''] = /[\d.]+$/.exec(product) ?? [];
  // A full Chromium has these languages itself. The override would change the order of its headers.
  const { acceptLanguage: _, ...own } = desktopIdentity(version).userAgent;
  const { locale } = options;
  const userAgent = locale === undefined ? own : { ...own, acceptLanguage: acceptedLanguages(locale) };
  return {
    viewport: viewportOf(options),
    deviceUserAgent: userAgentOf(options),
    identity: { automated: false, userAgent },
  };
};

const hardwareScript = (settings: Settings, screen?: Hardware['screen']): string => {
  const { userAgent } = deviceOf(settings) ?? settings.identity.userAgent;
  return `(${setHardware})(${JSON.stringify({ ...graphicsOf(userAgent), screen })});`;
};

const workerCommands = (settings: Settings): PrepareWorker => {
  const expression = hardwareScript(settings);
  const device = deviceOf(settings);
  return (worker, type) => {
    const commands = [
      ...applySettings(worker, 'worker', settings),
      worker.send('Runtime.evaluate', { expression, returnByValue: true }),
    ];
    const requestsItself = device && type === 'service_worker';
    return requestsItself ? [...commands, requestScriptAs(worker, device, Promise.all(commands))] : commands;
  };
};

/** Only the CDP session of the browser reports shared workers, not that of the page. */
const followSharedWorkers = async ({ page }: Run, prepare: PrepareWorker): Promise<void> => {
  const { connection, contextId } = page;
  const stop = connection.browser.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.browserContextId !== contextId) return;
    const worker = connection.session(sessionId);
    const commands = [...prepare(worker, targetInfo.type), worker.send('Runtime.runIfWaitingForDebugger')];
    for (const each of commands) each.catch(() => undefined);
  });
  page.disposed.addEventListener('abort', stop, { once: true });
  await connection.browser.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'shared_worker' }],
  });
};

/**
 * Gives page, frames and workers the identity of a person's browser. The page also gets a window on a screen. Undefined
 * if the options do not ask for that.
 */
export const hideAutomation = async (run: Run): Promise<Hiding | undefined> => {
  if (!hidesAutomation(run.options)) return undefined;
  const { session } = run.page;
  const settings = await readSettings(run);
  // DevTools sets the screen of a page only. Its frames of the same site share it.
  const source = hardwareScript(settings);
  const sourceOfOther = hardwareScript(
    settings,
    reportedScreen(settings.viewport, barHeight(settings.viewport, false)),
  );
  const worker = workerCommands(settings);
  await Promise.all([
    setWindow(session, settings.viewport, { bar: barHeight(settings.viewport, false), least: leastWindow }),
    followSharedWorkers(run, worker),
  ]);
  const frame: PrepareFrame = (target) => [
    ...applySettings(target, 'frame', settings),
    target.send('Emulation.setScrollbarsHidden', { hidden: hidesScrollbars(run.options) }),
    // The script below needs `Page` enabled, which it is not in a new frame of another site.
    target.send('Page.enable'),
    target.send('Page.addScriptToEvaluateOnNewDocument', {
      source: target === session ? source : sourceOfOther,
      runImmediately: true,
    }),
  ];
  return { frame, worker };
};
