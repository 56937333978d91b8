import { type ActionCounts, noActions, type PodRecord } from '@tintype/contracts';
import { type BrowserSession, type CloseReason, endsOf, finishedAt, type Pod } from '@tintype/crds';
import { endOfSession } from '@tintype/ledger';
import type { Ending, Pass, Step } from '../pass/pass.js';

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

export interface Settlement {
  endedAt?: string;
  credits: number;
  counts: ActionCounts;
  /** The pod says that the caller was given the session. */
  confirmed: boolean;
  closeReason: CloseReason;
}

/** The pod says when it was over, or its node does. */
const isTold = (record: PodRecord | undefined, pod: Pod | undefined): boolean =>
  record?.openMs !== undefined || (pod !== undefined && finishedAt(pod) !== undefined);

/**
 * What a session comes to, from what is known of its end: the inputs of its charge, which are frozen in the status before
 * it is written. Never from the time of the settling: another operator, later or by another clock, must come to the same. But
 * where neither its pod nor its node tells when it was over, it was when that was seen; without a word of its pod it is free.
 *
 * A session that was never active is free, and so is one without proof that its caller got it, or whose node was lost, be
 * it that its pod has a word to say later: the customer has the doubt.
 */
export const settlement = (session: BrowserSession, ending: Ending, id: string): Settlement => {
  const status = session.status ?? {};
  const record = ending.record?.session === id ? ending.record : undefined;
  const confirmed = record?.confirmed ?? false;
  const closeReason = ending.reason;
  const rest = { counts: record?.counts ?? noActions, confirmed, closeReason };
  if (!status.startedAt) return { credits: 0, ...rest };
  const { startedAt } = status;
  const { maxTtlSeconds } = session.spec;
  const known = endsOf(session, { ...ending, record });
  const ends = isTold(record, ending.pod) ? known : [...known, ending.seenAt];
  return {
    ...endOfSession({ startedAt, ends, maxTtlSeconds, isPaid: confirmed && closeReason !== 'NodeLost' }),
    ...rest,
  };
};
