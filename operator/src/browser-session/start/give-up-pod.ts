import type { Pod } from '@tintype/crds';
import { askToClose } from '../pass/ask-to-close.js';
import type { Pass, Wait } from '../pass/pass.js';
import type { Reason } from '../pass/reasons.js';
import { deletePod } from '../pods/delete-pod.js';
import { bindAnother } from './bind.js';

/** A pod that does not answer and has not ended is asked again after so long: its session waits for another. */
const askAgainMs = 1000;

/** Closes the session on the pod and deletes it. Without an answer it has to be seen to end before another is bound. */
export const giveUpPod = async (pass: Pass, pod: Pod, reason: Reason): Promise<Wait | undefined> => {
  const record = await askToClose(pass, pod);
  await deletePod(pass.outside.store, pod);
  return record ? bindAnother(pass, reason) : { reason: 'Unreachable', afterMs: askAgainMs };
};
