import type { ChangeHandler } from '@tintype/stores';
import type { WorkQueue } from './queue/work-queue.js';

/** A source of keys for a controller. */
export interface Source {
  /** Adds keys to the queue from now on; returns a function that stops it. */
  start: (queue: Pick<WorkQueue, 'add'>) => () => void;
  /** Resolves after the first list is in the queue; rejects with the signal's reason. */
  whenSynced: (signal: AbortSignal) => Promise<void>;
  /** For people: the source, and what holds it up. Undefined once it has synced. */
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
 * Adds the keys of the old and the new version of a changed object. A change of owner thus queues both owners. First
 * lists and resyncs use the low lane. `concerns` filters changes.
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
