/** How a DevTools connection ends by us: the code and reason of the WebSocket's close. */
export const cdpCloses = {
  /** `Browser.close` was answered. */
  done: { code: 1000, reason: 'The connection was closed by Browser.close. The session goes on.' },
  binary: { code: 1003, reason: 'The DevTools protocol is text.' },
  malformed: { code: 1007, reason: 'This is no message of the DevTools protocol.' },
  slowReader: { code: 1008, reason: 'The client reads too slowly.' },
  tooLarge: { code: 1009, reason: 'The message is too large.' },
  /** The browser said something that is too large to be read, or the connection to it broke. */
  lost: { code: 1011, reason: 'The connection to the browser was lost. Connect again.' },
  /** The server that the client is connected to goes; the session does not. */
  restart: { code: 1012, reason: 'This server ends. Connect again.' },
  closed: { code: 4000, reason: 'The session was closed.' },
  expired: { code: 4001, reason: 'The session has expired.' },
  crashed: { code: 4002, reason: "The session's browser has ended." },
} as const satisfies Record<string, { code: number; reason: string }>;

export type CdpClose = keyof typeof cdpCloses;

/** Why a session is over, as its DevTools clients are told. */
export type SessionOver = Extract<CdpClose, 'closed' | 'expired' | 'crashed'>;
