import type { PodRecord } from '@tintype/contracts';
import type { Pod } from '../pod/pod.js';
import { finishedAt, hasEnded, shutDownReason, unreadySince } from '../pod/status.js';
import type { BrowserSession } from './browser-session.js';
import type { CloseReason } from './reasons.js';

/** What is known of a session that was active, at some time. */
export interface Known {
  session: BrowserSession;
  /** Undefined when it is gone. */
  pod: Pod | undefined;
  /** The pod's own word of this session, where it could be had. */
  record?: PodRecord | undefined;
  /** The program in its pod says that it runs it no more, or nobody could look: then the pod is not known to be gone. */
  isOver?: boolean;
  /** Milliseconds of the epoch. */
  now: number;
}

/** A moment at which the session was over, in milliseconds of the epoch, and why. */
interface End {
  reason: CloseReason;
  at: number;
}

/** Clocks of nodes and API servers are not quite the same, and timers not quite on time. */
const nearMs = 5000;

/**
 * Why a session that was active is over: what happened first, so that it is the same whoever looks, and whenever. Undefined
 * while it goes on, and where nothing is known but what its status says.
 */
export const whyOver = (known: Known): CloseReason | undefined => {
  const causes = [...deleted(known), ...podDeleted(known), ...lost(known)];
  const own = ownEnd(known);
  // Then it ended in order because of them, whatever its clock says.
  const isExplained = own !== undefined && causes.length > 0 && !hasEndedByItself(known) && endsInOrder(known);
  const ends = [...causes, ...(own && !isExplained ? [own] : []), ...expired(known)];
  const reason = ends.sort((one, other) => one.at - other.at)[0]?.reason;
  // The pod of a session that is known to end is deleted for that.
  return reason === 'PodDeleted' && known.session.status?.phase !== 'Active' ? undefined : reason;
};

const deleted = ({ session: { metadata } }: Known): End[] =>
  metadata.deletionTimestamp ? [{ reason: 'Deleted', at: Date.parse(metadata.deletionTimestamp) }] : [];

/**
 * When a session is closed at the latest, in milliseconds of the epoch, be it that people took that out of its status; undefined
 * before it is open.
 */
export const expiryOf = ({ spec, status }: BrowserSession): number | undefined => {
  const { startedAt, expiresAt } = status ?? {};
  if (expiresAt !== undefined) return Date.parse(expiresAt);
  return startedAt === undefined ? undefined : Date.parse(startedAt) + spec.maxTtlSeconds * 1000;
};

const expired = ({ session, now }: Known): End[] => {
  const at = expiryOf(session);
  return at !== undefined && now >= at ? [{ reason: 'Expired', at }] : [];
};

/** When that was asked for: its time of deletion is that at which it is ended by force. */
const podDeleted = ({ pod, isOver }: Known): End[] => {
  if (!pod) return isOver ? [] : [{ reason: 'PodDeleted', at: Number.POSITIVE_INFINITY }];
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = pod.metadata;
  if (!deletionTimestamp) return [];
  return [{ reason: 'PodDeleted', at: Date.parse(deletionTimestamp) - deletionGracePeriodSeconds * 1000 }];
};

/** Not where the pod says that it had ended by itself before: for that it was not ready. */
const lost = (known: Known): End[] => {
  const at = lostAt(known);
  if (at === undefined || (hasEndedByItself(known) && ownEndAt(known) <= at + nearMs)) return [];
  return [{ reason: 'NodeLost', at }];
};

/** For good, also when it comes back: the session was written off. A pod that has ended is not ready either. */
const lostAt = ({ session: { status }, pod }: Known): number | undefined => {
  if (status?.closeReason === 'NodeLost') return Date.parse(status.endedAt ?? '') || 0;
  const since = pod && !hasEnded(pod) ? unreadySince(pod) : undefined;
  return since === undefined ? undefined : Date.parse(since);
};

/** Its program has stopped the browser, be it because it was told to. */
const endsInOrder = ({ record }: Known): boolean => record?.openMs !== undefined && !record.crashed;

/** Whatever it was asked later: its browser crashed, its time was over, or nobody had confirmed it by startBy. */
const hasEndedByItself = (known: Known): boolean => {
  const { record, session } = known;
  const { maxTtlSeconds, startBy = '' } = session.spec;
  if (!record || record.crashed || record.openMs === undefined) return record?.crashed ?? false;
  return record.openMs >= maxTtlSeconds * 1000 || (!record.confirmed && ownEndAt(known) >= Date.parse(startBy));
};

/** An end that nobody asked for, unless something else explains it. */
const ownEnd = (known: Known): End | undefined => {
  const { pod, isOver } = known;
  const hasItsEnd = isOver || hasEndedByItself(known) || (pod && hasEnded(pod));
  return hasItsEnd ? { reason: ownReason(known), at: ownEndAt(known) } : undefined;
};

const ownReason = (known: Known): CloseReason => {
  const { pod, record, session } = known;
  // Its node has ended it, by the deadline that follows from the session's.
  if (pod?.status?.reason === 'DeadlineExceeded') return 'Expired';
  if (pod?.status?.reason === shutDownReason && !record?.crashed) return 'ShutDown';
  if (!record || !endsInOrder(known)) return 'BrowserCrashed';
  if ((record.openMs ?? 0) + nearMs >= session.spec.maxTtlSeconds * 1000) return 'Expired';
  // Somebody has told its program to end, as a node does with its pods for want of memory or disk.
  return record.confirmed ? 'PodDeleted' : 'NotConfirmed';
};

const ownEndAt = ({ session: { status }, pod, record }: Known): number => {
  if (record?.openMs !== undefined) return Date.parse(status?.startedAt ?? '') + record.openMs;
  return Date.parse((pod && finishedAt(pod)) ?? '') || Number.POSITIVE_INFINITY;
};

/** What of an end is known besides the session's object. */
export interface SeenEnd extends Pick<Known, 'pod' | 'record'> {
  reason: CloseReason;
}

/** Every moment at which a session that was open is known to have been over: RFC 3339, or milliseconds of the epoch. */
export const endsOf = ({ metadata, status = {} }: BrowserSession, { pod, record, reason }: SeenEnd) => {
  const { startedAt, expiresAt } = status;
  // It has an end before it is settled when its node was lost; any other is a person's word.
  const endedAt = status.closeReason === 'NodeLost' ? status.endedAt : undefined;
  const ofRecord = startedAt && record?.openMs !== undefined ? Date.parse(startedAt) + record.openMs : undefined;
  const mayBeLost = reason === 'NodeLost' || !record;
  const ofPod = pod ? [finishedAt(pod), pod.metadata.deletionTimestamp, mayBeLost ? unreadySince(pod) : undefined] : [];
  return [expiresAt, endedAt, metadata.deletionTimestamp, ...ofPod, ofRecord].filter((end) => end !== undefined);
};
