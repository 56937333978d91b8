import { progress } from '../../bench.js';
import { SessionCluster } from '../../contenders/session-cluster.js';
import { repeat } from '../../load.js';
import { rssOf } from '../../processes.js';
import { bounded, type Row, type RowGroup, type Skipped } from '../../table.js';
import { skippedWithoutKube } from '../on-cluster.js';

/** The operator's limit in MB by number of sessions. */
const goals = [
  [1000, 200],
  [10_000, 270],
] as const;
const perAccount = 5;
const inFlight = 32;
const max = Number(process.env.SESSIONS ?? 1000);

const measureOf = (count: number) => `memory (RSS) of the operator, ${count} sessions`;

const measureAt = async (cluster: SessionCluster): Promise<(Row | Skipped)[]> => {
  const rows: (Row | Skipped)[] = [];
  // The operator leads by then.
  await cluster.warm(1);
  let opened = 0;
  for (const [count, atMost] of goals) {
    if (count > max) {
      rows.push({ measure: measureOf(count), because: `takes minutes: SESSIONS=${count}` });
      continue;
    }
    const from = opened;
    progress(`${count} sessions are opened`);
    const open = async (index: number) => {
      await cluster.client.create(from + index);
      return {};
    };
    const { errors } = await repeat(open, { count: count - from, inFlight });
    opened = count;
    const ours = rssOf(cluster.operators[0]?.pid ?? 0);
    rows.push(bounded({ measure: measureOf(count), unit: 'MB', ours, atMost, errors }));
  }
  return rows;
};

/** A fresh process with that many Active sessions. */
export const sessionMemory: RowGroup = {
  name: 'session-memory',
  measure: async () => {
    const skipped = skippedWithoutKube('memory of the operator');
    if (skipped) return skipped;
    const cluster = await SessionCluster.start(Math.ceil(max / perAccount));
    try {
      return await measureAt(cluster);
    } finally {
      await cluster.stop();
    }
  },
};
