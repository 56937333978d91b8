import { keyText, type ObjectKey, type ObjectMeta } from '@tintype/crds';
import { type Clock, systemClock } from '@tintype/runtime';

interface Expectation {
  owner: string;
  what: 'creation' | 'deletion';
  expiresAt: number;
  /** The one that is deleted, of no other version. */
  version?: string;
  isInDoubt?: boolean;
}

export interface Pending {
  creations: number;
  deletions: number;
}

interface Observed {
  metadata: Pick<ObjectMeta, 'namespace' | 'name' | 'uid' | 'resourceVersion' | 'deletionTimestamp'>;
}

/** A child, to be deleted as it was seen. */
export type Deleted = Pick<ObjectMeta, 'uid' | 'resourceVersion'>;

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
 * one, settles nothing. A write of unknown effect stays expected until it is seen, or given up after five minutes; a deletion
 * can be asked for again meanwhile.
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
    this.#expect(creationId(child), { owner, what: 'creation' });
  }

  /** Before the call that deletes it. */
  expectDeletion(owner: string, { uid, resourceVersion: version }: Deleted): void {
    this.#expect(deletionId(uid), { owner, what: 'deletion', version });
  }

  /** The call got no answer: it may have had no effect. */
  doubtDeletion(uid: string): void {
    const expectation = this.#expected.get(deletionId(uid));
    if (expectation) expectation.isInDoubt = true;
  }

  /** It is expected to go, and would not if it was not asked for again. */
  isInDoubt(uid: string): boolean {
    return this.#expected.get(deletionId(uid))?.isInDoubt ?? false;
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
    if (previous && current) this.#settleByVersion(previous, current);
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

  /** What somebody has written since cannot be deleted as it was any more. */
  #settleByVersion({ metadata: before }: Observed, { metadata: now }: Observed): void {
    const version = this.#expected.get(deletionId(before.uid))?.version;
    if (version === before.resourceVersion && version !== now.resourceVersion) this.#settle(deletionId(before.uid));
  }

  #expect(id: string, expectation: Omit<Expectation, 'expiresAt'>): void {
    const { owner } = expectation;
    this.#settle(id);
    this.#expected.set(id, { ...expectation, expiresAt: this.#clock.monotonic() + expiryMs });
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
