import type { ObjectKey, ResourceStore } from '@tintype/crds';
import { isReleased } from './lease.js';

export interface LeaseWatchOptions {
  store: Pick<ResourceStore, 'list' | 'watch'>;
  lease: ObjectKey;
  /** Ends the watch. */
  signal: AbortSignal;
  /** Waits between two watches. */
  rest: () => Promise<void>;
  /** Called when the lease is seen as it was given back; may be called for nothing. */
  onReleased: () => void;
}

/**
 * Tells those who stand that the lease was given back. It only makes them look earlier than they would: a watch that
 * fails, or that says nothing any more, costs a retry period and no more.
 */
export const watchForRelease = async (options: LeaseWatchOptions): Promise<void> => {
  while (!options.signal.aborted) {
    await watchOnce(options).catch(() => undefined);
    await options.rest();
  }
};

const watchOnce = async ({ store, lease, signal, onReleased }: LeaseWatchOptions): Promise<void> => {
  const { items, resourceVersion } = await store.list('Lease', lease, { signal });
  if (items.some(isReleased)) onReleased();
  for await (const event of store.watch('Lease', { selector: lease, resourceVersion, signal })) {
    if (event.type === 'changed' && isReleased(event.object)) onReleased();
  }
};
