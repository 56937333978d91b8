import { until } from '../../../kit/until.js';
import { progress } from '../../bench.js';
import type { SessionCluster } from '../../contenders/session-cluster.js';
import { repeat } from '../../load.js';
import { bounded, type RowGroup } from '../../table.js';
import { onCluster } from '../on-cluster.js';

const warm = 5;
const count = 40;

const countWrites = async (cluster: SessionCluster) => ({
  byCall: await cluster.writes(),
  byNodes: await cluster.writesOfNodes(),
});

const sum = (counts: Map<string, number>, of: (call: string) => boolean) =>
  [...counts].reduce((all, [call, each]) => all + (of(call) ? each : 0), 0);

const isOfPool = (call: string) => call.includes('browserpools');

/** Writes of api and operator from a session's create until its pod is gone and the next pod is warm. */
export const sessionWrites: RowGroup = onCluster('session-writes', async (cluster) => {
  progress('writes of sessions');
  await cluster.warm(warm);
  const before = await countWrites(cluster);
  const visit = async (index: number) => {
    await cluster.client.close(await cluster.client.create(index));
    await until('its object is gone', () => cluster.isEmpty());
    return {};
  };
  const { errors } = await repeat(visit, { count, inFlight: 1 });
  await cluster.warm(warm);
  const after = await countWrites(cluster);
  for (const [call, writes] of after.byCall)
    progress(`  ${call}: ${((writes - (before.byCall.get(call) ?? 0)) / count).toFixed(2)}`);
  const written = (of: (call: string) => boolean) => sum(after.byCall, of) - sum(before.byCall, of);
  const ours = written((call) => !isOfPool(call)) - (after.byNodes - before.byNodes);
  return [
    bounded({
      measure: "writes for a whole session, without events, leases and the pool's status",
      unit: 'writes',
      ours: ours / count,
      atMost: 10,
      errors,
    }),
    { measure: "writes of the pool's status for a session", unit: 'writes', ours: written(isOfPool) / count },
  ];
});
