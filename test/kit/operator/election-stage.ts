import assert from 'node:assert/strict';
import type { Lease, ResourceStore } from '@tintype/crds';
import { StoreUnavailable } from '@tintype/crds';
import { vacantLease } from '@tintype/operator';
import {
  type HeldTerm,
  type Lead,
  LeaderElector,
  type LeaderElectorOptions,
  type LeaderNeed,
} from '@tintype/operator/testing';
import { MemoryStore, PlayedClock } from '@tintype/stores/testing';

export const electionLease = { namespace: 'tintype', name: 'operator' };

export const silent = { info: () => undefined, warn: () => undefined };

type ElectionStore = LeaderElectorOptions['store'];

export interface Standing {
  /** Replaces calls of the store. */
  faults?: Partial<ElectionStore>;
  lead?: Lead;
  need?: LeaderNeed;
}

/** Ends when asked. */
export const workUntilOver: Lead = (over) => new Promise((resolve) => over.addEventListener('abort', () => resolve()));

export const away = () => Promise.reject(new StoreUnavailable('away', 'none'));

/** One store in memory without a leader, and one played clock. `stand` makes a competing process. */
export const electionStage = () => {
  const clock = new PlayedClock();
  const store: ResourceStore = new MemoryStore({ clock });
  void store.create('Lease', vacantLease(electionLease));
  const stand = (identity: string, { faults = {}, lead = workUntilOver, need }: Standing = {}) => {
    const terms: AbortSignal[] = [];
    const held: HeldTerm[] = [];
    const logged: string[] = [];
    const stop = new AbortController();
    const seen: ElectionStore = {
      get: (...call) => (faults.get ?? store.get.bind(store))(...call),
      list: (...call) => store.list(...call),
      watch: (...call) => (faults.watch ?? store.watch.bind(store))(...call),
      create: (...call) => (faults.create ?? store.create.bind(store))(...call),
      update: (...call) => (faults.update ?? store.update.bind(store))(...call),
    };
    const log = { ...silent, warn: (_: object, message: string) => logged.push(message) };
    const common = { store: seen, lease: electionLease, identity, log: log as never, clock, random: () => 0 };
    const options = need ? { ...common, need } : common;
    const elector = new LeaderElector(options);
    const ended = elector.run(stop.signal, (over, term) => {
      terms.push(over);
      held.push(term);
      return lead(over, term);
    });
    // The test looks at the failure later.
    ended.catch(() => undefined);
    return { elector, faults, terms, held, logged, stop, ended, isLeading: () => elector.isLeading() };
  };
  const lease = async (): Promise<Lease> => {
    const found = await store.get('Lease', electionLease);
    assert.ok(found);
    return found;
  };
  return { clock, store, stand, lease };
};
