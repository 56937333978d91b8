import type { CloseReason } from '@tintype/crds';
import type { Pass } from './pass.js';

/**
 * It will never be active, and costs nothing. The pass goes on all the same, which is what `undefined` says: steps that would
 * open it have nothing to do for a session that failed, and from `stop` on they undo what has been begun.
 */
export const markFailed = async (pass: Pass, reason: CloseReason, detail?: string): Promise<undefined> => {
  await pass.writeStatus({ phase: 'Failed', credits: 0, closeReason: reason }, reason, detail);
  pass.event('Warning', reason, detail);
};
