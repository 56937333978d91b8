import { type ActionCounts, noActions, type PodRecord } from '@tintype/contracts';
import type { BrowserSession, BrowserSessionStatus, CloseReason, Pod } from '@tintype/crds';
import { sessionCredits } from '@tintype/ledger';
import type { Ending } from './pass.js';
import { finishedAt, unreadySince } from './pod-state.js';
import { timeText } from './time-text.js';

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
 * it is written. Never from the time of the settling: another operator, later, must come to the same.
 *
 * A session that was never active is free, and so is one without proof that its caller got it: the customer has the doubt.
 */
export const settlement = (session: BrowserSession, ending: Ending, id: string): Settlement => {
  const status = session.status ?? {};
  const record = ending.record?.session === id ? ending.record : undefined;
  const confirmed = record?.confirmed ?? false;
  const closeReason = closeReasonOf(session, ending.reason, record);
  const rest = { counts: record?.counts ?? noActions, confirmed, closeReason };
  if (!status.startedAt) return { credits: 0, ...rest };
  const startedAt = Date.parse(status.startedAt);
  const endedAt = Math.max(startedAt, Math.min(...endsOf(session, ending.pod, record)));
  const credits = confirmed ? sessionCredits(endedAt - startedAt, session.spec.maxTtlSeconds) : 0;
  return { endedAt: timeText(endedAt), credits, ...rest };
};

/** Every moment at which the session is known to have been over, in milliseconds of the epoch; the earliest counts. */
const endsOf = (
  { metadata, status }: BrowserSession,
  pod: Pod | undefined,
  record: PodRecord | undefined,
): number[] => {
  const { startedAt, expiresAt }: BrowserSessionStatus = status ?? {};
  const ofRecord = startedAt && record?.openMs !== undefined ? Date.parse(startedAt) + record.openMs : undefined;
  const ofPod = pod ? [finishedAt(pod), pod.metadata.deletionTimestamp, record ? undefined : unreadySince(pod)] : [];
  const texts = [expiresAt, metadata.deletionTimestamp, ...ofPod].filter((each) => each !== undefined);
  return [...texts.map((each) => Date.parse(each)), ...(ofRecord === undefined ? [] : [ofRecord])];
};

/** A program that ended its session in order, and with it the pod, says why better than its end does. */
const closeReasonOf = ({ spec }: BrowserSession, reason: CloseReason, record: PodRecord | undefined): CloseReason => {
  if (reason !== 'BrowserCrashed' || record?.openMs === undefined || record.crashed) return reason;
  if (record.openMs >= spec.maxTtlSeconds * 1000) return 'Expired';
  return record.confirmed ? reason : 'NotConfirmed';
};
