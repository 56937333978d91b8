import type { Pod } from '@tintype/crds';
import { askToClose } from './ask-to-close.js';
import { bindAnother } from './bind.js';
import { deletePod } from './delete-pod.js';
import type { Pass, Wait } from './pass.js';
import type { Reason } from './reasons.js';

/** A pod that does not answer and has not ended is asked again after so long: its session waits for another. */
const askAgainMs = 1000;

/** Closes the session on the pod and deletes it. Without an answer it has to be seen to end before another is bound. */
export const giveUpPod = async (pass: Pass, pod: Pod, reason: Reason): Promise<Wait | undefined> => {
  const record = await askToClose(pass, pod);
  await deletePod(pass.outside.store, pod);
  return record ? bindAnother(pass, reason) : { reason: 'Unreachable', afterMs: askAgainMs };
};
