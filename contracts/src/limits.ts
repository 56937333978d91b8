/** Bounds that clients can rely on (lengths in characters, sizes in CSS pixels or bytes, times in seconds). */
export const limits = {
  viewportMax: 5000,
  scaleFactorMax: 3,
  delayMax: 60,
  animatedDelayMax: 25,
  animatedDurationMax: 30,
  /** How long `waitFor` waits before it captures what is there. */
  waitForSeconds: 30,
  urlLength: 8192,
  selectorLength: 1000,
  fileNameLength: 200,
  /** A request may run this long, plus its `delay`; one to the edge host runs `edgeSeconds`. */
  requestSeconds: 60,
  edgeSeconds: 300,
  resultBytes: 32 * 1024 * 1024,
  /** A result up to this size travels inside its announcement; a larger one is pulled in chunks of this size. */
  inlineResultBytes: 512 * 1024,
  cacheSeconds: 7 * 24 * 3600,
  /** A browser session ends after this, whatever was asked for. */
  sessionTtlSeconds: 900,
  /** A create of a session is answered by then. */
  sessionStartSeconds: 25,
  /** However a session is made: it is open so long after its creation, or never. */
  sessionLatestStartSeconds: 300,
  /** An action of a session may run this long, a batch of them `batchActionSeconds`. */
  actionSeconds: 30,
  batchActionSeconds: 120,
  /** DevTools clients of one session at once. */
  cdpClients: 8,
  /** The longest message that a DevTools client may send. */
  cdpMessageBytes: 32 * 1024 * 1024,
  /** Messages a second of one DevTools client, in the long run; what comes faster waits. */
  cdpMessagesPerSecond: 2000,
  /** Values in such a message: its commas and opening brackets. */
  cdpMessageValues: 300_000,
  /** Bytes a second of one DevTools client, in the long run; what comes faster waits. */
  cdpBytesPerSecond: 8 * 1024 * 1024,
  /** Commands of one DevTools client that have no answer yet; a further one is refused. */
  cdpUnanswered: 20_000,
  /** The longest answer that a DevTools client gets, and the longest event. */
  cdpAnswerBytes: 64 * 1024 * 1024,
  /** What a DevTools client has not read may come to this; one that reads more slowly is ended. */
  cdpUnreadBytes: 64 * 1024 * 1024,
  /** What an action answers, in bytes of the JSON that is sent. */
  actionAnswerBytes: 32 * 1024 * 1024,
  /** What is said of a failed one, results of a batch among it. */
  actionErrorBytes: 512 * 1024,
  /** Actions of one session that wait for the one before them. */
  waitingActions: 32,
  /** The body of an action: a file to be typed into a page, or a long text. */
  actionBodyBytes: 1024 * 1024,
  /** Actions of a batch. */
  batchActions: 25,
  /** An action waits so long for its element to be there and ready. */
  elementMs: 5000,
  waitForSelectorMs: 25_000,
  waitMs: 2500,
  typedLength: 200_000,
  typingDelayMs: 1000,
  keyPresses: 100,
  /** Of the mouse on its way. */
  steps: 100,
  pathPoints: 100,
  queryElements: 500,
  snapshotTokens: 50_000,
  /** Entries of a session's console that are kept, and as many of its errors. */
  logEntries: 500,
} as const;

/** What an account may do unless its own settings say otherwise; `null` is "no limit". */
export const defaultAccountLimits = {
  concurrentRenders: 16,
  concurrentSessions: 5,
  requestsPerSecond: null,
  bandwidthBytesPerDay: 10 * 1000 ** 3,
} as const;
