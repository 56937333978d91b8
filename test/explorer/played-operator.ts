import { type BrowserSession, type Kind, type Kinds, keyText, labels, type Pod } from '@tintype/crds';
import { ColdStart, type Outside, reconcile, sweep } from '@tintype/operator';
import type { Actor } from './gate.js';
import type { World } from './world.js';

/** One operator process: caches that lag behind, a queue, and at most one pass at a time. */
export class PlayedOperator implements Actor {
  readonly name: string;
  alive = true;
  #world: World;
  #sessions = new Map<string, BrowserSession>();
  #pods = new Map<string, Pod>();
  /** Sessions to look at, and when, in milliseconds of the epoch. */
  readonly #due = new Map<string, number>();
  #busy = false;
  #nextSweep: number;

  constructor(name: string, world: World) {
    this.name = name;
    this.#world = world;
    this.#nextSweep = world.clock.now() + sweepMs;
    // A new process lists first.
    this.#hearAll('BrowserSession');
    this.#hearAll('Pod');
  }

  get isBusy(): boolean {
    return this.#busy;
  }

  /** Something has happened that its caches do not have yet. */
  get isBehind(): boolean {
    return (
      !sameAs(this.#sessions, this.#world.objects('BrowserSession')) || !sameAs(this.#pods, this.#world.objects('Pod'))
    );
  }

  /** Brings its caches up to date, as its watches do in time. */
  hear(): void {
    this.#hearAll('BrowserSession');
    this.#hearAll('Pod');
  }

  /** Sessions in its cache that it would look at now. */
  get ready(): string[] {
    const now = this.#world.clock.now();
    return [...this.#due].filter(([key, at]) => at <= now && this.#sessions.has(key)).map(([key]) => key);
  }

  /** All sessions that it knows: any may be looked at at any time. */
  get known(): string[] {
    return [...this.#sessions.keys()];
  }

  get isSweepDue(): boolean {
    return this.#nextSweep <= this.#world.clock.now();
  }

  /** Milliseconds of the epoch. */
  get nextDue(): number {
    return Math.min(this.#nextSweep, ...[...this.#due].filter(([key]) => this.#sessions.has(key)).map(([, at]) => at));
  }

  /** Begins a pass; it stops at its first call. */
  pass(key: string): void {
    const session = this.#sessions.get(key);
    if (!session) return;
    this.#due.delete(key);
    void this.#run(
      async () => {
        const { afterMs, reason } = await reconcile(this.#outside(), session);
        if (afterMs !== undefined) this.#lookAgain(key, afterMs);
        this.#world.note(`${this.name}: pass of ${key} ends: ${reason}`);
      },
      () => this.#lookAgain(key, failedMs),
    );
  }

  sweep(): void {
    this.#nextSweep = this.#world.clock.now() + sweepMs;
    void this.#run(
      () => sweep(this.#outside()),
      () => undefined,
    );
  }

  async #run(work: () => Promise<void>, failed: () => void): Promise<void> {
    this.#busy = true;
    try {
      await work();
    } catch (error) {
      this.#world.note(`${this.name}: ${String(error)}`);
      failed();
    }
    this.#busy = false;
  }

  #lookAgain(key: string, afterMs: number): void {
    const at = this.#world.clock.now() + afterMs;
    this.#due.set(key, Math.min(at, this.#due.get(key) ?? at));
  }

  #hearAll(kind: 'BrowserSession' | 'Pod'): void {
    const now = this.#world.objects(kind);
    const known: Map<string, BrowserSession | Pod> = kind === 'Pod' ? this.#pods : this.#sessions;
    for (const key of new Set([...known.keys(), ...now.keys()])) {
      const object = now.get(key);
      if (known.get(key)?.metadata.resourceVersion === object?.metadata.resourceVersion) continue;
      const changed = object ?? known.get(key);
      if (object) known.set(key, object);
      else known.delete(key);
      if (changed) this.#due.set(sessionKeyOf(changed), this.#world.clock.now());
    }
  }

  #outside(): Outside {
    const world = this.#world;
    const store = world.gatedStore(this);
    return {
      store,
      pods: {
        get: (key) => this.#pods.get(keyText(key)),
      },
      source: new ColdStart(store, () => ({
        labels: {},
        annotations: {},
        spec: { containers: [{ name: 'browser', image: 'browser' }], nodeName: 'node-1' },
      })),
      agent: world.gatedAgent(this),
      slots: world.gatedSlots(this),
      books: world.gatedBooks(this),
      accounts: { find: async (account) => world.accounts.get(account) },
      clock: world.clock,
      record: () => undefined,
      ttlSecondsAfterClosed: 300,
    };
  }
}

const sweepMs = 30_000;
const failedMs = 1000;

const sessionKeyOf = ({ metadata, kind }: BrowserSession | Pod): string =>
  kind === 'Pod'
    ? keyText({ namespace: metadata.namespace, name: metadata.labels?.[labels.session] ?? '' })
    : keyText(metadata);

const sameAs = (known: ReadonlyMap<string, Kinds[Kind]>, now: ReadonlyMap<string, Kinds[Kind]>): boolean =>
  known.size === now.size &&
  [...now].every(([key, { metadata }]) => known.get(key)?.metadata.resourceVersion === metadata.resourceVersion);
