import type { CdpSession } from '../browser/cdp/connection.js';

const touchSessions = new WeakSet<CdpSession>();
const mouselessSessions = new WeakSet<CdpSession>();

/** Any touch command takes the mouse away, so a page that never had touch gets no command. */
export const setTouch = (session: CdpSession, enabled: boolean): Promise<unknown>[] => {
  if (!enabled && !touchSessions.delete(session)) return [];
  if (enabled) touchSessions.add(session);
  if (enabled) mouselessSessions.delete(session);
  else mouselessSessions.add(session);
  return [session.send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: enabled ? 5 : 1 })];
};

/** Whether the page has lost its mouse. It gets a mouse back only in another process. */
export const hasNoMouse = (session: CdpSession): boolean => mouselessSessions.has(session);

export const hasMouseAgain = (session: CdpSession): void => void mouselessSessions.delete(session);
