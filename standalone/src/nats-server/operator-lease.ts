import { randomUUID } from 'node:crypto';
import { Conflict, type ResourceStore } from '@tintype/crds';
import { operatorLeaseName, vacantLease } from '@tintype/operator';

export const objectsNamespace = 'default';

export const leaseKey = { namespace: objectsNamespace, name: operatorLeaseName };

export type LeaseStore = Pick<ResourceStore, 'get' | 'update'>;

/**
 * Vacates the lease if its holder is gone, so that the next leader need not wait until the lease ends. Reads the lease
 * again after a conflict, such as a late write of the dead holder.
 */
export const vacateLease = async (store: LeaseStore, isGone: (holder: string) => boolean): Promise<void> => {
  const { spec: vacantSpec } = vacantLease(leaseKey);
  for (;;) {
    const lease = await store.get('Lease', leaseKey);
    const { holderIdentity } = lease?.spec ?? {};
    if (!lease || !holderIdentity || !isGone(holderIdentity)) return;
    try {
      await store.update('Lease', { ...lease, spec: { ...lease.spec, ...vacantSpec } });
      return;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }
};

/** The lease of the operator that this service starts. */
export class OperatorLease {
  readonly #store: LeaseStore;
  #identity: string | undefined;

  constructor(store: LeaseStore) {
    this.#store = store;
  }

  /** A name for the next operator process (`TINTYPE_OPERATOR_IDENTITY`), which appends a part of its own. */
  newIdentity(): string {
    this.#identity = `standalone-${randomUUID()}`;
    return this.#identity;
  }

  /** Vacates the lease of the process named last. Call it once that process is gone. Any other lease stays. */
  async giveBack(): Promise<void> {
    const identity = this.#identity;
    await vacateLease(this.#store, (holder) => identity !== undefined && holder.startsWith(`${identity}-`));
  }
}
