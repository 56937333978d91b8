import { findControlPlane } from '../../kit/programs/control-plane.js';
import type { SessionCluster } from '../contenders/session-cluster.js';
import type { Row, RowGroup, Skipped } from '../table.js';

const missing = 'needs node test/dist/kit/programs/install-control-plane.js';

/** Undefined if there is an API server. */
export const skippedWithoutKube = (measure: string): Skipped[] | undefined =>
  findControlPlane() ? undefined : [{ measure, because: missing }];

export const onCluster = (name: string, measure: (cluster: SessionCluster) => Promise<Row[]>): RowGroup => ({
  name,
  measure: async (bench) => skippedWithoutKube(name) ?? measure(await bench.sessions()),
});
