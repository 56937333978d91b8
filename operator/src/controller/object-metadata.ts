import { type Kind, type Kinds, keyText, kindInfo, type ObjectMeta, type OwnerReference } from '@tintype/crds';

/** Any stored object, as far as this needs it. */
interface Owned {
  metadata: Pick<ObjectMeta, 'namespace' | 'name'> & { ownerReferences?: OwnerReference[] };
}

/** What a child says of the object that controls it. The owner's deletion does not wait for the child. */
export const controllerReference = ({ kind, apiVersion, metadata }: Kinds[Kind]): OwnerReference => ({
  apiVersion,
  kind,
  name: metadata.name,
  uid: metadata.uid,
  controller: true,
  blockOwnerDeletion: false,
});

/** The one owner that controls it. */
export const controllerOf = ({ metadata }: Owned): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller);

/** By uid: a later object of the same name is another one. */
export const isControlledBy = (object: Owned, owner: { metadata: Pick<ObjectMeta, 'uid'> }): boolean =>
  controllerOf(object)?.uid === owner.metadata.uid;

/** The key of the object itself. */
export const ownKey = ({ metadata }: Owned): string[] => [keyText(metadata)];

/** The key of its controller of this kind, if it has one. */
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

/** The object with this finalizer; the same one if it has it. */
export const addFinalizer = <T extends Finalized>(object: T, finalizer: string): T =>
  hasFinalizer(object, finalizer) ? object : withFinalizers(object, [...(object.metadata.finalizers ?? []), finalizer]);

/** The object without this finalizer; the same one if it has none. */
export const removeFinalizer = <T extends Finalized>(object: T, finalizer: string): T =>
  hasFinalizer(object, finalizer)
    ? withFinalizers(object, object.metadata.finalizers?.filter((each) => each !== finalizer) ?? [])
    : object;
