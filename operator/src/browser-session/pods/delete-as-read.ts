import type { Pod, ResourceStore } from '@tintype/crds';

/**
 * Deletes a pod as it was read: where nobody has claimed it, an operator that still thinks of that can't any more.
 * @throws Conflict when it has changed since
 */
export const deleteAsRead = async (store: Pick<ResourceStore, 'delete'>, { metadata }: Pod): Promise<void> => {
  const { namespace, name, uid, resourceVersion } = metadata;
  await store.delete('Pod', { namespace, name }, { uid, resourceVersion });
};
