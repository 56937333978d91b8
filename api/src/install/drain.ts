import { type BrowserPool, type BrowserSession, type ObjectKey, ownPodLabels, type ResourceStore } from '@tintype/crds';
import { type Clock, type Logger, pause } from '@tintype/runtime';

export interface DrainOptions {
  store: Pick<ResourceStore, 'list' | 'delete'>;
  namespace: string;
  /** Ends what makes new sessions. */
  stopApi: () => Promise<void>;
  clock: Pick<Clock, 'monotonic' | 'after'>;
  log: Pick<Logger, 'info'>;
  /** How long all of it may take. */
  seconds: number;
  signal: AbortSignal;
}

const lookMs = 500;

const namesOf = (objects: readonly (BrowserSession | BrowserPool)[]): string =>
  objects.map(({ metadata }) => metadata.name).join(', ');

/**
 * Closes every session of a namespace and waits until the operator has settled and removed it, and until no pod of pools is
 * left: with the operator gone, nobody could. Sessions that are made meanwhile are closed, too. Fails when it takes too long.
 */
export const drain = async (options: DrainOptions): Promise<void> => {
  const { store, namespace, stopApi, clock, log, seconds, signal } = options;
  const end = clock.monotonic() + seconds * 1000;
  await stopApi();
  const { items: pools } = await store.list('BrowserPool', { namespace }, { signal });
  for (const { metadata } of pools) await store.delete('BrowserPool', metadata as ObjectKey, { signal });
  if (pools.length > 0) log.info({ pools: namesOf(pools) }, 'pools removed');
  for (;;) {
    const { items: sessions } = await store.list('BrowserSession', { namespace }, { signal });
    const open = sessions.filter(({ metadata }) => !metadata.deletionTimestamp);
    for (const { metadata } of open) await store.delete('BrowserSession', metadata as ObjectKey, { signal });
    if (open.length > 0) log.info({ sessions: namesOf(open) }, 'sessions closed');
    const { items: pods } = await store.list('Pod', { namespace, labels: ownPodLabels }, { signal });
    if (sessions.length + pods.length === 0) return;
    if (clock.monotonic() > end)
      throw new Error(
        `After ${seconds} s there are still ${sessions.length} sessions (${namesOf(sessions)}) and ${pods.length} pods. ` +
          'Look at the operator; what is not settled is not charged.',
      );
    await pause(clock, lookMs, signal);
  }
};
