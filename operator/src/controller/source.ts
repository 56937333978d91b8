import type { ChangeHandler } from '@tintype/stores';
import type { WorkQueue } from './queue/work-queue.js';

/** Where a controller's keys come from. */
export interface Source {
  /** Adds keys to the queue from now on; the answer ends it. */
  start: (queue: Pick<WorkQueue, 'add'>) => () => void;
  /** All that was there has been told; rejects with the signal's reason. */
  whenSynced: (signal: AbortSignal) => Promise<void>;
  /** Which one it is, and what keeps it, for people; undefined once it has synced. */
  whyNotSynced?: () => string | undefined;
}

/** What is needed of an informer. */
export interface ChangeTeller<T> {
  onChange: (handler: ChangeHandler<T>) => () => void;
  whenSynced: (signal: AbortSignal) => Promise<void>;
  whyNotSynced?: () => string | undefined;
}

/** The keys to work on when an object has changed: its own (`ownKey`), its controller's (`controllerKey`), or others. */
export type KeysOf<T> = (object: T) => readonly string[];

/**
 * Keys of an informer's changes, of the objects as they were and as they are: an object that changed hands concerns both.
 * What is only told again, or was there at the start, goes into the low lane. `concerns` leaves changes out.
 */
export const changesOf = <T>(
  informer: ChangeTeller<T>,
  keysOf: KeysOf<T>,
  concerns: (previous: T | undefined, current: T | undefined) => boolean = () => true,
): Source => ({
  whenSynced: (signal) => informer.whenSynced(signal),
  whyNotSynced: () => informer.whyNotSynced?.(),
  start: (queue) =>
    informer.onChange((previous, current, cause) => {
      if (cause === 'change' && !concerns(previous, current)) return;
      const keys = [previous, current].flatMap((object) => (object === undefined ? [] : keysOf(object)));
      for (const key of new Set(keys)) queue.add(key, cause === 'change' ? 'normal' : 'low');
    }),
});
