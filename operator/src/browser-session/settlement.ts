import { type ActionCounts, noActions } from '@tintype/contracts';
import { type BrowserSession, type CloseReason, endsOf } from '@tintype/crds';
import { endOfSession } from '@tintype/ledger';
import type { Ending } from './pass.js';

export interface Settlement {
  endedAt?: string;
  credits: number;
  counts: ActionCounts;
  /** The pod says that the caller was given the session. */
  confirmed: boolean;
  closeReason: CloseReason;
}

/**
 * What a session comes to, from what is known of its end: the inputs of its charge, which are frozen in the status before
 * it is written. Never from the time of the settling: another operator, later, must come to the same. But where nothing
 * else is known, it was over when that was seen.
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
  const ends = [...endsOf(session, { ...ending, record }), ending.seenAt];
  return {
    ...endOfSession({ startedAt, ends, maxTtlSeconds, isPaid: confirmed && closeReason !== 'NodeLost' }),
    ...rest,
  };
};
