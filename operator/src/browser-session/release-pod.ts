import { NotFound, type Pod, type ResourceStore, recordFinalizer } from '@tintype/crds';
import { releasedPod } from './resources.js';

/** Lets a pod go whose end has been written down, and deletes it where nobody has. */
export const releasePod = async (store: ResourceStore, pod: Pod): Promise<void> => {
  const { namespace, name, uid, finalizers, deletionTimestamp } = pod.metadata;
  try {
    if (finalizers?.includes(recordFinalizer)) await store.update('Pod', releasedPod(pod));
    if (!deletionTimestamp) await store.delete('Pod', { namespace, name }, { uid });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
};
