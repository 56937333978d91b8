import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/cdp/connection.js';
import type { Viewport } from '../../capture/viewport.js';
import { deviceIdentity, type Identity } from './identity.js';
import type { UserAgent } from './other-sessions.js';
import { setTouch } from './touch.js';
import { WorkerDevice } from './worker-device.js';

export interface Settings {
  viewport: Viewport;
  /** Replaces the identity's user agent. */
  deviceUserAgent: string | undefined;
  identity: Identity;
}

export type Kind = 'page' | 'frame' | 'worker';

export const kindOf = (type: string): Kind => {
  if (type === 'page') return 'page';
  return type === 'iframe' ? 'frame' : 'worker';
};

export const deviceOf = ({ identity, deviceUserAgent }: Settings): UserAgent | undefined =>
  deviceUserAgent === undefined ? undefined : deviceIdentity(deviceUserAgent, identity.userAgent);

const orientationOf = ({ width, height, mobile }: Viewport): Protocol.Emulation.ScreenOrientation => {
  if (!mobile) return { type: 'landscapePrimary', angle: 0 };
  return height >= width ? { type: 'portraitPrimary', angle: 0 } : { type: 'landscapePrimary', angle: 90 };
};

/** Height of tabs and address bar in a desktop Chromium. */
const barHeight = ({ viewport, identity }: Settings): number => (identity.automated || viewport.mobile ? 0 : 87);

/** Makes the window at least as large as `--window-size`. */
const setWindow = async (session: CdpSession, settings: Settings): Promise<void> => {
  const { width, height } = settings.viewport;
  const { windowId, bounds } = await session.send('Browser.getWindowForTarget');
  const around = { width: Math.max(1440, width), height: Math.max(900, height) + barHeight(settings) };
  if (around.width === bounds.width && around.height === bounds.height) return;
  await session.send('Browser.setWindowBounds', { windowId, bounds: around });
};

/** A screen at least as large as `--screen-info`. */
const screenAround = (settings: Settings) => {
  const { width, height, mobile } = settings.viewport;
  if (mobile) return {};
  return { screenWidth: Math.max(1920, width), screenHeight: Math.max(1080, height + barHeight(settings)) };
};

const applyToPage = (session: CdpSession, settings: Settings): Promise<unknown>[] => {
  const { viewport, identity } = settings;
  const { width, height, deviceScaleFactor, mobile } = viewport;
  const metrics = { width, height, deviceScaleFactor, mobile, ...screenAround(settings) };
  const screenOrientation = orientationOf(viewport);
  return [
    session.send('Emulation.setDeviceMetricsOverride', { ...metrics, screenOrientation }),
    ...(identity.automated ? [] : [setWindow(session, settings)]),
    // Pictures show no scrollbars. A person's window has them.
    session.send('Emulation.setScrollbarsHidden', { hidden: identity.automated }),
    // A page in the background behaves as if it had the focus.
    session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
  ];
};

export const setUserAgent = (session: CdpSession, settings: Settings): Promise<unknown> =>
  session.send('Emulation.setUserAgentOverride', deviceOf(settings) ?? settings.identity.userAgent);

const workerDevices = new WeakMap<CdpSession, WorkerDevice>();

const setWorkerDevice = (session: CdpSession, settings: Settings): Promise<unknown> => {
  const workerDevice = workerDevices.get(session) ?? new WorkerDevice(session);
  workerDevices.set(session, workerDevice);
  return workerDevice.change(deviceOf(settings));
};

export const applySettings = (session: CdpSession, kind: Kind, settings: Settings): Promise<unknown>[] => {
  const steps: Promise<unknown>[] = [setUserAgent(session, settings)];
  if (kind === 'worker') return [...steps, setWorkerDevice(session, settings)];
  steps.push(session.send('Emulation.setAutomationOverride', { enabled: settings.identity.automated }));
  steps.push(...setTouch(session, settings.viewport.touch));
  return kind === 'page' ? [...steps, ...applyToPage(session, settings)] : steps;
};
