import type { Pod, ResourceStore } from '@tintype/crds';

/** Has a pod deleted, unless it is being deleted; never one that got its name since. @throws NotFound when it is gone */
export const deletePod = async (store: Pick<ResourceStore, 'delete'>, { metadata }: Pod): Promise<void> => {
  const { namespace, name, uid, deletionTimestamp } = metadata;
  if (!deletionTimestamp) await store.delete('Pod', { namespace, name }, { uid });
};
