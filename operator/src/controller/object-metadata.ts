import { type Kind, type Kinds, keyText, kindInfo, type ObjectMeta, type OwnerReference } from '@tintype/crds';

interface Owned {
  metadata: Pick<ObjectMeta, 'namespace' | 'name'> & { ownerReferences?: OwnerReference[] };
}

/** The reference from a child to its controller. Deleting the owner does not wait for the child. */
export const controllerReference = ({ kind, apiVersion, metadata }: Kinds[Kind]): OwnerReference => ({
  apiVersion,
  kind,
  name: metadata.name,
  uid: metadata.uid,
  controller: true,
  blockOwnerDeletion: false,
});

export const controllerOf = ({ metadata }: Owned): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller);

/** Compares uids: a later object of the same name is another object. */
export const isControlledBy = (object: Owned, owner: { metadata: Pick<ObjectMeta, 'uid'> }): boolean =>
  controllerOf(object)?.uid === owner.metadata.uid;

export const ownKey = ({ metadata }: Owned): string[] => [keyText(metadata)];

/** The key of the object's controller, if it has this kind. */
export const controllerKey =
  (kind: Kind) =>
  (object: Owned): string[] => {
    const owner = controllerOf(object);
    if (owner?.kind !== kind || owner.apiVersion !== kindInfo[kind].apiVersion) return [];
    return [keyText({ namespace: object.metadata.namespace, name: owner.name })];
  };

interface Finalized {
  metadata: { finalizers?: string[] };
}

export const hasFinalizer = ({ metadata }: Finalized, finalizer: string): boolean =>
  metadata.finalizers?.includes(finalizer) ?? false;

const withFinalizers = <T extends Finalized>(object: T, finalizers: string[]): T => ({
  ...object,
  metadata: { ...object.metadata, finalizers },
});

/** Returns the same object if it has the finalizer. */
export const addFinalizer = <T extends Finalized>(object: T, finalizer: string): T =>
  hasFinalizer(object, finalizer) ? object : withFinalizers(object, [...(object.metadata.finalizers ?? []), finalizer]);

/** Returns the same object if it lacks the finalizer. */
export const removeFinalizer = <T extends Finalized>(object: T, finalizer: string): T =>
  hasFinalizer(object, finalizer)
    ? withFinalizers(object, object.metadata.finalizers?.filter((each) => each !== finalizer) ?? [])
    : object;
