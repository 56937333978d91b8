import type { Pod, ResourceStore } from '@tintype/crds';

/**
 * Deletes a pod that nobody has claimed, as it was read: so that an operator that still thinks of claiming it can't any more.
 * @throws Conflict when it has changed since
 */
export const deleteAsRead = async (store: Pick<ResourceStore, 'delete'>, { metadata }: Pod): Promise<void> => {
  const { namespace, name, uid, resourceVersion } = metadata;
  await store.delete('Pod', { namespace, name }, { uid, resourceVersion });
};
