import { type BrowserSession, keyText, labels, type Pod } from '@tintype/crds';
import { type Outside, reconcile, sweep } from '@tintype/operator';
import type { Actor } from './actor.js';
import type { Request } from './gate.js';
import { gatedAccounts, gatedAgent, gatedBooks, gatedSlots, gatedStore } from './gated.js';
import { PlayedSource } from './played-source.js';
import type { WatchedKind, World } from './world.js';

const sweepMs = 120_000;
/** What failed is tried again after so long, then after twice as long, and so on. */
const failedMs = 1000;
const longestFailedMs = 32_000;
export const keptSeconds = 100;

/** One operator process: caches that lag behind, a queue, and at most one pass at a time. */
export class PlayedOperator implements Actor {
  readonly name: string;
  alive = true;
  asleep = false;
  /** Its watches tell it nothing any more, and it does not notice. */
  hearsNothing = false;
  readonly #world: World;
  readonly #caches = { BrowserSession: new Map<string, BrowserSession>(), Pod: new Map<string, Pod>() };
  readonly #heard = { BrowserSession: 0, Pod: 0 };
  /** Sessions to look at, and when, in milliseconds of the epoch. */
  readonly #due = new Map<string, number>();
  readonly #failures = new Map<string, number>();
  readonly #passing: Outside;
  readonly #sweeping: Outside;
  #busy = false;
  #nextSweep: number;

  constructor(name: string, world: World) {
    this.name = name;
    this.#world = world;
    this.#nextSweep = world.clock.now() + sweepMs;
    this.#passing = this.#outside('operator');
    this.#sweeping = this.#outside('sweeper');
    // A new process lists first.
    this.hear('BrowserSession');
    this.hear('Pod');
  }

  get mayAct(): boolean {
    return this.alive && !this.asleep && !this.#busy;
  }

  /** Something has happened that its cache does not have yet. */
  isBehind(kind: WatchedKind): boolean {
    return !this.hearsNothing && this.#heard[kind] !== this.#world.version(kind);
  }

  /** Brings a cache up to date, as its watch does in time. */
  hear(kind: WatchedKind): void {
    this.#heard[kind] = this.#world.version(kind);
    const cache: Map<string, BrowserSession | Pod> = this.#caches[kind];
    const objects: ReadonlyMap<string, BrowserSession | Pod> = this.#world.objects(kind);
    for (const [key, gone] of cache)
      if (!objects.has(key)) {
        cache.delete(key);
        this.#lookAt(sessionKeyOf(gone));
      }
    for (const [key, object] of objects) {
      if (cache.get(key)?.metadata.resourceVersion === object.metadata.resourceVersion) continue;
      cache.set(key, object);
      this.#lookAt(sessionKeyOf(object));
    }
  }

  /** Sessions in its cache that it would look at now. */
  get ready(): string[] {
    const now = this.#world.clock.now();
    const ready: string[] = [];
    for (const [key, at] of this.#due) if (at <= now && this.#caches.BrowserSession.has(key)) ready.push(key);
    return ready;
  }

  /** It will look at every session that it knows, though nothing tells it to. */
  lookAtAll(): void {
    for (const key of this.#caches.BrowserSession.keys()) this.#lookAt(key);
  }

  get isSweepDue(): boolean {
    return this.#nextSweep <= this.#world.clock.now();
  }

  /** Milliseconds of the epoch. */
  get nextDue(): number {
    if (!this.mayAct) return Infinity;
    let next = this.#nextSweep;
    for (const [key, at] of this.#due) if (this.#caches.BrowserSession.has(key)) next = Math.min(next, at);
    return next;
  }

  /** Begins a pass; it stops at its first call. */
  pass(key: string): void {
    const session = this.#caches.BrowserSession.get(key);
    if (!session) return;
    this.#due.delete(key);
    const work = async () => {
      const { afterMs, reason } = await reconcile(this.#passing, session);
      this.#failures.delete(key);
      // Whoever hears nothing would find the same change again and again.
      const isInVain = reason === 'Changed' && this.hearsNothing;
      if (afterMs !== undefined && !isInVain) this.#lookAt(key, afterMs);
      this.#world.note(() => `${this.name}: its pass of ${key} ends: ${reason}`);
    };
    void this.#run(work, () => this.#failed(key));
  }

  sweep(): void {
    this.#nextSweep = this.#world.clock.now() + sweepMs;
    void this.#run(
      () => sweep(this.#sweeping),
      () => undefined,
    );
  }

  async #run(work: () => Promise<void>, failed: () => void): Promise<void> {
    this.#busy = true;
    try {
      await work();
    } catch (error) {
      this.#world.note(() => `${this.name}: ${String(error)}`);
      failed();
    }
    this.#busy = false;
  }

  #failed(key: string): void {
    const before = this.#failures.get(key) ?? 0;
    this.#failures.set(key, before + 1);
    this.#lookAt(key, Math.min(longestFailedMs, failedMs * 2 ** before));
  }

  #lookAt(key: string, afterMs = 0): void {
    const at = this.#world.clock.now() + afterMs;
    this.#due.set(key, Math.min(at, this.#due.get(key) ?? at));
  }

  #outside(part: Request['part']): Outside {
    const store = gatedStore(this.#world, this, part);
    return {
      store,
      pods: { get: (key) => this.#caches.Pod.get(keyText(key)) },
      source: new PlayedSource(this.#caches.Pod, store),
      agent: gatedAgent(this.#world, this, part),
      slots: gatedSlots(this.#world, this, part),
      books: gatedBooks(this.#world, this, part),
      accounts: gatedAccounts(this.#world, this, part),
      clock: this.#world.clock,
      record: () => undefined,
      ttlSecondsAfterClosed: keptSeconds,
    };
  }
}

const sessionKeyOf = ({ metadata, kind }: BrowserSession | Pod): string =>
  kind === 'Pod'
    ? keyText({ namespace: metadata.namespace, name: metadata.labels?.[labels.session] ?? '' })
    : keyText(metadata);
