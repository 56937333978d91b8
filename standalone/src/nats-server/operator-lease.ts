import { randomUUID } from 'node:crypto';
import { Conflict, type ResourceStore } from '@tintype/crds';
import { operatorLeaseName, vacantLease } from '@tintype/operator';

/** The one that objects in NATS are in. */
export const objectsNamespace = 'default';

export const leaseKey = { namespace: objectsNamespace, name: operatorLeaseName };

export type LeaseStore = Pick<ResourceStore, 'get' | 'update'>;

/**
 * Makes the lease vacant if somebody holds it who is known to be gone: nobody has to wait then until it has run out. What
 * else is written meanwhile, by a call of the dead that was under way too, is read again.
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

/** The lease of the operator that the supervisor starts, again and again: each of its processes has a name of its own. */
export class OperatorLease {
  readonly #store: LeaseStore;
  #identity: string | undefined;

  constructor(store: LeaseStore) {
    this.#store = store;
  }

  /** Of the process that is started now, which adds a part of its own (`TINTYPE_OPERATOR_IDENTITY`). */
  newIdentity(): string {
    this.#identity = `standalone-${randomUUID()}`;
    return this.#identity;
  }

  /** To be called once that process is gone. An operator of anybody else keeps its lease. */
  async giveBack(): Promise<void> {
    const identity = this.#identity;
    await vacateLease(this.#store, (holder) => identity !== undefined && holder.startsWith(`${identity}-`));
  }
}
