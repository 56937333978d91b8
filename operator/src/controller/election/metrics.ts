import { Gauge, type Registry } from '@tintype/runtime';
import type { LeaderElector } from './leader-elector.js';

export const observeLeaderElection = (
  registry: Registry,
  elector: Pick<LeaderElector, 'isLeading' | 'transitions' | 'renewalAgeMs'>,
): void => {
  new Gauge({
    name: 'tintype_leader_is_leading',
    help: 'Whether this replica leads.',
    registers: [registry],
    collect() {
      this.set(elector.isLeading() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'tintype_leader_transitions',
    help: "Changes of the lease's holder, as of this replica's last read.",
    registers: [registry],
    collect() {
      this.set(elector.transitions);
    },
  });
  new Gauge({
    name: 'tintype_leader_renewal_age_seconds',
    help: 'Time since this replica last renewed the lease; missing before its first renewal.',
    registers: [registry],
    collect() {
      if (elector.renewalAgeMs !== undefined) this.set(elector.renewalAgeMs / 1000);
    },
  });
};
