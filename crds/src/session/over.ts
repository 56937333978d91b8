import type { PodRecord } from '@tintype/contracts';
import type { Pod } from '../pod/pod.js';
import { finishedAt, hasEnded, shutDownReason, unreadySince } from '../pod/status.js';
import type { BrowserSession } from './browser-session.js';
import type { CloseReason } from './reasons.js';

export interface EndEvidence {
  session: BrowserSession;
  /** Undefined if the pod is gone. */
  pod: Pod | undefined;
  record?: PodRecord | undefined;
  /**
   * The agent no longer runs the session, or no agent could be asked. Then it is not certain that a missing `pod` is
   * gone.
   */
  isOver?: boolean;
  /** Milliseconds of the Unix epoch. */
  now: number;
}

interface End {
  reason: CloseReason;
  /** Milliseconds of the Unix epoch. */
  at: number;
}

/** Clocks of nodes and API servers differ a little, and timers are a little late. */
const nearMs = 5000;

/**
 * Why the session is over: the earliest cause, so that every observer finds the same. Undefined while it runs, or if
 * only its status is known.
 */
export const endReasonOf = (evidence: EndEvidence): CloseReason | undefined => {
  const causes = [...endByDeletion(evidence), ...endByPodDeletion(evidence), ...endByLostNode(evidence)];
  const own = ownEnd(evidence);
  // The cause explains an orderly end of the agent, even if the agent's clock puts that end first.
  const isExplained = own !== undefined && causes.length > 0 && !hasEndedOnItsOwn(evidence) && endsInOrder(evidence);
  const ends = [...causes, ...(own && !isExplained ? [own] : []), ...endByExpiry(evidence)];
  const reason = ends.sort((one, other) => one.at - other.at)[0]?.reason;
  // The operator deletes the pod of an ended session; that is no cause.
  return reason === 'PodDeleted' && evidence.session.status?.phase !== 'Active' ? undefined : reason;
};

const endByDeletion = ({ session: { metadata } }: EndEvidence): End[] =>
  metadata.deletionTimestamp ? [{ reason: 'Deleted', at: Date.parse(metadata.deletionTimestamp) }] : [];

/**
 * The latest end in milliseconds of the Unix epoch, even if a person removed it from the status. Undefined before the
 * session is Active.
 */
export const expiryOf = ({ spec, status }: BrowserSession): number | undefined => {
  const { startedAt, expiresAt } = status ?? {};
  if (expiresAt !== undefined) return Date.parse(expiresAt);
  return startedAt === undefined ? undefined : Date.parse(startedAt) + spec.maxTtlSeconds * 1000;
};

const endByExpiry = ({ session, now }: EndEvidence): End[] => {
  const at = expiryOf(session);
  return at !== undefined && now >= at ? [{ reason: 'Expired', at }] : [];
};

/** Takes the time of the request for the deletion. `deletionTimestamp` is later: the time of the forced end. */
const endByPodDeletion = ({ pod, isOver }: EndEvidence): End[] => {
  if (!pod) return isOver ? [] : [{ reason: 'PodDeleted', at: Number.POSITIVE_INFINITY }];
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = pod.metadata;
  if (!deletionTimestamp) return [];
  return [{ reason: 'PodDeleted', at: Date.parse(deletionTimestamp) - deletionGracePeriodSeconds * 1000 }];
};

/** A pod that ended on its own became unready by that: its node is not lost. */
const endByLostNode = (evidence: EndEvidence): End[] => {
  const at = lostAt(evidence);
  if (at === undefined || (hasEndedOnItsOwn(evidence) && ownEndAt(evidence) <= at + nearMs)) return [];
  return [{ reason: 'NodeLost', at }];
};

/**
 * A lost session stays lost, even if its pod becomes ready again. A pod that has ended is unready too, but not lost.
 */
const lostAt = ({ session: { status }, pod }: EndEvidence): number | undefined => {
  if (status?.closeReason === 'NodeLost') return Date.parse(status.endedAt ?? '') || 0;
  const since = pod && !hasEnded(pod) ? unreadySince(pod) : undefined;
  return since === undefined ? undefined : Date.parse(since);
};

const endsInOrder = ({ record }: EndEvidence): boolean => record?.openMs !== undefined && !record.crashed;

/** The browser crashed, the time was up, or `startBy` passed without a confirmation. Later requests do not matter. */
const hasEndedOnItsOwn = (evidence: EndEvidence): boolean => {
  const { record, session } = evidence;
  const { maxTtlSeconds, startBy = '' } = session.spec;
  if (!record || record.crashed || record.openMs === undefined) return record?.crashed ?? false;
  return record.openMs >= maxTtlSeconds * 1000 || (!record.confirmed && ownEndAt(evidence) >= Date.parse(startBy));
};

const ownEnd = (evidence: EndEvidence): End | undefined => {
  const { pod, isOver } = evidence;
  const hasOwnEnd = isOver || hasEndedOnItsOwn(evidence) || (pod && hasEnded(pod));
  return hasOwnEnd ? { reason: ownReason(evidence), at: ownEndAt(evidence) } : undefined;
};

const ownReason = (evidence: EndEvidence): CloseReason => {
  const { pod, record, session } = evidence;
  // The node ended the pod at the pod's deadline, which follows from the session's.
  if (pod?.status?.reason === 'DeadlineExceeded') return 'Expired';
  if (pod?.status?.reason === shutDownReason && !record?.crashed) return 'ShutDown';
  if (!record || !endsInOrder(evidence)) return 'BrowserCrashed';
  if ((record.openMs ?? 0) + nearMs >= session.spec.maxTtlSeconds * 1000) return 'Expired';
  // The agent was asked to end, as a node does when memory or disk runs out.
  return record.confirmed ? 'PodDeleted' : 'NotConfirmed';
};

const ownEndAt = ({ session: { status }, pod, record }: EndEvidence): number => {
  if (record?.openMs !== undefined) return Date.parse(status?.startedAt ?? '') + record.openMs;
  return Date.parse((pod && finishedAt(pod)) ?? '') || Number.POSITIVE_INFINITY;
};

export interface KnownEnd extends Pick<EndEvidence, 'pod' | 'record'> {
  reason: CloseReason;
}

/** All known times at which an opened session was over: RFC 3339, or milliseconds of the Unix epoch. */
export const knownEndsOf = ({ metadata, status = {} }: BrowserSession, { pod, record, reason }: KnownEnd) => {
  const { startedAt, expiresAt } = status;
  // Before the freeze the operator sets `endedAt` only for a lost node; any other value is a person's.
  const endedAt = status.closeReason === 'NodeLost' ? status.endedAt : undefined;
  const ofRecord = startedAt && record?.openMs !== undefined ? Date.parse(startedAt) + record.openMs : undefined;
  const mayBeLost = reason === 'NodeLost' || !record;
  const ofPod = pod ? [finishedAt(pod), pod.metadata.deletionTimestamp, mayBeLost ? unreadySince(pod) : undefined] : [];
  return [expiresAt, endedAt, metadata.deletionTimestamp, ...ofPod, ofRecord].filter((end) => end !== undefined);
};
