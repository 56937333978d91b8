import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserSession, Conflict, isStarting, type ResourceStore } from '@tintype/crds';

const lookEveryMs = 50;

export interface TurnAwayOptions {
  store: Pick<ResourceStore, 'list' | 'delete'>;
  namespace: string;
  signal: AbortSignal;
}

/**
 * Deletes sessions that wait for their browser, until the signal ends it: whoever asked for one is told 503 at once, pays nothing,
 * and asks again elsewhere or later. One that has become active since it was read is its caller's.
 */
export const turnAway = async ({ store, namespace, signal }: TurnAwayOptions): Promise<void> => {
  while (!signal.aborted) {
    // Where NATS is away nothing can begin either.
    await deleteStarting(store, namespace).catch(() => undefined);
    await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
};

const deleteStarting = async (store: TurnAwayOptions['store'], namespace: string): Promise<void> => {
  const { items } = await store.list('BrowserSession', { namespace });
  await Promise.all(items.filter(isStarting).map((session) => deleteAsRead(store, session)));
};

const deleteAsRead = async (store: TurnAwayOptions['store'], { metadata }: BrowserSession): Promise<void> => {
  const { namespace, name, uid, resourceVersion } = metadata;
  await store.delete('BrowserSession', { namespace, name }, { uid, resourceVersion }).catch((error: unknown) => {
    if (!(error instanceof Conflict)) throw error;
  });
};
