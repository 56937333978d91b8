import { whyOver } from '@tintype/crds';
import type { Step } from './pass.js';

/** Looks after an active session, until something ends it. */
export const watchOver: Step = async (pass) => {
  if (pass.phase !== 'Active') return undefined;
  const { session } = pass;
  return whyOver({ session, pod: await pass.boundPod(), now: pass.nowOfPod }) ? undefined : pass.running;
};
