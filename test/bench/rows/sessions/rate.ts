import { progress } from '../../bench.js';
import type { SessionCluster } from '../../contenders/session-cluster.js';
import { repeat } from '../../load.js';
import { ownCpuMsOf } from '../../processes.js';
import { bounded, type RowGroup } from '../../table.js';
import { onCluster } from '../on-cluster.js';

const warm = 100;
const inFlight = 16;
/** In seconds. */
const duration = Number(process.env.DURATION ?? 60);

/** CPU time so far in milliseconds: ours, Kubernetes, the rest. */
const cpuOf = (cluster: SessionCluster): Map<string, number> => {
  const { ours, kubernetes, others } = cluster.processes();
  return new Map([
    ['api and operator', ownCpuMsOf(ours)],
    ['kube-apiserver and etcd', ownCpuMsOf(kubernetes)],
    ['nats-server, played nodes, the bench', ownCpuMsOf(others)],
  ]);
};

/** Whole sessions at full speed, one after the other at each place. */
export const sessionRate: RowGroup = onCluster('session-rate', async (cluster) => {
  progress(`sessions for ${duration} s, ${inFlight} in flight`);
  await cluster.warm(warm);
  const until = performance.now() + duration * 1000;
  let done = 0;
  const work = async (place: number) => {
    for (let turn = 0; performance.now() < until; turn += 1) {
      await cluster.client.close(await cluster.client.create(place + turn * inFlight));
      done += 1;
    }
    return {};
  };
  // A place that fails stops.
  const start = performance.now();
  const before = cpuOf(cluster);
  const { errors } = await repeat(work, { count: inFlight, inFlight });
  const ours = done / ((performance.now() - start) / 1000);
  const after = cpuOf(cluster);
  const ran = `sessions created and closed for ${duration} s, ${inFlight} in flight`;
  return [
    bounded({ measure: ran, unit: 'sessions/s', ours, atLeast: 25, errors }),
    ...[...after].map(([name, used]) => ({
      measure: `CPU of each of them: ${name}`,
      unit: 'ms',
      ours: (used - (before.get(name) ?? 0)) / done,
    })),
  ];
});
