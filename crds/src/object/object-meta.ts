/** Names one object of a kind. */
export interface ObjectKey {
  namespace: string;
  name: string;
}

export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/** What the maker of an object says of it. */
export interface NewObjectMeta extends ObjectKey {
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
}

/**
 * What every stored object has (Kubernetes' ObjectMeta, without `managedFields`, which the stores drop). Times are RFC
 * 3339. `uid` differs between an object and a later one of the same name; `resourceVersion` changes with every write and
 * is compared for equality only; `generation` counts the changes of `spec`.
 */
export interface ObjectMeta extends NewObjectMeta {
  uid: string;
  resourceVersion: string;
  generation?: number;
  creationTimestamp: string;
  /** Set once the object is being deleted: it goes when its last finalizer is gone. */
  deletionTimestamp?: string;
  /** Pods: how long the node gives the containers; 0 once they have ended, or when it was forced. */
  deletionGracePeriodSeconds?: number;
}

/** `namespace/name`, as queues and logs name an object. */
export const keyText = ({ namespace, name }: ObjectKey): string => `${namespace}/${name}`;

/** The key that {@link keyText} wrote. */
export const keyOf = (text: string): ObjectKey => {
  const slash = text.indexOf('/');
  return { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
};
