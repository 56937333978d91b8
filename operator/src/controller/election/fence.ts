import { type CallOptions, type ResourceStore, StoreUnavailable } from '@tintype/crds';
import { type HeldTerm, LeadershipLost } from './term.js';

/**
 * The store for what a leader does in one term: it writes only while this process holds the lease, and has held it since
 * the term began. That is asked before every call, and by the store again right before each attempt of a write goes out,
 * however long it waited. So a process that was paused writes nothing when it goes on, whichever of its timers and answers
 * comes first, and also when it has become leader again: what it saw in an earlier term may not be so any more.
 */
export const whileHoldingLease = (store: ResourceStore, term: HeldTerm): ResourceStore => {
  const demand = () => {
    if (term.isHeld()) return;
    throw new StoreUnavailable('only the leader writes', 'none', {
      cause: new LeadershipLost('the term is over, and somebody else may lead'),
    });
  };
  const fenced = <O extends CallOptions>(options?: O) => {
    demand();
    const beforeSending = () => {
      options?.beforeSending?.();
      demand();
    };
    return { ...options, beforeSending };
  };
  return {
    get: (...call) => store.get(...call),
    list: (...call) => store.list(...call),
    watch: (...call) => store.watch(...call),
    create: async (kind, object, options) => store.create(kind, object, fenced(options)),
    update: async (kind, object, options) => store.update(kind, object, fenced(options)),
    updateStatus: async (kind, object, options) => store.updateStatus(kind, object, fenced(options)),
    delete: async (kind, key, options) => store.delete(kind, key, fenced(options)),
  };
};
