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

export interface NewObjectMeta extends ObjectKey {
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
}

/**
 * Kubernetes' ObjectMeta without `managedFields`. Times are RFC 3339. `uid` tells objects of the same name apart.
 * `resourceVersion` changes with every write; compare it for equality only. `generation` counts changes of `spec`.
 */
export interface ObjectMeta extends NewObjectMeta {
  uid: string;
  resourceVersion: string;
  generation?: number;
  creationTimestamp: string;
  /** Set while the object is being deleted, until its last finalizer is removed. */
  deletionTimestamp?: string;
  /** Pods: the containers' time to end; 0 if they have ended or the deletion is forced. */
  deletionGracePeriodSeconds?: number;
}

/** `namespace/name`. */
export const keyText = ({ namespace, name }: ObjectKey): string => `${namespace}/${name}`;

/** The inverse of {@link keyText}. */
export const keyOf = (text: string): ObjectKey => {
  const slash = text.indexOf('/');
  return { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
};
