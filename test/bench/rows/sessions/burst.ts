import { progress } from '../../bench.js';
import { startKube } from '../../contenders/kube.js';
import type { Opened } from '../../contenders/session-client.js';
import type { SessionCluster } from '../../contenders/session-cluster.js';
import { percentile, repeat } from '../../load.js';
import { compared, type RowGroup } from '../../table.js';
import { onCluster } from '../on-cluster.js';

const count = 300;
/** The bound pod, the pod's claim, and Active. */
const updatesEach = 3;
const writers = 16;

/** The API server's time for the same number of bare writes, in milliseconds. */
const bareWrites = async ({ kube }: SessionCluster): Promise<number> => {
  const program = await startKube('raw undici', 'kube-undici', kube);
  try {
    const plans = [
      { act: 'create', inFlight: writers, count },
      { act: 'update', inFlight: writers, count: updatesEach * count },
    ] as const;
    // Warm up: compiling.
    for (const plan of plans) await program.run({ ...plan, count: 100 });
    let milliseconds = 0;
    for (const plan of plans) milliseconds += (plan.count / (await program.run(plan)).rate) * 1000;
    return milliseconds;
  } finally {
    await program.stop();
  }
};

/** All at once, with a warm pod each. */
export const sessionBurst: RowGroup = onCluster('session-burst', async (cluster) => {
  progress(`${count} sessions at once`);
  const value = await bareWrites(cluster);
  await cluster.warm(count);
  const opened: Opened[] = [];
  const open = async (index: number) => {
    opened.push(await cluster.client.create(index));
    return {};
  };
  const { errors } = await repeat(open, { count, inFlight: count });
  const closed = await repeat(
    async (index) => {
      const each = opened[index];
      if (each) await cluster.client.close(each);
      return {};
    },
    { count: opened.length, inFlight: writers },
  );
  return [
    compared({
      measure: `${count} creates at once until active, p90`,
      unit: 'ms',
      ours: percentile(
        opened.map(({ milliseconds }) => milliseconds),
        0.9,
      ),
      baseline: { name: `${(1 + updatesEach) * count} bare writes`, value },
      atMost: 2,
      errors: errors + closed.errors,
    }),
  ];
});
