import { keyText, type ObjectKey, type ObjectMeta } from '@tintype/crds';
import { type Clock, systemClock } from '@tintype/runtime';

interface Expectation {
  owner: string;
  write: 'creation' | 'deletion';
  /** Monotonic time. */
  expiresAt: number;
  /** The resource version that the delete names. */
  version?: string;
  /** True if the delete got no answer. */
  isInDoubt?: boolean;
}

/** Numbers of an owner's writes that the cache does not show yet. */
export interface Pending {
  creations: number;
  deletions: number;
}

interface Observed {
  metadata: Pick<ObjectMeta, 'namespace' | 'name' | 'uid' | 'resourceVersion' | 'deletionTimestamp'>;
}

export type Deleted = Pick<ObjectMeta, 'uid' | 'resourceVersion'>;

/** An informer can be blind for longer than 90 s without knowing it. With an expiry as short as that, pods are created twice. */
const expiryMs = 300_000;

const creationId = (child: ObjectKey) => `creation of ${keyText(child)}`;
const deletionId = (uid: string) => `deletion of ${uid}`;

/**
 * Creations and deletions of owners' children that the informer's cache does not show yet.
 * - A creation is identified by name: the child's event may arrive before the create's answer, which has the uid. A
 *   deletion is identified by uid.
 * - A write stays expected until the cache shows it, at most five minutes. This includes a write of unknown effect. A
 *   deletion can be repeated meanwhile.
 */
export class Expectations {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #expected = new Map<string, Expectation>();
  readonly #idsOfOwner = new Map<string, Set<string>>();

  constructor(clock: Pick<Clock, 'monotonic'> = systemClock) {
    this.#clock = clock;
  }

  /** Call it before the create. */
  expectCreation(owner: string, child: ObjectKey): void {
    this.#expect(creationId(child), { owner, write: 'creation' });
  }

  /** Call it before the delete. */
  expectDeletion(owner: string, { uid, resourceVersion: version }: Deleted): void {
    this.#expect(deletionId(uid), { owner, write: 'deletion', version });
  }

  /** Call it if the delete got no answer: it may have had no effect. */
  doubtDeletion(uid: string): void {
    const expectation = this.#expected.get(deletionId(uid));
    if (expectation) expectation.isInDoubt = true;
  }

  /** True if the delete got no answer. The child may stay unless the delete is repeated. */
  isInDoubt(uid: string): boolean {
    return this.#expected.get(deletionId(uid))?.isInDoubt ?? false;
  }

  /** Call it if the create failed without effect. */
  withdrawCreation(child: ObjectKey): void {
    this.#remove(creationId(child));
  }

  /** Call it if the delete failed without effect. */
  withdrawDeletion(uid: string): void {
    this.#remove(deletionId(uid));
  }

  /** Handler of the children's informer. Register it before the handler that adds keys to the queue. */
  readonly observe = (previous: Observed | undefined, current: Observed | undefined): void => {
    if (!previous && current) this.#remove(creationId(current.metadata));
    if (!current && previous) this.#remove(deletionId(previous.metadata.uid));
    // A child with a deletion timestamp may exist for a while, but its deletion has been seen.
    if (current?.metadata.deletionTimestamp !== undefined) this.#remove(deletionId(current.metadata.uid));
    if (previous && current) this.#removeIfOutdated(previous, current);
  };

  pending(owner: string): Pending {
    const pending = { creations: 0, deletions: 0 };
    for (const id of [...(this.#idsOfOwner.get(owner) ?? [])]) {
      const expectation = this.#expected.get(id);
      if (!expectation || expectation.expiresAt <= this.#clock.monotonic()) this.#remove(id);
      else if (expectation.write === 'creation') pending.creations += 1;
      else pending.deletions += 1;
    }
    return pending;
  }

  isSatisfied(owner: string): boolean {
    const { creations, deletions } = this.pending(owner);
    return creations + deletions === 0;
  }

  forget(owner: string): void {
    for (const id of [...(this.#idsOfOwner.get(owner) ?? [])]) this.#remove(id);
  }

  /** A delete names a version, so it has no effect once the child has a newer one. */
  #removeIfOutdated({ metadata: before }: Observed, { metadata: after }: Observed): void {
    const version = this.#expected.get(deletionId(before.uid))?.version;
    if (version === before.resourceVersion && version !== after.resourceVersion) this.#remove(deletionId(before.uid));
  }

  #expect(id: string, expectation: Omit<Expectation, 'expiresAt'>): void {
    const { owner } = expectation;
    this.#remove(id);
    this.#expected.set(id, { ...expectation, expiresAt: this.#clock.monotonic() + expiryMs });
    this.#idsOfOwner.set(owner, (this.#idsOfOwner.get(owner) ?? new Set()).add(id));
  }

  #remove(id: string): void {
    const expectation = this.#expected.get(id);
    if (!expectation) return;
    this.#expected.delete(id);
    const ids = this.#idsOfOwner.get(expectation.owner);
    ids?.delete(id);
    if (ids?.size === 0) this.#idsOfOwner.delete(expectation.owner);
  }
}
