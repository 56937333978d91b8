import assert from 'node:assert/strict';
import { keyText, type Lease, type ResourceStore } from '@tintype/crds';
import { createLog } from '@tintype/runtime';
import { Informer } from '@tintype/stores';
import { until } from '../until.js';

const log = createLog('informer', 'silent');

export interface InformedLeasesOptions {
  store: ResourceStore;
  direct: ResourceStore;
  /** Empty. */
  namespace: string;
  deadMs?: number;
}

const versions = (leases: Iterable<Lease>) =>
  [...leases].map(({ metadata }) => `${metadata.name} ${metadata.uid} ${metadata.resourceVersion}`).sort();

/** Four leases, an informer that has not started, its events, and the state they add up to. */
export class InformedLeases {
  readonly informer: Informer<'Lease'>;
  /** Such as `a new`, `a changed`, `a gone`. */
  readonly events: string[] = [];
  readonly #sum = new Map<string, Lease>();
  readonly #direct: ResourceStore;
  readonly #namespace: string;

  private constructor({ store, direct, namespace, deadMs = 300_000 }: InformedLeasesOptions) {
    this.#direct = direct;
    this.#namespace = namespace;
    this.informer = new Informer({ store, kind: 'Lease', selector: { namespace }, deadMs, log });
    this.informer.onChange((previous, current) => this.#hear(previous, current));
  }

  static async of(options: InformedLeasesOptions): Promise<InformedLeases> {
    const leases = new InformedLeases(options);
    for (const name of ['stays', 'changes', 'disappears', 'is-replaced']) await leases.make(name);
    return leases;
  }

  async make(name: string): Promise<void> {
    await this.#direct.create('Lease', {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { namespace: this.#namespace, name },
      spec: { holderIdentity: 'x' },
    });
  }

  async change(name: string): Promise<void> {
    const lease = (await this.#direct.get('Lease', { namespace: this.#namespace, name })) ?? assert.fail();
    await this.#direct.update('Lease', { ...lease, spec: { holderIdentity: 'y' } });
  }

  /** Every kind of change to objects. */
  async disturb(): Promise<void> {
    await this.make('is-new');
    await this.change('changes');
    for (const name of ['disappears', 'is-replaced']) {
      await this.#direct.delete('Lease', { namespace: this.#namespace, name });
    }
    await this.make('is-replaced');
  }

  /** The events of `disturb` after an absence, in any order. */
  static readonly disturbance = [
    'changes changed',
    'disappears gone',
    'is-new new',
    'is-replaced gone',
    'is-replaced new',
  ] as const;

  /** Waits until the cache equals a list, and the events add up to it. */
  async agree(): Promise<void> {
    const { items } = await this.#direct.list('Lease', { namespace: this.#namespace });
    const expected = versions(items);
    const { cache } = this.informer;
    await until('the cache is what a list answers', () => versions(cache.list()).join() === expected.join());
    assert.deepEqual(versions(this.#sum.values()), expected);
  }

  #hear(previous: Lease | undefined, current: Lease | undefined): void {
    const { metadata } = current ?? previous ?? assert.fail();
    const key = keyText(metadata);
    assert.equal(previous, this.#sum.get(key), '`previous` differs from the last event');
    this.events.push(`${metadata.name} ${previous ? (current ? 'changed' : 'gone') : 'new'}`);
    if (current) this.#sum.set(key, current);
    else this.#sum.delete(key);
  }
}
