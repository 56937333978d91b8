/** How we close a DevTools connection: the WebSocket's code and reason. */
export const cdpCloses = {
  /** After `Browser.close` was answered. */
  done: { code: 1000, reason: 'The connection was closed by Browser.close. The session goes on.' },
  binary: { code: 1003, reason: 'The DevTools protocol is text.' },
  malformed: { code: 1007, reason: 'This is no message of the DevTools protocol.' },
  slowReader: { code: 1008, reason: 'The client reads too slowly.' },
  tooLarge: { code: 1009, reason: 'The message is too large.' },
  /** The browser sent a message that is too large, or its connection broke. */
  lost: { code: 1011, reason: 'The connection to the browser was lost. Connect again.' },
  /** The client's server ends; the session does not. */
  restart: { code: 1012, reason: 'This server ends. Connect again.' },
  closed: { code: 4000, reason: 'The session was closed.' },
  expired: { code: 4001, reason: 'The session has expired.' },
  crashed: { code: 4002, reason: "The session's browser has ended." },
} as const satisfies Record<string, { code: number; reason: string }>;

export type CdpClose = keyof typeof cdpCloses;

export type SessionOver = Extract<CdpClose, 'closed' | 'expired' | 'crashed'>;
