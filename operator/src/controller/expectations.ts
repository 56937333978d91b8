import { keyText, type ObjectKey, type ObjectMeta } from '@tintype/crds';
import { type Clock, systemClock } from '@tintype/runtime';

interface Expectation {
  owner: string;
  what: 'creation' | 'deletion';
  expiresAt: number;
}

export interface Pending {
  creations: number;
  deletions: number;
}

interface Observed {
  metadata: Pick<ObjectMeta, 'namespace' | 'name' | 'uid' | 'deletionTimestamp'>;
}

/**
 * Longer than an informer can be blind without knowing it (90 s of silence, then a list): whoever gave up sooner
 * would make everything a second time.
 */
const expiryMs = 300_000;

const creationId = (child: ObjectKey) => `creation of ${keyText(child)}`;
const deletionId = (uid: string) => `deletion of ${uid}`;

/**
 * What an owner has made and deleted, and its cache does not show yet: whoever counts children in the cache adds and
 * subtracts it, or waits until nothing is pending. Each child is known by name (a creation, because the uid is not known
 * before the answer, which may come after the event) or uid (a deletion), so that an event of another child, or an old
 * one, settles nothing. A write of unknown effect stays expected until it is seen, or given up after five minutes.
 */
export class Expectations {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #expected = new Map<string, Expectation>();
  readonly #ofOwner = new Map<string, Set<string>>();

  constructor(clock: Pick<Clock, 'monotonic'> = systemClock) {
    this.#clock = clock;
  }

  /** Before the call that makes it. */
  expectCreation(owner: string, child: ObjectKey): void {
    this.#expect(creationId(child), owner, 'creation');
  }

  /** Before the call that deletes it. */
  expectDeletion(owner: string, uid: string): void {
    this.#expect(deletionId(uid), owner, 'deletion');
  }

  /** The call failed, and had no effect. */
  withdrawCreation(child: ObjectKey): void {
    this.#settle(creationId(child));
  }

  withdrawDeletion(uid: string): void {
    this.#settle(deletionId(uid));
  }

  /** Handler of the children's informer, before the one that adds keys to the queue. */
  readonly observe = (previous: Observed | undefined, current: Observed | undefined): void => {
    if (!previous && current) this.#settle(creationId(current.metadata));
    if (!current && previous) this.#settle(deletionId(previous.metadata.uid));
    // It may stay for long, but is no child to count on.
    if (current?.metadata.deletionTimestamp !== undefined) this.#settle(deletionId(current.metadata.uid));
  };

  pending(owner: string): Pending {
    const pending = { creations: 0, deletions: 0 };
    for (const id of [...(this.#ofOwner.get(owner) ?? [])]) {
      const expectation = this.#expected.get(id);
      if (!expectation || expectation.expiresAt <= this.#clock.monotonic()) this.#settle(id);
      else if (expectation.what === 'creation') pending.creations += 1;
      else pending.deletions += 1;
    }
    return pending;
  }

  /** The cache shows all that the owner did. */
  satisfied(owner: string): boolean {
    const { creations, deletions } = this.pending(owner);
    return creations + deletions === 0;
  }

  /** The owner is gone. */
  forget(owner: string): void {
    for (const id of [...(this.#ofOwner.get(owner) ?? [])]) this.#settle(id);
  }

  #expect(id: string, owner: string, what: Expectation['what']): void {
    this.#settle(id);
    this.#expected.set(id, { owner, what, expiresAt: this.#clock.monotonic() + expiryMs });
    this.#ofOwner.set(owner, (this.#ofOwner.get(owner) ?? new Set()).add(id));
  }

  #settle(id: string): void {
    const expectation = this.#expected.get(id);
    if (!expectation) return;
    this.#expected.delete(id);
    const ids = this.#ofOwner.get(expectation.owner);
    ids?.delete(id);
    if (ids?.size === 0) this.#ofOwner.delete(expectation.owner);
  }
}
