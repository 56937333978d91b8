import { NotFound, type Pod, type ResourceStore, recordFinalizer } from '@tintype/crds';
import { hasFinalizer, withoutFinalizer } from '../../controller/object-metadata.js';

/** Deletes this pod, but no later one of its name. A pod that is being deleted stays as it is. @throws NotFound */
export const deletePod = async (store: Pick<ResourceStore, 'delete'>, { metadata }: Pod): Promise<void> => {
  const { namespace, name, uid, deletionTimestamp } = metadata;
  if (!deletionTimestamp) await store.delete('Pod', { namespace, name }, { uid });
};

/**
 * Deletes the pod only in the version that was read. An operator that still wants to claim the pod then fails.
 * @throws Conflict if the pod has changed since the read, or NotFound
 */
export const deleteAsRead = async (store: Pick<ResourceStore, 'delete'>, { metadata }: Pod): Promise<void> => {
  const { namespace, name, uid, resourceVersion } = metadata;
  await store.delete('Pod', { namespace, name }, { uid, resourceVersion });
};

/** Removes the finalizer and deletes the pod. Call it only when no step needs the pod's record any more. */
export const releasePod = async (store: ResourceStore, pod: Pod): Promise<void> => {
  try {
    if (hasFinalizer(pod, recordFinalizer)) await store.update('Pod', withoutFinalizer(pod, recordFinalizer));
    await deletePod(store, pod);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
};
