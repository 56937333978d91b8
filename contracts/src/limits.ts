/**
 * The largest allowed values. Lengths are in characters, and sizes in CSS pixels or bytes. Times are in seconds, or in
 * milliseconds if their name ends with `Ms`.
 */
export const limits = {
  viewportMax: 5000,
  scaleFactorMax: 3,
  delayMax: 60,
  animatedDelayMax: 25,
  animatedDurationMax: 30,
  /** 20 ms a frame: browsers show a GIF's shorter frames for 100 ms each. */
  animatedFpsMax: 50,
  animatedLoopMax: 1000,
  /** Pixels of a recording's frame: 5000×5000. */
  animatedPixels: 25_000_000,
  /** After this time, the page is captured without the element of `waitFor` or the text of `waitForText`. */
  waitForSeconds: 30,
  waitForTextLength: 500,
  urlLength: 8192,
  selectorLength: 1000,
  /** Selectors in each of `hide` and `click`. */
  selectors: 20,
  /** `click` waits this long for each element. */
  clickSeconds: 5,
  /** UTF-8 bytes of each of `css` and `js`. */
  addedCodeBytes: 64 * 1024,
  fileNameLength: 200,
  /** Characters of HTML in each of a PDF's `header` and `footer`. */
  templateLength: 65_536,
  /** UTF-8 bytes of `html` or `markdown`. */
  documentBytes: 5 * 1024 * 1024,
  /**
   * Bytes of a JSON body with a document. JSON may escape characters that are not ASCII, which at most triples their
   * bytes.
   */
  renderBodyBytes: 16 * 1024 * 1024,
  /** Values in a body with a document: its commas and opening brackets. 10,000,000 values block an api for seconds. */
  renderBodyValues: 20_000,
  /** A request may take this long, plus its `delay`. */
  requestSeconds: 60,
  /** A request on the edge host may take this long, its `delay` included. */
  edgeSeconds: 300,
  resultBytes: 32 * 1024 * 1024,
  /**
   * Results up to this size travel in their announcement. Larger results, and all documents, are pulled in chunks of this
   * size.
   */
  inlineResultBytes: 512 * 1024,
  cacheSeconds: 7 * 24 * 3600,
  /** Cache time of a result that is incomplete, for example because a wait reached its limit. */
  partialCacheSeconds: 300,
  /** Items of a batch. */
  batchItems: 1000,
  /** Bytes of the request body of a batch. */
  batchBytes: 5 * 1024 * 1024,
  /** Unfinished batches of an account. */
  unfinishedBatches: 20,
  /** Notifications of an account that are neither delivered nor given up. */
  pendingNotifications: 500,
  /** How often clients may ask for another notification of one batch. Each request begins another 24 h of attempts. */
  notificationRequests: 20,
  /** Items that have not ended this long after their batch was accepted fail: a batch's facts expire after 14 days. */
  batchSeconds: 12 * 24 * 3600,
  /**
   * Clients may ask for another notification until this long after the batch was accepted. So the attempts end before the
   * facts expire.
   */
  notifyAgainSeconds: 12.5 * 24 * 3600,
  /** A batch waits this long for an account's storage that does not answer. Then its items fail. */
  storageOutageSeconds: 3600,
  /** The same wait if the storage's host name does not resolve. It is shorter, because the name may be mistyped. */
  storageDnsSeconds: 600,
  /** JSON bytes of a batch item's options. */
  batchItemBytes: 64 * 1024,
  /** The job of a batch item waits this long for a node. Then the attempt fails, and the item is tried again. */
  batchQueueSeconds: 240,
  /** Attempts to deliver a notification of a batch continue for this long. */
  notificationSeconds: 24 * 3600,
  /** The longest life of a session. */
  sessionTtlSeconds: 900,
  /** POST /v1/sessions waits this long for the start of a session. */
  sessionStartSeconds: 25,
  /** A session opens within this time of its creation, or never. */
  sessionLatestStartSeconds: 300,
  /** An action of a session may take this long. */
  actionSeconds: 30,
  /** The action `batch` may take this long. */
  batchActionSeconds: 120,
  /** DevTools clients of a session at the same time. */
  cdpClients: 8,
  /** Bytes of one message of a DevTools client. */
  cdpMessageBytes: 32 * 1024 * 1024,
  /** Messages of one DevTools client per second, on average. Further messages wait. */
  cdpMessagesPerSecond: 2000,
  /** Values in one message of a DevTools client: its commas and opening brackets. */
  cdpMessageValues: 300_000,
  /** Bytes of one DevTools client per second, on average. Further messages wait. */
  cdpBytesPerSecond: 8 * 1024 * 1024,
  /** Unanswered commands of one DevTools client. Its next command is refused. */
  cdpUnanswered: 20_000,
  /** Bytes of one answer or event for a DevTools client. */
  cdpAnswerBytes: 64 * 1024 * 1024,
  /** Bytes that one DevTools client has not read yet. A client with more is disconnected. */
  cdpUnreadBytes: 64 * 1024 * 1024,
  /** A link can open the live view for this long. An opened view lasts until the session ends. */
  liveLinkSeconds: 600,
  /** Viewers of a session at the same time. */
  liveViewers: 8,
  /** Viewers without `control` at the same time. The rest of `liveViewers` is kept for viewers with `control`. */
  liveOnlookers: 6,
  /** Bytes of one message of a viewer. */
  liveMessageBytes: 128 * 1024,
  /** Characters in one message of typed or pasted text. Longer pastes come in several messages. */
  livePasteLength: 20_000,
  /** Messages of one viewer per second, on average. Further messages wait. */
  liveMessagesPerSecond: 120,
  /** Pictures of the live view per second. */
  liveFramesPerSecond: 20,
  /** Pixels of the longer side of a live view's picture. */
  livePicturePixels: 1920,
  /** JSON bytes of an action's answer. */
  actionAnswerBytes: 32 * 1024 * 1024,
  /** JSON bytes of a failed action's error. The error of the action `batch` includes its results so far. */
  actionErrorBytes: 512 * 1024,
  /** Actions of one session that wait for the running one. */
  waitingActions: 32,
  actionBodyBytes: 1024 * 1024,
  /** Actions in one action `batch`. */
  batchActions: 25,
  /** An action waits this long for its element to be visible. */
  elementMs: 5000,
  waitForSelectorMs: 25_000,
  waitMs: 2500,
  /** Characters of a text to type or fill in. */
  typedLength: 200_000,
  typingDelayMs: 1000,
  /** How often `press` may press its key. */
  keyPresses: 100,
  /** Mouse moves between two points. */
  steps: 100,
  /** Points of the path of `drag_mouse`. */
  pathPoints: 100,
  /** Elements in the answer of `query`. */
  queryElements: 500,
  snapshotTokens: 50_000,
  /** Profiles of an account. */
  profiles: 100,
  /** UTF-8 bytes of the JSON of a profile. */
  profileBytes: 5 * 1024 * 1024,
  /** Console entries that a session keeps. It keeps as many errors. */
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
