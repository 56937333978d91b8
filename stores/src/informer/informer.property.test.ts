import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Kind, type Kinds, keyText, type Lease, type WatchEvent, type WatchOptions } from '@tintype/crds';
import fc from 'fast-check';
import { MemoryStore } from '../memory/memory-store.js';
import { PlayedClock } from '../memory/played-clock.js';
import { type Fault, type Verb, withFaults } from '../memory/with-faults.js';
import { type ChangeReason, Informer } from './informer.js';
import { lease, namespace } from './informer-stage.js';

type Step =
  | { what: 'create' | 'update' | 'delete'; name: string; holder: string }
  | { what: 'fault'; verb: Verb; type: 'unavailable' | 'throttled' | 'expired' | 'ended' | 'answerLost' }
  | { what: 'forget' }
  | { what: 'pass'; milliseconds: number };

const holders = ['x', 'y', ''];
const name = fc.constantFrom('a', 'b', 'c', 'd');
const holder = fc.constantFrom(...holders);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ what: fc.constantFrom('create', 'update', 'delete'), name, holder }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('fault' as const),
      verb: fc.constantFrom<Verb>('watch', 'event', 'event'),
      type: fc.constantFrom('unavailable', 'throttled', 'expired', 'ended', 'answerLost'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('fault' as const),
      verb: fc.constant<Verb>('list'),
      type: fc.constantFrom('unavailable', 'throttled', 'answerLost'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('forget' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('pass' as const),
      milliseconds: fc.constantFrom(0, 0, 150, 3000, 70_000),
    }),
  },
);

/**
 * Merges changes of one object into the last, as some engines do. A deletion and a new object of the same name become
 * one change. A watch that begins before the bookmark repeats earlier events.
 */
class CoalescingStore extends MemoryStore {
  readonly #clock: PlayedClock;

  constructor(clock: PlayedClock) {
    super({ clock });
    this.#clock = clock;
  }

  override async *watch<K extends Kind>(kind: K, options: WatchOptions): AsyncGenerator<WatchEvent<Kinds[K]>> {
    let { resourceVersion } = options;
    for await (const event of super.watch(kind, options)) {
      if (event.type === 'bookmark') yield event;
      if (Number(event.resourceVersion) <= Number(resourceVersion)) continue;
      // Groups all events of one moment.
      await new Promise<void>((resolve) => this.#clock.after(1, resolve));
      const version = this.version;
      yield* await this.#changes(kind, options, resourceVersion);
      resourceVersion = version;
      yield { type: 'bookmark', resourceVersion };
    }
  }

  async #changes<K extends Kind>(kind: K, { selector }: WatchOptions, since: string): Promise<WatchEvent<Kinds[K]>[]> {
    const before = await this.asOf(since).list(kind, selector);
    const { items } = await this.list(kind, selector);
    const there = new Set(items.map(({ metadata }) => keyText(metadata)));
    const known = new Set(before.items.map(({ metadata }) => metadata.resourceVersion));
    const deleted = before.items
      .filter(({ metadata }) => !there.has(keyText(metadata)))
      .map(({ metadata }) => ({ type: 'deleted' as const, resourceVersion: since, key: metadata }));
    const changed = items
      .filter(({ metadata }) => !known.has(metadata.resourceVersion))
      .map((object) => ({ type: 'changed' as const, resourceVersion: since, object }));
    return [...deleted, ...changed];
  }
}

/** An informer on a store with faults, and what its handler recorded. */
class Play {
  readonly #clock = new PlayedClock();
  readonly #memory: MemoryStore;
  readonly #faults: [Verb, Fault][] = [];
  readonly #delivered = new Map<string, Lease>();
  #failure: unknown;
  readonly #informer: Informer<'Lease', 'holder'>;

  constructor(coalescing: boolean) {
    const clock = this.#clock;
    this.#memory = coalescing ? new CoalescingStore(clock) : new MemoryStore({ clock });
    const store = withFaults(this.#memory, ({ verb }) => {
      const place = this.#faults.findIndex(([of]) => of === verb);
      return place < 0 ? undefined : this.#faults.splice(place, 1)[0]?.[1];
    });
    const silent = { debug: () => {}, warn: () => {}, error: ({ err }: { err: unknown }) => (this.#failure = err) };
    this.#informer = new Informer({
      store,
      kind: 'Lease',
      selector: { namespace },
      indexes: { holder: ({ spec }: Lease) => [spec.holderIdentity ?? ''] },
      clock,
      log: silent as never,
    });
    this.#informer.onChange((previous, current, cause) => this.#hear(previous, current, cause));
    this.#informer.start();
  }

  async do(step: Step): Promise<void> {
    if (step.what === 'fault') this.#faults.push([step.verb, { type: step.type }]);
    else if (step.what === 'forget') this.#memory.compact();
    else if (step.what === 'pass') await this.#clock.advance(step.milliseconds);
    else await this.#write(step);
    if (this.#failure) throw this.#failure;
  }

  async finish(): Promise<void> {
    this.#faults.length = 0;
    await this.do({ what: 'pass', milliseconds: 60_000 });
    const { items } = await this.#memory.list('Lease', { namespace });
    const { cache } = this.#informer;
    assert.deepEqual(byKey(cache.list()), byKey(items), 'the cache is not what is there');
    for (const holder of holders) {
      const held = items.filter(({ spec }) => spec.holderIdentity === holder);
      assert.deepEqual(byKey(cache.byIndex('holder', holder)), byKey(held), `the index is wrong for ${holder}`);
    }
    await this.#informer.stop();
    assert.equal(this.#clock.nextIn, undefined, 'a timer is left');
  }

  async #write({ what, name, holder }: Extract<Step, { name: string }>): Promise<void> {
    const key = { namespace, name };
    const held = await this.#memory.get('Lease', key);
    if (what === 'create' && !held) await this.#memory.create('Lease', lease(name, holder));
    if (what === 'delete') await this.#memory.delete('Lease', key);
    if (what !== 'update' || !held) return;
    await this.#memory.update('Lease', { ...held, spec: { ...held.spec, holderIdentity: holder } });
  }

  #hear(previous: Lease | undefined, current: Lease | undefined, cause: ChangeReason): void {
    const object = current ?? previous ?? assert.fail('a call without an object');
    const key = keyText(object.metadata);
    assert.equal(previous, this.#delivered.get(key), 'the previous object is not the last one delivered');
    if (previous && current) {
      assert.equal(previous.metadata.uid, current.metadata.uid, 'another object arrives as a change');
      assert.notEqual(previous.metadata.resourceVersion, current.metadata.resourceVersion, 'a call without a change');
    }
    assert.equal(cause, this.#informer.hasSynced ? 'change' : 'initial');
    if (current) this.#delivered.set(key, current);
    else this.#delivered.delete(key);
    assert.deepEqual(
      byKey(this.#informer.cache.list()),
      byKey([...this.#delivered.values()]),
      'cache and telling differ',
    );
  }
}

const byKey = (leases: Lease[]) =>
  leases.map((each) => [keyText(each.metadata), each] as const).sort(([one], [other]) => (one < other ? -1 : 1));

for (const coalescing of [false, true]) {
  const store = coalescing ? 'a store that tells the last change alone' : 'a store that tells every change';
  it(`an informer on ${store} ends with the objects of the store, and its handler with them, under any faults`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80, size: 'max' }), async (steps) => {
        const play = new Play(coalescing);
        for (const each of steps) await play.do(each);
        await play.finish();
      }),
      { numRuns: 200 },
    );
  });
}
