import { type ResourceStore, StoreUnavailable } from '@tintype/crds';
import type { LeaderElector } from './leader-election.js';
import { LeadershipLost } from './leader-election-term.js';

/**
 * The store for what a leader does: it writes only while this process holds the lease, and asks before every write. So a
 * process that was paused writes nothing when it goes on, whichever of its timers and answers comes first.
 */
export const whileHoldingLease = (store: ResourceStore, elector: Pick<LeaderElector, 'holdsLease'>): ResourceStore => {
  const demand = () => {
    if (elector.holdsLease()) return store;
    throw new StoreUnavailable('only the leader writes', 'none', {
      cause: new LeadershipLost('somebody else may lead'),
    });
  };
  return {
    get: (...call) => store.get(...call),
    list: (...call) => store.list(...call),
    watch: (...call) => store.watch(...call),
    create: async (...call) => demand().create(...call),
    update: async (...call) => demand().update(...call),
    updateStatus: async (...call) => demand().updateStatus(...call),
    delete: async (...call) => demand().delete(...call),
  };
};
