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
} as const;

/** What an account may do unless its own settings say otherwise; `null` is "no limit". */
export const defaultAccountLimits = {
  concurrentRenders: 16,
  concurrentSessions: 5,
  requestsPerSecond: null,
  bandwidthBytesPerDay: 10 * 1000 ** 3,
} as const;
