import { NotFound, type Pod, type ResourceStore, recordFinalizer } from '@tintype/crds';
import { hasFinalizer, removeFinalizer } from '../controller/finalizers.js';

/** Lets a pod go whose end has been written down, and deletes it where nobody has. */
export const releasePod = async (store: ResourceStore, pod: Pod): Promise<void> => {
  const { namespace, name, uid, deletionTimestamp } = pod.metadata;
  try {
    if (hasFinalizer(pod, recordFinalizer)) await store.update('Pod', removeFinalizer(pod, recordFinalizer));
    if (!deletionTimestamp) await store.delete('Pod', { namespace, name }, { uid });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
};
