import { whyOver } from '@tintype/crds';
import type { Step } from '../pass/pass.js';

/** Looks after an active session, until something ends it. */
export const watchOver: Step = async (pass) => {
  // What it began with an operator writes: without that a person has edited it.
  if (pass.phase !== 'Active' || !pass.status.startedAt) return undefined;
  const { session } = pass;
  return whyOver({ session, pod: await pass.boundPod(), now: pass.nowOfPod }) ? undefined : pass.running;
};
