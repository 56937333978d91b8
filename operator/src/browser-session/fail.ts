import type { CloseReason } from '@tintype/crds';
import type { Pass } from './pass.js';

/** It will never be active, and costs nothing. The steps that come after undo what has been begun for it. */
export const fail = async (pass: Pass, reason: CloseReason, detail?: string): Promise<undefined> => {
  await pass.writeStatus({ phase: 'Failed', credits: 0, closeReason: reason }, reason, detail);
  pass.event('Warning', reason, detail);
};
