import type { CdpSession } from '../browser/cdp/connection.js';

const touched = new WeakSet<CdpSession>();
const mouseless = new WeakSet<CdpSession>();

/** Any touch command takes the mouse away, so a page that never had touch gets none. */
export const setTouch = (session: CdpSession, enabled: boolean): Promise<unknown>[] => {
  if (!enabled && !touched.delete(session)) return [];
  if (enabled) touched.add(session);
  if (enabled) mouseless.delete(session);
  else mouseless.add(session);
  return [session.send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: enabled ? 5 : 1 })];
};

/** Whether the page has lost its mouse. It gets a mouse back only in another process. */
export const hasNoMouse = (session: CdpSession): boolean => mouseless.has(session);

export const hasMouseAgain = (session: CdpSession): void => void mouseless.delete(session);
