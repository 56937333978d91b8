import { progress } from '../../bench.js';
import { percentile, repeat } from '../../load.js';
import { bounded, type RowGroup } from '../../table.js';
import { onCluster } from '../on-cluster.js';

const warm = 10;
const count = 200;

const goals = [
  ['p50', 0.5, 60],
  ['p99', 0.99, 200],
] as const;

/** The time between create and Active with warm pods, one session at a time. */
export const sessionStart: RowGroup = onCluster('session-start', async (cluster) => {
  progress('sessions, one at a time');
  await cluster.warm(warm);
  const times: number[] = [];
  const visit = async (index: number) => {
    const opened = await cluster.client.create(index);
    times.push(opened.milliseconds);
    await cluster.client.close(opened);
    return {};
  };
  // Warm up: compiling.
  await repeat(visit, { count: 20, inFlight: 1 });
  times.length = 0;
  const { errors } = await repeat(visit, { count, inFlight: 1 });
  return goals.map(([name, share, atMost]) =>
    bounded({
      measure: `session: create until active, warm, one at a time, ${name}`,
      unit: 'ms',
      ours: percentile(times, share),
      atMost,
      errors,
    }),
  );
});
