import {
  type CallOptions,
  Conflict,
  type DeleteOptions,
  Expired,
  type Kind,
  type Kinds,
  type NewKinds,
  type ObjectKey,
  type ObjectList,
  type ResourceStore,
  type Selector,
  StoreUnavailable,
  Throttled,
  type WatchEvent,
  type WatchOptions,
} from '@tintype/crds';
import type { StaleReads } from './memory-store.js';

/** `event`: a watch is about to deliver an event. */
export type Verb = 'get' | 'list' | 'watch' | 'event' | 'create' | 'update' | 'updateStatus' | 'delete';

export interface StoreCall {
  verb: Verb;
  kind: Kind;
  /** Absent for lists and watches. */
  key?: ObjectKey;
}

/**
 * `unavailable`: nothing happened, and the caller knows it. The caller cannot know whether anything happened after
 * `requestLost` (nothing did) or `answerLost` (everything did). At an `event`, each of these three makes the watch
 * fail. `crashBefore` and `crashAfter` throw `error` before or after the call happens, as if the program ended there.
 */
export type Fault =
  | { type: 'unavailable' | 'requestLost' | 'answerLost' | 'conflict' | 'throttled' | 'expired' }
  | { type: 'crashBefore' | 'crashAfter'; error: unknown }
  /** A read sees the objects as of this version. Needs a store with a history. */
  | { type: 'stale'; version: string }
  /** The watch ends normally. */
  | { type: 'ended' }
  /** The watch works until the signal, then fails. */
  | { type: 'cut'; when: AbortSignal };

/** Called before each call and each event of a watch. It may delay both. Undefined: no fault. */
export type FaultPlan = (call: StoreCall) => Fault | undefined | Promise<Fault | undefined>;

const isWrite = ({ verb }: StoreCall) => ['create', 'update', 'updateStatus', 'delete'].includes(verb);

const textOf = ({ verb, kind, key }: StoreCall) => `${verb} ${kind}${key ? ` ${key.namespace}/${key.name}` : ''}`;

const errorOfFault = (call: StoreCall, fault: Fault): unknown => {
  const text = `${textOf(call)}: ${fault.type}`;
  switch (fault.type) {
    case 'unavailable':
    case 'cut':
      return new StoreUnavailable(text, 'none');
    case 'requestLost':
    case 'answerLost':
      return new StoreUnavailable(text, isWrite(call) ? 'unknown' : 'none');
    case 'conflict':
      return new Conflict(text);
    case 'throttled':
      return new Throttled(text, 1000);
    case 'expired':
      return new Expired(text);
    case 'crashBefore':
    case 'crashAfter':
      return fault.error;
    case 'stale':
    case 'ended':
      return new TypeError(`${text}: no such fault for this call`);
  }
};

/** Any store; stale reads need one with a history, such as MemoryStore. */
export type FaultyStoreBase = ResourceStore & { asOf?: (version: string) => StaleReads };

/** A call, and its stale variant. */
interface StoreAct<T> {
  act: () => Promise<T>;
  asOf?: (reads: StaleReads) => Promise<T>;
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
      if (fault) throw errorOfFault(call, fault);
      return yield* this.#events(kind, options);
    }
    yield* this.#events(kind, { ...options, signal: AbortSignal.any([options.signal, fault.when]) });
    if (fault.when.aborted && !options.signal.aborted) throw errorOfFault(call, fault);
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

  async *#events<K extends Kind>(kind: K, options: WatchOptions): AsyncGenerator<WatchEvent<Kinds[K]>> {
    for await (const event of this.#store.watch(kind, options)) {
      const key = event.type === 'changed' ? event.object.metadata : event.type === 'deleted' ? event.key : undefined;
      const call: StoreCall = { verb: 'event', kind, ...(key ? { key } : {}) };
      const fault = await this.#plan(call);
      if (fault?.type === 'ended') return;
      if (fault) throw errorOfFault(call, fault);
      yield event;
    }
  }

  async #call<T>(call: StoreCall, { act, asOf }: StoreAct<T>): Promise<T> {
    const fault = await this.#plan(call);
    if (!fault) return act();
    if (fault.type === 'stale' && asOf && this.#store.asOf) return asOf(this.#store.asOf(fault.version));
    // A lost answer also hides a refusal from the caller.
    if (fault.type === 'answerLost' || fault.type === 'crashAfter') await Promise.allSettled([act()]);
    throw errorOfFault(call, fault);
  }
}

/** A store whose calls and watches fail as the plan says. */
export const withFaults = (store: FaultyStoreBase, plan: FaultPlan): ResourceStore => new FaultyStore(store, plan);
