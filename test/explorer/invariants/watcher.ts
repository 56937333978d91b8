import type { BrowserSession, Pod } from '@tintype/crds';
import type { World } from '../played/world.js';
import { always, type Invariants } from './always.js';
import { atRest } from './at-rest.js';
import { onceOver } from './once-over.js';

export class BrokenInvariant extends Error {
  override name = 'BrokenInvariant';
  /** The name that `make mutations` prints. */
  readonly invariant: string;

  constructor(invariant: string, detail = '') {
    super(detail ? `${invariant} (${detail})` : invariant);
    this.invariant = invariant;
  }
}

type Named = readonly (readonly [name: string, Invariants[string]])[];

// Listed once: a schedule checks them hundreds of times.
const namedAlways: Named = Object.entries({ ...always, ...onceOver });
const namedAtRest: Named = Object.entries(atRest);

/** Checks every invariant, and keeps the history that they need. */
export class Watcher {
  readonly #world: World;
  readonly #sessions = new Map<string, BrowserSession>();
  readonly #pods = new Map<string, Pod>();
  readonly #deletions = new Map<string, string>();
  #before: ReadonlyMap<string, BrowserSession> = new Map();

  constructor(world: World) {
    this.#world = world;
  }

  /** After each step. @throws BrokenInvariant */
  check(): void {
    this.#checkAll(namedAlways);
    this.#before = this.#world.objects('BrowserSession');
    for (const session of this.#before.values()) this.#sessions.set(session.metadata.uid, session);
    for (const pod of this.#world.objects('Pod').values()) {
      const { uid, deletionTimestamp } = pod.metadata;
      this.#pods.set(uid, pod);
      if (deletionTimestamp && !this.#deletions.has(uid)) this.#deletions.set(uid, deletionTimestamp);
    }
  }

  /** When no move is left. @throws BrokenInvariant */
  checkRest(): void {
    this.check();
    this.#checkAll(namedAtRest);
  }

  #checkAll(invariants: Named): void {
    const seen = { sessions: this.#sessions, pods: this.#pods, deletions: this.#deletions, before: this.#before };
    for (const [name, broken] of invariants) {
      const detail = broken(this.#world, seen);
      if (detail) throw new BrokenInvariant(name, detail);
    }
  }
}
