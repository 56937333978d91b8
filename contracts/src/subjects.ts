/** Streams, buckets and subjects of NATS. Parts between the dots of a subject hold only [A-Za-z0-9_-]. */
export const streams = {
  renders: 'RENDERS',
  slots: 'SLOTS',
  opens: 'OPENS',
  charges: 'CHARGES',
  /** Accepted batches and how their items ended. */
  batches: 'BATCHES',
  /** Work on batches. Each message stays until its work is done. */
  batchWork: 'BATCH_WORK',
} as const;
export const buckets = {
  accounts: 'accounts',
  /** The batch of each Idempotency-Key. */
  batchKeys: 'batches-keys',
  /** The account of each chat workspace. */
  chatWorkspaces: 'chat-workspaces',
  /** Signatures of recent chat commands. */
  chatSeen: 'chat-seen',
  /** The sequences of each account's charges: `<account>`, and `<account>.<n>` for its full blocks. */
  chargeIndex: 'charges-index',
  /** The records of stored results. */
  index: 'results-index',
  /** Sessions, pools, pods and leases, without Kubernetes. */
  objects: 'objects',
  /** Saved logins, sealed: `record.<account>.<name>`, and their bytes. */
  profiles: 'profiles',
  results: 'results',
  /** Ended sessions, as keys without a value: `<account>.<milliseconds of its end>.<status>.<session>`. */
  sessions: 'sessions-index',
  /** The session of each Idempotency-Key. */
  sessionKeys: 'sessions-keys',
  usage: 'usage',
} as const;
/** The consumer that adds up charges into usage. */
export const usageConsumer = 'usage';
/** The consumer that lists charges by account. */
export const chargeIndexConsumer = 'charges-index';

/** Kinds of work on a batch: `feed` renders its items, `notify` notifies its client. Each has a durable consumer. */
export const batchWorkKinds = ['feed', 'notify'] as const;
export type BatchWorkKind = (typeof batchWorkKinds)[number];

/** Each class of jobs has a durable consumer of its name, and its own limit on a node. */
export const renderClasses = ['still', 'recording', 'batch'] as const;
export type RenderClass = (typeof renderClasses)[number];

export const subjects = {
  allJobs: 'render.>',
  jobsOf: (renderClass: RenderClass) => `render.${renderClass}.>`,
  jobsOfAccount: (renderClass: RenderClass, account: string) => `render.${renderClass}.${account}.>`,
  job: (renderClass: RenderClass, account: string, key: string) => `render.${renderClass}.${account}.${key}`,
  /** All subjects about a result key. */
  wait: (key: string) => `wait.${key}.*`,
  /** A node announces a result. An api that stored the result replies, and then the node acknowledges the job. */
  result: (key: string) => `wait.${key}.result`,
  /** A node asks whether an api still wants the result of a job, whose id is the body. Only such an api replies. */
  wanted: (key: string) => `wait.${key}.wanted`,
  /** Tells the node that works on a job that an api no longer waits for it. The node then asks `wanted`. */
  left: (job: string) => `left.${job}`,
  /** A node serves a large result here: the body is the offset, in decimal. */
  chunk: (job: string) => `chunk.${job}`,
  /** An api serves a document here, by its SHA-256, while a request waits: the body is the offset, in decimal. */
  document: (sha256: string) => `document.${sha256}`,
  /** Announces a request to all replicas, for accounts with a limit per second. */
  requested: (account: string) => `requested.${account}`,
  /** Tells all replicas that a client cancelled a call of the tool server. */
  toolCancelled: (account: string) => `tool-cancelled.${account}`,
  allCharges: 'charge.>',
  renderCharge: (charge: string) => `charge.render.${charge}`,
  sessionCharge: (session: string) => `charge.session.${session}`,
  allOpens: 'open.>',
  /** The ledger's open: after it, the session may cost something. */
  open: (session: string) => `open.${session}`,
  allBatches: 'batch.>',
  /** A fact about a batch, such as `ended.7`. */
  batch: (account: string, batch: string, part: string) => `batch.${account}.${batch}.${part}`,
  allBatchWork: 'batch-work.>',
  batchWorkOf: (kind: BatchWorkKind) => `batch-work.${kind}.>`,
  batchWorkOfAccount: (kind: BatchWorkKind, account: string) => `batch-work.${kind}.${account}.*`,
  batchWork: (kind: BatchWorkKind, account: string, batch: string) => `batch-work.${kind}.${account}.${batch}`,
  /** Asks to do queued work now. NATS still delivers the work's `batchWork` message at its planned time. */
  batchWorkNow: (kind: BatchWorkKind, account: string, batch: string) => `batch-work.${kind}.${account}.${batch}.now`,
  allSlots: 'slot.>',
  slotsOf: (account: string) => `slot.${account}.*`,
  /** The message holds the id of the session in this slot. An account with n slots numbers them from 0 to n - 1. */
  slot: (account: string, number: number) => `slot.${account}.${number}`,
};

/** The form of texts that are parts of subjects and bucket keys: ids of accounts, API keys, names of profiles. */
export const tokenPattern = /^[A-Za-z0-9_-]{1,64}$/;
/** An API key is the first segment of signed paths, so it must not be one of our paths. */
export const apiKeyPattern =
  /^(?!(admin|batch|batch-image|batch-pdf|cdp|console|docs|files|integrations|mcp|screenshot|v1|v2)$)[A-Za-z0-9_-]{1,64}$/;
