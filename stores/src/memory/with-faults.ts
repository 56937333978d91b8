import type {
  CallOptions,
  DeleteOptions,
  Kind,
  Kinds,
  NewKinds,
  ObjectKey,
  ObjectList,
  ResourceStore,
  Selector,
  WatchEvent,
  WatchOptions,
} from '@tintype/crds';
import { errorOf, type FaultPlan, type StoreCall } from './faults.js';
import type { Reads } from './memory-store.js';

/** Any store; stale reads take one that remembers, as MemoryStore does. */
export type FaultyStoreBase = ResourceStore & { asOf?: (version: string) => Reads };

/** What a call does, and as of some version what it would have done. */
interface Acts<T> {
  act: () => Promise<T>;
  asOf?: (reads: Reads) => Promise<T>;
}

class FaultyStore implements ResourceStore {
  readonly #store: FaultyStoreBase;
  readonly #plan: FaultPlan;

  constructor(store: FaultyStoreBase, plan: FaultPlan) {
    this.#store = store;
    this.#plan = plan;
  }

  get<K extends Kind>(kind: K, key: ObjectKey, options?: CallOptions): Promise<Kinds[K] | undefined> {
    return this.#call(
      { verb: 'get', kind, key },
      { act: () => this.#store.get(kind, key, options), asOf: (reads) => reads.get(kind, key) },
    );
  }

  list<K extends Kind>(kind: K, selector?: Selector, options?: CallOptions): Promise<ObjectList<Kinds[K]>> {
    return this.#call(
      { verb: 'list', kind },
      { act: () => this.#store.list(kind, selector, options), asOf: (reads) => reads.list(kind, selector) },
    );
  }

  async *watch<K extends Kind>(kind: K, options: WatchOptions): AsyncGenerator<WatchEvent<Kinds[K]>> {
    const call: StoreCall = { verb: 'watch', kind };
    const fault = await this.#plan(call);
    if (fault?.type === 'ended') return;
    if (fault?.type !== 'cut') {
      if (fault) throw errorOf(call, fault);
      return yield* this.#tell(kind, options);
    }
    yield* this.#tell(kind, { ...options, signal: AbortSignal.any([options.signal, fault.when]) });
    if (fault.when.aborted && !options.signal.aborted) throw errorOf(call, fault);
  }

  create<K extends Kind>(kind: K, object: NewKinds[K], options?: CallOptions): Promise<Kinds[K]> {
    const call: StoreCall = { verb: 'create', kind, key: object.metadata };
    return this.#call(call, { act: () => this.#store.create(kind, object, options) });
  }

  update<K extends Kind>(kind: K, object: Kinds[K], options?: CallOptions): Promise<Kinds[K]> {
    const call: StoreCall = { verb: 'update', kind, key: object.metadata };
    return this.#call(call, { act: () => this.#store.update(kind, object, options) });
  }

  updateStatus<K extends Kind>(kind: K, object: Kinds[K], options?: CallOptions): Promise<Kinds[K]> {
    const call: StoreCall = { verb: 'updateStatus', kind, key: object.metadata };
    return this.#call(call, { act: () => this.#store.updateStatus(kind, object, options) });
  }

  delete<K extends Kind>(kind: K, key: ObjectKey, options?: DeleteOptions): Promise<Kinds[K] | undefined> {
    return this.#call({ verb: 'delete', kind, key }, { act: () => this.#store.delete(kind, key, options) });
  }

  async *#tell<K extends Kind>(kind: K, options: WatchOptions): AsyncGenerator<WatchEvent<Kinds[K]>> {
    for await (const event of this.#store.watch(kind, options)) {
      const key = event.type === 'changed' ? event.object.metadata : event.type === 'deleted' ? event.key : undefined;
      const call: StoreCall = { verb: 'event', kind, ...(key ? { key } : {}) };
      const fault = await this.#plan(call);
      if (fault?.type === 'ended') return;
      if (fault) throw errorOf(call, fault);
      yield event;
    }
  }

  async #call<T>(call: StoreCall, { act, asOf }: Acts<T>): Promise<T> {
    const fault = await this.#plan(call);
    if (!fault) return act();
    if (fault.type === 'stale' && asOf && this.#store.asOf) return asOf(this.#store.asOf(fault.version));
    // Whether it was refused, nobody learns either.
    if (fault.type === 'answerLost' || fault.type === 'crashAfter') await Promise.allSettled([act()]);
    throw errorOf(call, fault);
  }
}

/** The same store, with which goes wrong what the plan says. */
export const withFaults = (store: FaultyStoreBase, plan: FaultPlan): ResourceStore => new FaultyStore(store, plan);
