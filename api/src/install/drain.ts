import {
  type BrowserPool,
  type BrowserSession,
  type ObjectKey,
  operatorPodLabels,
  type ResourceStore,
} from '@tintype/crds';
import { type Clock, type Logger, pause } from '@tintype/runtime';

export interface DrainOptions {
  store: Pick<ResourceStore, 'list' | 'delete'>;
  namespace: string;
  stopApi: () => Promise<void>;
  clock: Pick<Clock, 'monotonic' | 'after'>;
  log: Pick<Logger, 'info'>;
  /** How long the drain may take. */
  seconds: number;
  signal: AbortSignal;
}

const pollMs = 500;

const namesOf = (objects: readonly (BrowserSession | BrowserPool)[]): string =>
  objects.map(({ metadata }) => metadata.name).join(', ');

/**
 * Stops the api, removes the pools of a namespace and closes all its sessions, new ones included. Waits until the
 * operator has settled and removed the sessions, and the last pod is gone. Throws when the time is up.
 */
export const drain = async (options: DrainOptions): Promise<void> => {
  const { store, namespace, stopApi, clock, log, seconds, signal } = options;
  const endAt = clock.monotonic() + seconds * 1000;
  await stopApi();
  const { items: pools } = await store.list('BrowserPool', { namespace }, { signal });
  for (const { metadata } of pools) await store.delete('BrowserPool', metadata as ObjectKey, { signal });
  if (pools.length > 0) log.info({ pools: namesOf(pools) }, 'removed pools');
  for (;;) {
    const { items: sessions } = await store.list('BrowserSession', { namespace }, { signal });
    const sessionsToClose = sessions.filter(({ metadata }) => !metadata.deletionTimestamp);
    for (const { metadata } of sessionsToClose) await store.delete('BrowserSession', metadata as ObjectKey, { signal });
    if (sessionsToClose.length > 0) log.info({ sessions: namesOf(sessionsToClose) }, 'closed sessions');
    const { items: pods } = await store.list('Pod', { namespace, labels: operatorPodLabels }, { signal });
    if (sessions.length + pods.length === 0) return;
    if (clock.monotonic() > endAt)
      throw new Error(
        `The drain did not finish in ${seconds} s. Remaining sessions: ${sessions.length} (${namesOf(sessions)}), pods: ${pods.length}. ` +
          'Check the operator: unsettled sessions are not charged.',
      );
    await pause(clock, pollMs, signal);
  }
};
