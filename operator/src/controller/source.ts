import type { ChangeHandler } from '@tintype/stores';
import type { WorkQueue } from './queue/work-queue.js';

/** A source of keys for a controller. */
export interface Source {
  /** Adds keys to the queue from now on. Returns a function that ends that. */
  start: (queue: Pick<WorkQueue, 'add'>) => () => void;
  /** Resolves after the first list is in the queue. Rejects with the signal's reason if the signal aborts first. */
  whenSynced: (signal: AbortSignal) => Promise<void>;
  /** Names the source and says, for people, why it has not synced. Undefined once it has. */
  whyNotSynced?: () => string | undefined;
}

export interface ObservableInformer<T> {
  onChange: (handler: ChangeHandler<T>) => () => void;
  whenSynced: (signal: AbortSignal) => Promise<void>;
  whyNotSynced?: () => string | undefined;
}

/** The keys that a change of an object concerns: its own (`ownKey`), its controller's (`controllerKey`), or others. */
export type KeysOf<T> = (object: T) => readonly string[];

/**
 * A source that adds the keys of the old and the new version of a changed object. So a change of owner queues both
 * owners. Changes for which `concerns` is false add no key. First lists and resyncs are not filtered, and use the low
 * lane.
 */
export const changesOf = <T>(
  informer: ObservableInformer<T>,
  keysOf: KeysOf<T>,
  concerns: (previous: T | undefined, current: T | undefined) => boolean = () => true,
): Source => ({
  whenSynced: (signal) => informer.whenSynced(signal),
  whyNotSynced: () => informer.whyNotSynced?.(),
  start: (queue) =>
    informer.onChange((previous, current, reason) => {
      if (reason === 'change' && !concerns(previous, current)) return;
      const keys = [previous, current].flatMap((object) => (object === undefined ? [] : keysOf(object)));
      for (const key of new Set(keys)) queue.add(key, reason === 'change' ? 'normal' : 'low');
    }),
});
