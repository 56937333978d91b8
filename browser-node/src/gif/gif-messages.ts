/** What recorder and worker say to each other. */
import type { GifOptions } from './gif-encoder.js';

/** What the worker starts with. */
export interface WorkerStart {
  options: GifOptions;
  /** Not 0 once the worker has to end. The worker then skips the messages that wait. */
  ended: Int32Array;
}

/** `end` wakes a worker that waits. */
export type ToWorker = { png: Uint8Array; atMs: number } | { endMs: number } | 'end';

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'taken' }
  | { kind: 'finished'; gif: Uint8Array; leftOut: number }
  | { kind: 'tooLarge' }
  | { kind: 'failed'; message: string };
