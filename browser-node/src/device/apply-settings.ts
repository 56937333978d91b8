import type { CdpSession } from '../browser/cdp/connection.js';
import type { Viewport } from '../capture/open/viewport.js';
import { deviceIdentity, type Identity, type UserAgent } from './identity.js';
import { setTouch } from './touch.js';
import { barHeight, metricsOf, setWindow } from './window.js';
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

/** The size that `--window-size` sets. */
const windowSize = { width: 1440, height: 900 };

const applyToPage = (session: CdpSession, { viewport, identity }: Settings): Promise<unknown>[] => {
  const { automated } = identity;
  const bar = barHeight(viewport, automated);
  return [
    session.send('Emulation.setDeviceMetricsOverride', metricsOf(viewport, bar)),
    ...(automated ? [] : [setWindow(session, viewport, { bar, least: windowSize })]),
    // Pictures show no scrollbars. A person's window has them.
    session.send('Emulation.setScrollbarsHidden', { hidden: automated }),
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
