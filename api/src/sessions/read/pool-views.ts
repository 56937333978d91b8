import { type BrowserPool, isPoolTrouble, type ResourceStore } from '@tintype/crds';

/** A pool of warm browsers, for the administrator. The operator updates the pool's object at most every 5 s. */
export interface PoolView {
  name: string;
  /** How many browsers should be warm. */
  desired: number;
  /** Warm browsers: sessions can start at once in them. */
  warm: number;
  /** Browsers without a session that are not warm yet. */
  starting: number;
  /** Browsers with a session. */
  claimed: number;
  waitingSessions: number;
  /** The reason of the condition `Ready`, such as `Complete`; null before the operator has seen the pool. */
  state: string | null;
  /** A sentence about the pool's state. */
  message: string | null;
  /** A person should look at it: it cannot have its browsers. */
  trouble: boolean;
}

const viewOf = ({ metadata, spec, status = {} }: BrowserPool): PoolView => {
  const { replicas = 0, readyReplicas = 0, claimedReplicas = 0, waitingSessions = 0, conditions = [] } = status;
  const ready = conditions.find(({ type }) => type === 'Ready');
  return {
    name: metadata.name,
    desired: spec.replicas,
    warm: readyReplicas,
    starting: Math.max(0, replicas - readyReplicas),
    claimed: claimedReplicas,
    waitingSessions,
    state: ready?.reason ?? null,
    message: ready?.message ?? null,
    trouble: ready !== undefined && isPoolTrouble(ready.reason),
  };
};

/** The pools of the namespace, by name. */
export const readPools = async (
  store: Pick<ResourceStore, 'list'>,
  namespace: string,
): Promise<readonly PoolView[]> => {
  const { items } = await store.list('BrowserPool', { namespace });
  return items.map(viewOf).toSorted((one, other) => one.name.localeCompare(other.name));
};
