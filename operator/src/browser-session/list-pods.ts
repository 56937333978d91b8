import { labels, type ObjectKey, ownPodLabels, type Pod, type ResourceStore } from '@tintype/crds';

/** Every pod that was made or claimed for a session of this name, in whichever attempt, listed now. */
export const listPodsOf = async (
  store: Pick<ResourceStore, 'list'>,
  { namespace, name }: ObjectKey,
): Promise<Pod[]> => {
  const selector = { namespace, labels: { ...ownPodLabels, [labels.session]: name } };
  return (await store.list('Pod', selector)).items;
};
