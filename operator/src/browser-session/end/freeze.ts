import type { Ending, Pass, Step } from '../pass/pass.js';
import { settlement } from './settlement.js';

/** Writes what the charge is made of, before that itself: another operator that goes on from here comes to the same. */
export const freeze: Step = async (pass) => {
  if (!pass.ending) return undefined;
  if (pass.phase === 'Failed') return explainFailed(pass, pass.ending);
  const { closeReason, ...inputs } = settlement(pass.session, pass.ending, pass.id);
  const isUnbooked = inputs.credits > 0 && !(await pass.isInBooks());
  // Phases go forward only: a person may have written it off as `Closed`.
  const phase = pass.phase === 'Closed' ? 'Closed' : 'Settling';
  await pass.writeStatus({ phase, closeReason, ...inputs, ...(isUnbooked && { credits: 0 }) }, closeReason);
  // Whoever has deleted it knows why it ended.
  if (closeReason !== 'Deleted') pass.event(closeReason === 'Expired' ? 'Normal' : 'Warning', closeReason);
  return undefined;
};

/** An operator that writes `Failed` says why; a person may not have, and never does of one that was active. */
const explainFailed = async (pass: Pass, { reason }: Ending): Promise<undefined> => {
  if (pass.status.closeReason !== undefined) return;
  await pass.writeStatus({ phase: 'Failed', closeReason: reason, credits: 0 }, reason);
  if (reason !== 'Deleted') pass.event('Warning', reason);
};
