import {
  type BrowserPool,
  type BrowserSession,
  type Kinds,
  keyText,
  labels,
  type Pod,
  type ResourceStore,
} from '@tintype/crds';
import {
  freesPod,
  isUnclaimed,
  podNamedBy,
  poolKeyOf,
  reconcile,
  type SessionDependencies,
  sweep,
} from '@tintype/operator/testing';
import type { Actor, Request } from './gate.js';
import { gatedAccounts, gatedAgent, gatedLedger, gatedProxies, gatedSlots, gatedStore } from './gated.js';
import { PlayedPools } from './pools.js';
import type { WatchedKind, World } from './world.js';

const sweepMs = 120_000;
/** The delay doubles from the first to the last. */
const firstRetryMs = 1000;
const maxRetryMs = 32_000;

/** One operator process: stale caches, a queue, and at most one pass at a time. */
export class PlayedOperator implements Actor {
  readonly name: string;
  alive = true;
  isPaused = false;
  about: BrowserSession | undefined;
  /** Its watches deliver nothing, and it does not notice. */
  isDeaf = false;
  readonly #world: World;
  readonly #caches = {
    BrowserSession: new Map<string, BrowserSession>(),
    Pod: new Map<string, Pod>(),
    BrowserPool: new Map<string, BrowserPool>(),
  };
  readonly #syncedVersions = { BrowserSession: 0, Pod: 0, BrowserPool: 0 };
  readonly #pools: PlayedPools;
  /** Sessions and their times, milliseconds since the epoch. */
  readonly #due = new Map<string, number>();
  readonly #failures = new Map<string, number>();
  readonly #duePools = new Map<string, number>();
  readonly #operatorDependencies: SessionDependencies;
  readonly #sweeperDependencies: SessionDependencies;
  readonly #poolStore: ResourceStore;
  #busy = false;
  #nextSweep: number;

  constructor(name: string, world: World) {
    this.name = name;
    this.#world = world;
    this.#nextSweep = world.clock.now() + sweepMs;
    this.#pools = new PlayedPools(world, this.#caches);
    this.#poolStore = gatedStore(world, this, 'pool');
    this.#operatorDependencies = this.#dependencies('operator');
    this.#sweeperDependencies = this.#dependencies('sweeper');
    // A new process lists first.
    this.syncCache('BrowserSession');
    this.syncCache('Pod');
    this.syncCache('BrowserPool');
  }

  get mayAct(): boolean {
    return this.alive && !this.isPaused && !this.#busy;
  }

  hasStaleCache(kind: WatchedKind): boolean {
    return !this.isDeaf && this.#syncedVersions[kind] !== this.#world.version(kind);
  }

  /** Updates a cache, as its watch would. */
  syncCache(kind: WatchedKind): void {
    this.#syncedVersions[kind] = this.#world.version(kind);
    const cache: Map<string, Kinds[WatchedKind]> = this.#caches[kind];
    const objects: ReadonlyMap<string, Kinds[WatchedKind]> = this.#world.objects(kind);
    for (const [key, gone] of cache)
      if (!objects.has(key)) {
        cache.delete(key);
        this.#observe(gone, undefined);
      }
    for (const [key, object] of objects) {
      const known = cache.get(key);
      if (known?.metadata.resourceVersion === object.metadata.resourceVersion) continue;
      cache.set(key, object);
      this.#observe(known, object);
    }
  }

  #observe(previous: Kinds[WatchedKind] | undefined, current: Kinds[WatchedKind] | undefined): void {
    const object = current ?? previous;
    if (object?.kind === 'BrowserPool') this.#enqueuePool(keyText(object.metadata));
    if (object?.kind === 'BrowserSession')
      this.#observeSession(previous as BrowserSession | undefined, current as BrowserSession | undefined);
    if (object?.kind === 'Pod') this.#observePod(previous as Pod | undefined, current as Pod | undefined);
  }

  #observeSession(previous: BrowserSession | undefined, current: BrowserSession | undefined): void {
    const { metadata, spec } = (current ?? previous)!;
    this.#enqueue(keyText(metadata));
    this.#pools.memory.reserved.observeSession(previous, current);
    if (freesPod(previous, current)) this.#enqueuePool(keyText({ namespace: metadata.namespace, name: spec.pool }));
  }

  #observePod(previous: Pod | undefined, current: Pod | undefined): void {
    const pod = (current ?? previous)!;
    this.#enqueue(sessionKeyOf(pod));
    for (const [key, session] of this.#caches.BrowserSession)
      if (podNamedBy(session) === pod.metadata.uid) this.#enqueue(key);
    this.#pools.observe(previous, current);
    const pool = poolKeyOf(pod);
    const isClaimed = [previous, current].every((each) => each && !isUnclaimed(each));
    if (pool && !isClaimed) this.#enqueuePool(pool);
  }

  get ready(): string[] {
    const now = this.#world.clock.now();
    const ready: string[] = [];
    for (const [key, at] of this.#due) if (at <= now && this.#caches.BrowserSession.has(key)) ready.push(key);
    return ready;
  }

  get readyPools(): string[] {
    const now = this.#world.clock.now();
    const ready: string[] = [];
    for (const [key, at] of this.#duePools) if (at <= now) ready.push(key);
    return ready;
  }

  /** Enqueues every cached session, as a resync would. */
  enqueueAll(): void {
    for (const key of this.#caches.BrowserSession.keys()) this.#enqueue(key);
  }

  get isSweepDue(): boolean {
    return this.#nextSweep <= this.#world.clock.now();
  }

  /** Milliseconds since the epoch. */
  get nextDue(): number {
    if (!this.mayAct) return Infinity;
    let next = this.#nextSweep;
    for (const [key, at] of this.#due) if (this.#caches.BrowserSession.has(key)) next = Math.min(next, at);
    for (const at of this.#duePools.values()) next = Math.min(next, at);
    return next;
  }

  /** Starts a pass, which stops at its first call. */
  pass(key: string): void {
    const session = this.#caches.BrowserSession.get(key);
    if (!session) return;
    this.#due.delete(key);
    this.about = session;
    const work = async () => {
      const { afterMs, reason } = await reconcile(this.#operatorDependencies, session);
      if (reason === 'Changed') this.#failed(key);
      else this.#failures.delete(key);
      if (afterMs !== undefined) this.#enqueue(key, afterMs);
      this.#world.note(() => `${this.name} ends its pass of ${key}: ${reason}`);
    };
    void this.#run(work, () => this.#failed(key));
  }

  passPool(key: string): void {
    this.about = undefined;
    this.#duePools.delete(key);
    const work = async () => {
      const { afterMs } = await this.#pools.reconcile(this.#poolStore, key);
      if (afterMs !== Infinity && !this.isDeaf) this.#enqueuePool(key, afterMs);
      this.#world.note(() => `${this.name} ends its pass of the pool ${key}`);
    };
    void this.#run(work, () => this.#enqueuePool(key, firstRetryMs));
  }

  sweep(): void {
    this.about = undefined;
    this.#nextSweep = this.#world.clock.now() + sweepMs;
    void this.#run(
      () => sweep(this.#sweeperDependencies),
      () => undefined,
    );
  }

  async #run(work: () => Promise<void>, failed: () => void): Promise<void> {
    this.#busy = true;
    try {
      await work();
    } catch (error) {
      this.#world.violations.errorThrown(error);
      this.#world.note(() => `${this.name}: ${String(error)}`);
      failed();
    }
    this.#busy = false;
  }

  #failed(key: string): void {
    const before = this.#failures.get(key) ?? 0;
    this.#failures.set(key, before + 1);
    this.#enqueue(key, Math.min(maxRetryMs, firstRetryMs * 2 ** before));
  }

  #enqueue(key: string, afterMs = 0): void {
    const at = this.#world.clock.now() + afterMs;
    this.#due.set(key, Math.min(at, this.#due.get(key) ?? at));
  }

  #enqueuePool(key: string, afterMs = 0): void {
    const at = this.#world.clock.now() + afterMs;
    this.#duePools.set(key, Math.min(at, this.#duePools.get(key) ?? at));
  }

  #dependencies(part: Request['part']): SessionDependencies {
    const store = gatedStore(this.#world, this, part);
    return {
      store,
      pods: { get: (key) => this.#caches.Pod.get(keyText(key)) },
      source: this.#pools.source(store),
      agent: gatedAgent(this.#world, this, part),
      slots: gatedSlots(this.#world, this, part),
      ledger: gatedLedger(this.#world, this, part),
      accounts: gatedAccounts(this.#world, this, part),
      proxies: gatedProxies(this.#world, this, part),
      clock: this.#world.clock,
      record: () => undefined,
      ttlSecondsAfterClosed: this.#world.keptSeconds,
    };
  }
}

const sessionKeyOf = ({ metadata }: Pod): string =>
  keyText({ namespace: metadata.namespace, name: metadata.labels?.[labels.session] ?? '' });
