import { operatorLeaseName } from '@tintype/operator';
import { until } from '../../../kit/until.js';
import { progress } from '../../bench.js';
import type { SessionCluster } from '../../contenders/session-cluster.js';
import { bounded, type Row, type RowGroup } from '../../table.js';
import { onCluster } from '../on-cluster.js';

const warm = 10;
const held = 10;
/** The new leader counts after this many sessions. */
const enough = 3;

const goals = [
  ['clean stop', 2, 'stop'],
  ['kill', 20, 'kill'],
] as const;

const holderOf = async ({ store, namespace }: SessionCluster) =>
  (await store.get('Lease', { namespace, name: operatorLeaseName }))?.spec.holderIdentity;

/** Opens one session after the other until the signal; records when each was active. */
const visiting = ({ client }: SessionCluster) => {
  const ends: number[] = [performance.now()];
  let [errors, isOver] = [0, false];
  const visit = async (index: number) => {
    const opened = await client.create(held + index);
    ends.push(performance.now());
    await client.close(opened);
  };
  const work = async () => {
    for (let index = 0; !isOver; index += 1)
      await visit(index).catch((error: Error) => {
        errors += 1;
        progress(error.message);
      });
  };
  const working = work();
  const stop = async () => {
    isOver = true;
    await working;
    return errors;
  };
  return { ends, stop };
};

/** Ends the leader while the standby waits: the longest gap between sessions, and the lost sessions. */
const handOver = async (cluster: SessionCluster, how: 'stop' | 'kill') => {
  const [leader] = cluster.operators;
  await cluster.startOperator();
  const opened = await Promise.all(Array.from({ length: held }, (_, index) => cluster.client.create(index)));
  const before = await holderOf(cluster);
  const { ends, stop } = visiting(cluster);
  await until('sessions are opened', () => ends.length > enough);
  const since = ends.length - 1;
  await leader?.[how]();
  cluster.operators.shift();
  await until('the standby leads', async () => {
    const holder = await holderOf(cluster);
    return Boolean(holder) && holder !== before;
  });
  const led = ends.length;
  await until('it opens sessions', () => ends.length >= led + enough);
  let errors = await stop();
  const closed = await Promise.allSettled(opened.map((each) => cluster.client.close(each)));
  errors += closed.filter(({ status }) => status === 'rejected').length;
  const gaps = ends.slice(since + 1).map((end, index) => end - (ends[since + index] ?? end));
  return { seconds: Math.max(...gaps) / 1000, errors };
};

export const sessionHandover: RowGroup = onCluster('session-handover', async (cluster) => {
  const rows: Row[] = [];
  for (const [name, atMost, how] of goals) {
    progress(`hand-over: ${name}`);
    await cluster.warm(warm);
    const { seconds, errors } = await handOver(cluster, how);
    const measure = `hand-over to the standby, ${name}: longest time without a session`;
    rows.push(bounded({ measure, unit: 's', ours: seconds, atMost, errors }));
  }
  return rows;
});
