import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserSession } from '@tintype/crds';
import { Informer } from '@tintype/stores';
import { progress } from '../../bench.js';
import type { SessionCluster } from '../../contenders/session-cluster.js';
import { percentile } from '../../load.js';
import { bounded, type Row, type RowGroup } from '../../table.js';
import { onCluster } from '../on-cluster.js';

const warm = 40;
/** Two cores beside an API server can do the first rate, but not the second. */
const rates = [8, 20] as const;
const seconds = 15;

const goals = [
  ['p50', 0.5, 20],
  ['p99', 0.99, 100],
] as const;

const nothing = () => undefined;
const silent = { debug: nothing, warn: nothing, error: nothing };

/** The time from a session's creation event to its Active event, as a watcher sees both. */
const watchShares = ({ store, namespace }: SessionCluster) => {
  const seen = new Map<string, number>();
  const shares: number[] = [];
  const informer = new Informer({ store, kind: 'BrowserSession', selector: { namespace }, log: silent });
  informer.onChange((previous: BrowserSession | undefined, current: BrowserSession | undefined) => {
    if (!current) return;
    const { uid } = current.metadata;
    if (!previous) seen.set(uid, performance.now());
    if (current.status?.phase !== 'Active' || previous?.status?.phase === 'Active') return;
    shares.push(performance.now() - (seen.get(uid) ?? Number.NaN));
  });
  informer.start();
  return { shares, informer };
};

const shareAt = async (cluster: SessionCluster, perSecond: number): Promise<Row[]> => {
  const count = perSecond * seconds;
  progress(`sessions, ${perSecond} a second`);
  await cluster.warm(warm);
  const { shares, informer } = watchShares(cluster);
  await informer.whenSynced(new AbortController().signal);
  const visit = async (index: number) => cluster.client.close(await cluster.client.create(index));
  const start = performance.now();
  const visits: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    await sleep(Math.max(0, start + (index * 1000) / perSecond - performance.now()));
    visits.push(visit(index));
  }
  const errors = (await Promise.allSettled(visits)).filter(({ status }) => status === 'rejected').length;
  await informer.stop();
  return goals.map(([name, share, atMost]) =>
    bounded({
      measure: `the operator's share, ${perSecond} sessions a second, ${name}`,
      unit: 'ms',
      ours: percentile(shares, share),
      atMost,
      errors: errors + count - shares.length,
    }),
  );
};

/** The operator's part of a session's start, at a steady rate of new sessions. */
export const sessionShare: RowGroup = onCluster('session-share', async (cluster) => {
  const rows: Row[] = [];
  for (const rate of rates) rows.push(...(await shareAt(cluster, rate)));
  return rows;
});
