import assert from 'node:assert/strict';
import type { Lease, ResourceStore } from '@tintype/crds';
import { StoreUnavailable } from '@tintype/crds';
import { type Lead, LeaderElector, type LeaderElectorOptions } from '@tintype/operator';
import { MemoryStore, PlayedClock } from '@tintype/stores';

export const electionLease = { namespace: 'tintype', name: 'operator' };

export const silent = { info: () => undefined, warn: () => undefined };

type ElectionStore = LeaderElectorOptions['store'];

export interface Standing {
  /** Takes the place of calls of the store. */
  faults?: Partial<ElectionStore>;
  lead?: Lead;
}

/** Work that ends as soon as it is asked to. */
export const untilOver: Lead = (term) => new Promise((resolve) => term.addEventListener('abort', () => resolve()));

export const away = () => Promise.reject(new StoreUnavailable('away', 'none'));

/** One store in memory and one played clock; `stand` makes a process that stands for leader. */
export const electionStage = () => {
  const clock = new PlayedClock();
  const store: ResourceStore = new MemoryStore({ clock });
  const stand = (identity: string, { faults = {}, lead = untilOver }: Standing = {}) => {
    const terms: AbortSignal[] = [];
    const stop = new AbortController();
    const seen: ElectionStore = {
      get: (...call) => (faults.get ?? store.get.bind(store))(...call),
      list: (...call) => store.list(...call),
      watch: (...call) => (faults.watch ?? store.watch.bind(store))(...call),
      create: (...call) => (faults.create ?? store.create.bind(store))(...call),
      update: (...call) => (faults.update ?? store.update.bind(store))(...call),
    };
    const options = { store: seen, lease: electionLease, identity, log: silent, clock, random: () => 0 };
    const elector = new LeaderElector(options);
    const ended = elector.run(stop.signal, (term) => {
      terms.push(term);
      return lead(term);
    });
    // A test that expects a failure looks at it later.
    ended.catch(() => undefined);
    return { elector, faults, terms, stop, ended, isLeading: () => elector.isLeading() };
  };
  const lease = async (): Promise<Lease> => {
    const found = await store.get('Lease', electionLease);
    assert.ok(found);
    return found;
  };
  return { clock, store, stand, lease };
};
