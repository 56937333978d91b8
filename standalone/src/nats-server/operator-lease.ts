import { randomUUID } from 'node:crypto';
import { Conflict, type ResourceStore } from '@tintype/crds';
import { operatorLeaseName, vacantLease } from '@tintype/operator';

export const objectsNamespace = 'default';

export const leaseKey = { namespace: objectsNamespace, name: operatorLeaseName };

export type LeaseStore = Pick<ResourceStore, 'get' | 'update'>;

/**
 * Vacates the lease if its holder is gone, so that the next leader need not wait for its end. After a conflict, such as a late
 * write of the dead holder, it reads the lease again.
 */
export const vacateLease = async (store: LeaseStore, isGone: (holder: string) => boolean): Promise<void> => {
  const { spec } = vacantLease(leaseKey);
  for (;;) {
    const lease = await store.get('Lease', leaseKey);
    const { holderIdentity } = lease?.spec ?? {};
    if (!lease || !holderIdentity || !isGone(holderIdentity)) return;
    try {
      await store.update('Lease', { ...lease, spec: { ...lease.spec, ...spec } });
      return;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }
};

export class OperatorLease {
  readonly #store: LeaseStore;
  #identity: string | undefined;

  constructor(store: LeaseStore) {
    this.#store = store;
  }

  /** The name for the next process, which adds a part of its own (`TINTYPE_OPERATOR_IDENTITY`). */
  newIdentity(): string {
    this.#identity = `standalone-${randomUUID()}`;
    return this.#identity;
  }

  /** Call it once that process is gone. The lease of any other operator stays. */
  async giveBack(): Promise<void> {
    const identity = this.#identity;
    await vacateLease(this.#store, (holder) => identity !== undefined && holder.startsWith(`${identity}-`));
  }
}
