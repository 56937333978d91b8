import assert from 'node:assert/strict';
import type { Lease, NewLease } from '@tintype/crds';
import { MemoryStore } from '../memory/memory-store.js';
import { PlayedClock } from '../memory/played-clock.js';
import { type Fault, type Verb, withFaults } from '../memory/with-faults.js';
import { type ChangeHandler, Informer, type InformerOptions } from './informer.js';

export const namespace = 'n';

export const lease = (name: string, holderIdentity = ''): NewLease => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { namespace, name },
  spec: { holderIdentity },
});

/** Appends a line for each call: `reason name: holder before > holder after`, with `-` for a missing object. */
export const noteInto =
  (noted: string[]): ChangeHandler<Lease> =>
  (previous, current, reason) => {
    const [before, after] = [previous, current].map((object) => (object ? object.spec.holderIdentity : '-'));
    noted.push(`${reason} ${(current ?? previous)?.metadata.name}: ${before} > ${after}`);
  };

/**
 * An informer of leases on a memory store, with a played clock. Each entry of `faults` makes one call of its verb fail,
 * in order.
 */
export const stage = (options: Partial<InformerOptions<'Lease', 'holder'>> = {}) => {
  const clock = new PlayedClock();
  const memory = new MemoryStore({ clock });
  const faults: [Verb, Fault][] = [];
  const calls: Verb[] = [];
  const store = withFaults(memory, ({ verb }) => {
    calls.push(verb);
    const index = faults.findIndex(([failingVerb]) => failingVerb === verb);
    return index < 0 ? undefined : faults.splice(index, 1)[0]?.[1];
  });
  const logged: string[] = [];
  const log = (_: object, message: string) => logged.push(message);
  const ends: string[] = [];
  const informer = new Informer<'Lease', 'holder'>({
    store,
    kind: 'Lease',
    selector: { namespace },
    indexes: { holder: ({ spec }) => (spec.holderIdentity ? [spec.holderIdentity] : []) },
    clock,
    log: { debug: () => {}, warn: log, error: log } as unknown as InformerOptions<'Lease', never>['log'],
    metrics: { observe: () => ({ listed: () => {}, watchEnded: (reason) => ends.push(reason), gone: () => {} }) },
    ...options,
  });
  const noted: string[] = [];
  informer.onChange(noteInto(noted));
  const writers = {
    create: (name: string, holder?: string) => memory.create('Lease', lease(name, holder)),
    update: async (name: string, holderIdentity: string) => {
      const stored = (await memory.get('Lease', { namespace, name })) ?? assert.fail();
      return memory.update('Lease', { ...stored, spec: { ...stored.spec, holderIdentity } });
    },
    delete: (name: string) => memory.delete('Lease', { namespace, name }),
  };
  const countOf = (verb: Verb) => calls.filter((each) => each === verb).length;
  /** Starts the informer with leases of these names in the store, all held by `x`. Clears `noted` afterwards. */
  const begin = async (...names: string[]) => {
    for (const name of names) await writers.create(name, 'x');
    informer.start();
    await clock.advance(0);
    noted.length = 0;
  };
  return { clock, memory, informer, faults, calls, countOf, ends, logged, noted, begin, ...writers };
};

export const names = (leases: Lease[]) => leases.map(({ metadata }) => metadata.name).sort();
