import type { Step } from './pass.js';
import { settlement } from './settlement.js';

/** Writes what the charge is made of, before that itself: another operator that goes on from here comes to the same. */
export const freeze: Step = async (pass) => {
  if (!pass.ending || pass.phase === 'Failed') return undefined;
  const { closeReason, ...inputs } = settlement(pass.session, pass.ending, pass.id);
  const isUnbooked = inputs.credits > 0 && !(await pass.isInBooks());
  // Phases go forward only: a person may have written it off as `Closed`.
  const phase = pass.phase === 'Closed' ? 'Closed' : 'Settling';
  await pass.writeStatus({ phase, closeReason, ...inputs, ...(isUnbooked && { credits: 0 }) }, closeReason);
  // Whoever has deleted it knows why it ended.
  if (closeReason !== 'Deleted') pass.event(closeReason === 'Expired' ? 'Normal' : 'Warning', closeReason);
  return undefined;
};
