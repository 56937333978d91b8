/** Names on the message bus: streams, buckets and subjects. Tokens never hold anything but [A-Za-z0-9_-]. */
export const streams = { renders: 'RENDERS' } as const;
export const buckets = { accounts: 'accounts', index: 'results-index', results: 'results' } as const;

/** The classes of jobs that nodes pull; each has a durable consumer of the same name. */
export type RenderClass = 'still';

export const subjects = {
  allJobs: 'render.>',
  jobsOf: (renderClass: RenderClass) => `render.${renderClass}.>`,
  job: (renderClass: RenderClass, account: string, key: string) => `render.${renderClass}.${account}.${key}`,
  /** Where the outcome of a key's job is announced; an api that has stored it replies, and then the job is acknowledged. */
  result: (key: string) => `result.${key}`,
  /** A node serves the bytes of a large result here: the request's body is the offset, in decimal. */
  chunk: (job: string) => `chunk.${job}`,
};

/** Ids of accounts and API keys stand in subjects and keys. */
export const tokenPattern = /^[A-Za-z0-9_-]{1,64}$/;
/** An API key is the first segment of signed paths, and so none of ours. */
export const apiKeyPattern = /^(?!(admin|batch|cdp|console|docs|files|mcp|v1|v2)$)[A-Za-z0-9_-]{1,64}$/;
