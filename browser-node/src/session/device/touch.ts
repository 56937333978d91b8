import type { CdpSession } from '../../browser/cdp/connection.js';

const touched = new WeakSet<CdpSession>();
const mouseless = new WeakSet<CdpSession>();

/** Pages that are told of touch, or that there is none, lose their mouse: one that never had touch is not told so. */
export const setTouch = (session: CdpSession, enabled: boolean): Promise<unknown>[] => {
  if (!enabled && !touched.delete(session)) return [];
  if (enabled) touched.add(session);
  if (enabled) mouseless.delete(session);
  else mouseless.add(session);
  return [session.send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: enabled ? 5 : 1 })];
};

/** Whether a page has lost its mouse: it has none again before it is in another process. */
export const hasNoMouse = (session: CdpSession): boolean => mouseless.has(session);

/** It is in another process now. */
export const hasMouseAgain = (session: CdpSession): void => void mouseless.delete(session);
