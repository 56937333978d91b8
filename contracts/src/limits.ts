/** Limits that clients can rely on. Lengths in characters, sizes in CSS pixels or bytes, times in seconds (`…Ms`: ms). */
export const limits = {
  viewportMax: 5000,
  scaleFactorMax: 3,
  delayMax: 60,
  animatedDelayMax: 25,
  animatedDurationMax: 30,
  /** Viewers show a GIF's delays below 20 ms as 100 ms. */
  animatedFpsMax: 50,
  animatedLoopMax: 1000,
  /** Pixels of a frame: 5000×5000. */
  animatedPixels: 25_000_000,
  /** The page is captured without the element of `waitFor` after this time. */
  waitForSeconds: 30,
  waitForTextLength: 500,
  urlLength: 8192,
  selectorLength: 1000,
  /** Selectors of `hide` and of `click`. */
  selectors: 20,
  /** `click` waits this long for each element. */
  clickSeconds: 5,
  /** Bytes of `css` and of `js`. */
  addedCodeBytes: 64 * 1024,
  fileNameLength: 200,
  /** HTML of the header or the footer of a PDF. */
  templateLength: 65_536,
  /** UTF-8 bytes of `html` or `markdown`. */
  documentBytes: 5 * 1024 * 1024,
  /**
   * Bytes of a request body with a document. JSON may escape each character that is not ASCII, which triples its bytes.
   */
  renderBodyBytes: 16 * 1024 * 1024,
  /** Values in such a body: its commas and opening brackets. 10,000,000 of them block an api for seconds. */
  renderBodyValues: 20_000,
  /** A request may take this long, plus its `delay`; on the edge host, `edgeSeconds`. */
  requestSeconds: 60,
  edgeSeconds: 300,
  resultBytes: 32 * 1024 * 1024,
  /** Larger results are pulled in chunks of this size, and so is each document; smaller ones travel in their announcement. */
  inlineResultBytes: 512 * 1024,
  cacheSeconds: 7 * 24 * 3600,
  /** Cache time of any result that lacks something for want of time. */
  partialCacheSeconds: 300,
  /** Items of a batch, and bytes of its body. */
  batchItems: 1000,
  batchBytes: 5 * 1024 * 1024,
  /** Unfinished batches of an account. */
  unfinishedBatches: 20,
  /** Notifications of an account that are not yet delivered or given up. */
  pendingNotifications: 500,
  /** Notifications of one batch that clients ask for; each begins another round of attempts. */
  notificationRequests: 20,
  /** Items that have not ended this long after the acceptance fail: the facts of a batch expire after 14 days. */
  batchSeconds: 12 * 24 * 3600,
  /**
   * Until this long after the acceptance, clients may ask for a notification: its attempts end before the facts expire.
   */
  notifyAgainSeconds: 12.5 * 24 * 3600,
  /** A batch waits this long for an account's storage that does not answer; then its items fail. */
  storageOutageSeconds: 3600,
  /** A batch waits this long for a store whose host has no address: a mistyped endpoint does not get one. */
  storageDnsSeconds: 600,
  /** JSON bytes of a batch item's options. */
  batchItemBytes: 64 * 1024,
  /** A job of a batch waits this long for a node, then it is offered again. */
  batchQueueSeconds: 240,
  /** An undelivered notification of a batch is tried again for this long. */
  notificationSeconds: 24 * 3600,
  /** A session ends after this at the latest. */
  sessionTtlSeconds: 900,
  /** POST /v1/sessions answers within this. */
  sessionStartSeconds: 25,
  /** A session opens within this time of its creation, or never. */
  sessionLatestStartSeconds: 300,
  /** An action may take this long; a batch of actions, `batchActionSeconds`. */
  actionSeconds: 30,
  batchActionSeconds: 120,
  cdpClients: 8,
  /** Longest message of a DevTools client. */
  cdpMessageBytes: 32 * 1024 * 1024,
  /** Long-term rate of one DevTools client; faster messages wait. */
  cdpMessagesPerSecond: 2000,
  /** Values in one message: its commas and opening brackets. */
  cdpMessageValues: 300_000,
  /** Long-term rate of one DevTools client; faster bytes wait. */
  cdpBytesPerSecond: 8 * 1024 * 1024,
  /** Unanswered commands of one DevTools client; the next is refused. */
  cdpUnanswered: 20_000,
  /** Longest answer or event for a DevTools client. */
  cdpAnswerBytes: 64 * 1024 * 1024,
  /** Unread bytes of one DevTools client; a slower reader is disconnected. */
  cdpUnreadBytes: 64 * 1024 * 1024,
  /** A link to the live view opens it for this long. An opened view lasts until the session ends. */
  liveLinkSeconds: 600,
  /** Viewers of a session's live view. */
  liveViewers: 8,
  /**
   * Viewers whose link only shows the session. Viewers who control it have the other places: onlookers cannot take
   * them.
   */
  liveOnlookers: 6,
  /** Longest message of a viewer. */
  liveMessageBytes: 128 * 1024,
  /** Characters of one text or paste message; longer pastes come in pieces. */
  livePasteLength: 20_000,
  /** Long-term rate of one viewer; faster messages wait. */
  liveMessagesPerSecond: 120,
  /** Pictures of the live view. */
  liveFramesPerSecond: 20,
  /** Pixels of the longer side of a picture. */
  livePicturePixels: 1920,
  /** JSON bytes of an action's answer. */
  actionAnswerBytes: 32 * 1024 * 1024,
  /** JSON bytes of a failed action's error, a batch's results included. */
  actionErrorBytes: 512 * 1024,
  /** Actions of one session that wait in line. */
  waitingActions: 32,
  actionBodyBytes: 1024 * 1024,
  batchActions: 25,
  /** An action waits this long for its element to be visible. */
  elementMs: 5000,
  waitForSelectorMs: 25_000,
  waitMs: 2500,
  typedLength: 200_000,
  typingDelayMs: 1000,
  keyPresses: 100,
  steps: 100,
  pathPoints: 100,
  queryElements: 500,
  snapshotTokens: 50_000,
  /** Profiles of an account, and UTF-8 bytes of the JSON of each. */
  profiles: 100,
  profileBytes: 5 * 1024 * 1024,
  /** Kept console entries of a session, and as many errors. */
  logEntries: 500,
} as const;

/** `null` is "no limit". */
export const defaultAccountLimits = {
  concurrentRenders: 16,
  concurrentSessions: 5,
  requestsPerSecond: null,
  linkRequestsPerSecond: null,
  bandwidthBytesPerDay: 10 * 1000 ** 3,
  batchItems: limits.batchItems,
  batchBytes: limits.batchBytes,
} as const;
