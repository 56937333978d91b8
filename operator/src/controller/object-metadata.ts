import { type Kind, type Kinds, keyText, kindInfo, type ObjectMeta, type OwnerReference } from '@tintype/crds';

interface HasOwners {
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

export const controllerOf = ({ metadata }: HasOwners): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller);

/** Compares uids: a later owner of the same name is another object. */
export const isControlledBy = (object: HasOwners, owner: { metadata: Pick<ObjectMeta, 'uid'> }): boolean =>
  controllerOf(object)?.uid === owner.metadata.uid;

/** Lists the object's own key. */
export const ownKey = ({ metadata }: HasOwners): string[] => [keyText(metadata)];

/** Returns a function that lists the key of an object's controller, if the controller is of this kind. */
export const controllerKey =
  (kind: Kind) =>
  (object: HasOwners): string[] => {
    const owner = controllerOf(object);
    if (owner?.kind !== kind || owner.apiVersion !== kindInfo[kind].apiVersion) return [];
    return [keyText({ namespace: object.metadata.namespace, name: owner.name })];
  };

interface HasFinalizers {
  metadata: { finalizers?: string[] };
}

export const hasFinalizer = ({ metadata }: HasFinalizers, finalizer: string): boolean =>
  metadata.finalizers?.includes(finalizer) ?? false;

const replaceFinalizers = <T extends HasFinalizers>(object: T, finalizers: string[]): T => ({
  ...object,
  metadata: { ...object.metadata, finalizers },
});

/** Returns the same object if it already has the finalizer. */
export const withFinalizer = <T extends HasFinalizers>(object: T, finalizer: string): T =>
  hasFinalizer(object, finalizer)
    ? object
    : replaceFinalizers(object, [...(object.metadata.finalizers ?? []), finalizer]);

/** Returns the same object if it lacks the finalizer. */
export const withoutFinalizer = <T extends HasFinalizers>(object: T, finalizer: string): T =>
  hasFinalizer(object, finalizer)
    ? replaceFinalizers(object, object.metadata.finalizers?.filter((each) => each !== finalizer) ?? [])
    : object;
