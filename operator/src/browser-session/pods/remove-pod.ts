import { NotFound, type Pod, type ResourceStore, recordFinalizer } from '@tintype/crds';
import { hasFinalizer, removeFinalizer } from '../../controller/object-metadata.js';

/** Has a pod deleted, unless it is being deleted; never one that got its name since. @throws NotFound when it is gone */
export const deletePod = async (store: Pick<ResourceStore, 'delete'>, { metadata }: Pod): Promise<void> => {
  const { namespace, name, uid, deletionTimestamp } = metadata;
  if (!deletionTimestamp) await store.delete('Pod', { namespace, name }, { uid });
};

/**
 * Deletes a pod as it was read: where nobody has claimed it, an operator that still thinks of that can't any more.
 * @throws Conflict when it has changed since
 */
export const deleteAsRead = async (store: Pick<ResourceStore, 'delete'>, { metadata }: Pod): Promise<void> => {
  const { namespace, name, uid, resourceVersion } = metadata;
  await store.delete('Pod', { namespace, name }, { uid, resourceVersion });
};

/** Lets a pod go whose end has been written down, and deletes it where nobody has. */
export const releasePod = async (store: ResourceStore, pod: Pod): Promise<void> => {
  try {
    if (hasFinalizer(pod, recordFinalizer)) await store.update('Pod', removeFinalizer(pod, recordFinalizer));
    await deletePod(store, pod);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
};
