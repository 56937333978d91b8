/** Streams, buckets and subjects of NATS. Tokens hold only [A-Za-z0-9_-]. */
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
/** The consumer of charges, which adds them up into usage. */
export const usageConsumer = 'usage';
/** The consumer of charges, which lists them by account. */
export const chargeIndexConsumer = 'charges-index';

/** Work on a batch, and the durable consumer of each kind: render its items, notify its client. */
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
  /** All subjects about a key. */
  wait: (key: string) => `wait.${key}.*`,
  /** A node announces a result; an api that stored it replies, and the node acknowledges the job. */
  result: (key: string) => `wait.${key}.result`,
  /** A node asks whether an api still wants the result of a job. The body is the job's id; such an api replies. */
  wanted: (key: string) => `wait.${key}.wanted`,
  /** Tells a job's node that its owner no longer waits. */
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
  /** The session may cost something from now on. */
  open: (session: string) => `open.${session}`,
  allBatches: 'batch.>',
  /** A fact about a batch, such as `ended.7`. */
  batch: (account: string, batch: string, part: string) => `batch.${account}.${batch}.${part}`,
  allBatchWork: 'batch-work.>',
  batchWorkOf: (kind: BatchWorkKind) => `batch-work.${kind}.>`,
  batchWorkOfAccount: (kind: BatchWorkKind, account: string) => `batch-work.${kind}.${account}.*`,
  batchWork: (kind: BatchWorkKind, account: string, batch: string) => `batch-work.${kind}.${account}.${batch}`,
  /** Asks to do the work now. The work's other message is delivered later. */
  batchWorkNow: (kind: BatchWorkKind, account: string, batch: string) => `batch-work.${kind}.${account}.${batch}.now`,
  allSlots: 'slot.>',
  slotsOf: (account: string) => `slot.${account}.*`,
  /** The message holds the id of its session. Slots of an account are numbered from 0 up to its limit. */
  slot: (account: string, number: number) => `slot.${account}.${number}`,
};

/** Ids of accounts and API keys are parts of subjects and keys. */
export const tokenPattern = /^[A-Za-z0-9_-]{1,64}$/;
/** An API key is the first segment of signed paths, so it must not be one of our paths. */
export const apiKeyPattern =
  /^(?!(admin|batch|batch-image|batch-pdf|cdp|console|docs|files|integrations|mcp|screenshot|v1|v2)$)[A-Za-z0-9_-]{1,64}$/;
