/** How we close a DevTools connection: the WebSocket's code and reason. */
export const cdpCloses = {
  /** After `Browser.close` was answered. */
  done: { code: 1000, reason: 'Browser.close closed this connection. The session continues.' },
  binary: { code: 1003, reason: 'Send text: the DevTools protocol has no binary messages.' },
  malformed: {
    code: 1007,
    reason: 'The message is no DevTools command, or nested too deep. Send JSON with `id` and `method`.',
  },
  slowReader: { code: 1008, reason: 'The client reads too slowly. Connect again and read faster.' },
  tooLarge: { code: 1009, reason: 'The message has more than 32 MiB or 300,000 values. Send smaller ones.' },
  /** The browser sent a message that is too large, or our connection to the browser broke. */
  lost: { code: 1011, reason: 'The connection to the browser was lost. Connect again.' },
  /** The api that the client is connected to stops. The session continues. */
  restart: { code: 1012, reason: 'This server is stopping. Connect again.' },
  closed: { code: 4000, reason: 'The session was closed.' },
  expired: { code: 4001, reason: 'The session has expired.' },
  crashed: { code: 4002, reason: "The session's browser ended." },
} as const satisfies Record<string, { code: number; reason: string }>;

export type CdpClose = keyof typeof cdpCloses;

export type SessionEndClose = Extract<CdpClose, 'closed' | 'expired' | 'crashed'>;
