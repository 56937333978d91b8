/** What recorder and worker say to each other. */

export type ToWorker = { png: Uint8Array; atMs: number } | { endMs: number };

export type FromWorker =
  | { kind: 'taken' }
  | { kind: 'finished'; gif: Uint8Array; leftOut: number }
  | { kind: 'tooLarge' }
  | { kind: 'failed'; message: string };
