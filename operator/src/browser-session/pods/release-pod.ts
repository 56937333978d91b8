import { NotFound, type Pod, type ResourceStore, recordFinalizer } from '@tintype/crds';
import { hasFinalizer, removeFinalizer } from '../../controller/finalizers.js';
import { deletePod } from './delete-pod.js';

/** Lets a pod go whose end has been written down, and deletes it where nobody has. */
export const releasePod = async (store: ResourceStore, pod: Pod): Promise<void> => {
  try {
    if (hasFinalizer(pod, recordFinalizer)) await store.update('Pod', removeFinalizer(pod, recordFinalizer));
    await deletePod(store, pod);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
};
