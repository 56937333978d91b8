/** Names on the message bus: streams, buckets and subjects. Tokens never hold anything but [A-Za-z0-9_-]. */
export const streams = { renders: 'RENDERS', slots: 'SLOTS', opens: 'OPENS', charges: 'CHARGES' } as const;
export const buckets = {
  accounts: 'accounts',
  index: 'results-index',
  /** Sessions, pools, pods and leases, where there is no Kubernetes. */
  objects: 'objects',
  results: 'results',
  /** Names of sessions that have ended, without a value: `<account>.<milliseconds of its end>.<status>.<session>`. */
  sessions: 'sessions-index',
  /** Which session an Idempotency-Key has made. */
  sessionKeys: 'sessions-keys',
  usage: 'usage',
} as const;
/** The one consumer of the charges: it rolls them up into usage. */
export const usageConsumer = 'usage';

/** The classes of jobs that nodes pull; each has a durable consumer of the same name, and slots of its own. */
export const renderClasses = ['still', 'recording', 'batch'] as const;
export type RenderClass = (typeof renderClasses)[number];

export const subjects = {
  allJobs: 'render.>',
  jobsOf: (renderClass: RenderClass) => `render.${renderClass}.>`,
  jobsOfAccount: (renderClass: RenderClass, account: string) => `render.${renderClass}.${account}.>`,
  job: (renderClass: RenderClass, account: string, key: string) => `render.${renderClass}.${account}.${key}`,
  /** Everything that concerns those who wait for a key. */
  wait: (key: string) => `wait.${key}.*`,
  /** Where the outcome of a key's job is announced; an api that has stored it replies, and then the job is acknowledged. */
  result: (key: string) => `wait.${key}.result`,
  /** Asks whether anybody would take the result of a job, whose id is the body; whoever would replies. */
  wanted: (key: string) => `wait.${key}.wanted`,
  /** Tells the node that has a job that its owner does not wait any more. */
  left: (job: string) => `left.${job}`,
  /** A node serves the bytes of a large result here: the request's body is the offset, in decimal. */
  chunk: (job: string) => `chunk.${job}`,
  /** Each request of an account with a limit a second is counted by every replica. */
  requested: (account: string) => `requested.${account}`,
  allCharges: 'charge.>',
  renderCharge: (charge: string) => `charge.render.${charge}`,
  sessionCharge: (session: string) => `charge.session.${session}`,
  allOpens: 'open.>',
  /** That a session may cost something. */
  open: (session: string) => `open.${session}`,
  allSlots: 'slot.>',
  slotsOf: (account: string) => `slot.${account}.*`,
  /** Holds the session that has it: an account has as many as its sessions at once, numbered from 0. */
  slot: (account: string, number: number) => `slot.${account}.${number}`,
};

/** Ids of accounts and API keys stand in subjects and keys. */
export const tokenPattern = /^[A-Za-z0-9_-]{1,64}$/;
/** An API key is the first segment of signed paths, and so none of ours. */
export const apiKeyPattern =
  /^(?!(admin|batch|batch-image|batch-pdf|cdp|console|docs|files|integrations|mcp|screenshot|v1|v2)$)[A-Za-z0-9_-]{1,64}$/;
