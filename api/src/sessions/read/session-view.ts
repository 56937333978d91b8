import {
  type ActionCounts,
  noActions,
  type Session,
  type SessionOptions,
  type SessionStatus,
} from '@tintype/contracts';
import {
  type BrowserSession,
  type BrowserSessionStatus,
  type CloseReason,
  closeReasons,
  endReasonOf,
  knownEndsOf,
  optionsOf,
  sessionId,
} from '@tintype/crds';
import { endOfSession, type SessionCharge, sessionCredits } from '@tintype/ledger';
import type { PodEnd } from '../dependencies.js';

/** Times are RFC 3339. */
interface SessionFacts {
  id: string;
  createdAt: string;
  startedAt: string | undefined;
  expiresAt: string | undefined;
  counts: ActionCounts | undefined;
  options: SessionOptions;
  /** Undefined while the session is active. */
  end: SessionEnd | undefined;
}

export interface SessionEnd {
  closedAt: string | undefined;
  closeReason: string;
  /** Undefined until the charge is known. */
  credits: number | undefined;
}

const iso = (time: string | number) => new Date(time).toISOString();

const isKnown = (reason: string): reason is CloseReason => Object.hasOwn(closeReasons, reason);

/**
 * The status by close reason. `ObjectGone` is `error`, because no client closed the session through us. Unknown reasons
 * are `error`, too.
 */
export const statusOf = (closeReason: string): Exclude<SessionStatus, 'active'> =>
  isKnown(closeReason) ? closeReasons[closeReason].restStatus : 'error';

/** Clients get `BrowserCrashed` as `browser_crashed`. */
const inSnakeCase = (reason: string) => reason.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase();

const creditsUntil = ({ startedAt, options }: SessionFacts, end: number) =>
  startedAt ? sessionCredits(end - Date.parse(startedAt), options.maxTtlSeconds) : 0;

/** Seconds, rounded up like credits, so that a client can compute the credits from them. */
const secondsBetween = (start: string, end: number) => Math.max(0, Math.ceil((end - Date.parse(start)) / 1000));

/**
 * Cuts to whole seconds, as Kubernetes does for deletion times. So a close never shows less time or fewer credits than
 * an earlier read.
 */
const wholeSecond = (milliseconds: number) => Math.floor(milliseconds / 1000) * 1000;

const actionsOf = (counts: ActionCounts = noActions) => ({
  actionCount: counts.actions,
  actionSuccessCount: counts.success,
  actionErrorCount: counts.error,
  actionBreakdown: counts.byType ?? {},
});

const endingOf = (end: SessionEnd | undefined, until: number) => ({
  status: end ? statusOf(end.closeReason) : ('active' as const),
  closeReason: end ? inSnakeCase(end.closeReason) : null,
  closedAt: end ? iso(until) : null,
});

const viewOf = (facts: SessionFacts, now: number): Session => {
  const { id, options, end, createdAt, counts } = facts;
  const startedAt = iso(facts.startedAt ?? createdAt);
  const expiresAt = iso(facts.expiresAt ?? Date.parse(startedAt) + options.maxTtlSeconds * 1000);
  const until = end ? Date.parse(end.closedAt ?? startedAt) : Math.min(wholeSecond(now), Date.parse(expiresAt));
  const { status, closeReason, closedAt } = endingOf(end, until);
  return {
    id,
    status,
    closeReason,
    createdAt: iso(createdAt),
    startedAt,
    expiresAt,
    closedAt,
    durationSeconds: facts.startedAt ? secondsBetween(facts.startedAt, until) : 0,
    billedCredits: end?.credits ?? 0,
    accruedCredits: end?.credits ?? creditsUntil(facts, until),
    ...actionsOf(counts),
    options,
  };
};

export const chargeView = (charge: SessionCharge): Session => {
  const { session: id, startedAt, expiresAt, counts, options, closeReason, credits, at } = charge;
  const end = { closedAt: charge.endedAt ?? at, closeReason, credits };
  return viewOf({ id, createdAt: charge.createdAt ?? startedAt ?? at, startedAt, expiresAt, counts, options, end }, 0);
};

const frozenEnd = ({ metadata, status = {} }: BrowserSession): SessionEnd => ({
  closedAt: status.endedAt ?? metadata.deletionTimestamp ?? metadata.creationTimestamp,
  closeReason: status.closeReason ?? 'Deleted',
  credits: status.credits,
});

/** The reason that the operator will freeze. A reason in the status wins only if the pod was not read. */
const expectedReason = (session: BrowserSession, { pod, record }: PodEnd, now: number): CloseReason => {
  const written = session.status?.closeReason;
  const seen = endReasonOf({ session, pod, record, isOver: pod === undefined, now });
  return (pod ? (seen ?? written) : (written ?? seen)) ?? 'BrowserCrashed';
};

/** The known ends. If the only one is an expiry in the future, the start counts: the time of the read would vary. */
const knownEnds = (ends: (string | number)[], { startedAt, expiresAt }: BrowserSessionStatus, now: number) =>
  ends.some((end) => end !== expiresAt) || now >= Date.parse(expiresAt ?? '') ? ends : [startedAt];

/** The end that the operator will freeze, by the same rules. */
const expectedEnd = (session: BrowserSession, end: PodEnd | undefined, now: number): SessionEnd => {
  const { metadata, status = {}, spec } = session;
  const { startedAt } = status;
  const closeReason = expectedReason(session, end ?? {}, now);
  if (!startedAt) return { closedAt: metadata.deletionTimestamp, closeReason, credits: 0 };
  const { pod, record } = end ?? {};
  const ends = knownEnds(knownEndsOf(session, { pod, record, reason: closeReason }), status, now);
  const isLost = closeReason === 'NodeLost';
  const isCharged = !isLost && (record?.confirmed ?? false);
  const { endedAt, credits } = endOfSession({ startedAt, ends, maxTtlSeconds: spec.maxTtlSeconds, isCharged });
  return { closedAt: endedAt, closeReason, credits: end || isLost ? credits : undefined };
};

/** The operator froze the end: it never changes again. */
export const hasFrozenEnd = ({ status }: BrowserSession): boolean => status?.credits !== undefined;

/** Whether the session is active according to its object. */
export const isActive = ({ metadata, status }: BrowserSession): boolean =>
  status?.phase === 'Active' && metadata.deletionTimestamp === undefined;

export interface PodFacts {
  counts?: ActionCounts | undefined;
  end?: PodEnd | undefined;
  /** The pod ended the session, even if the object does not show it yet. */
  isOver?: boolean;
}

export const objectView = (session: BrowserSession, now: number, podFacts: PodFacts = {}): Session => {
  const { counts, end, isOver = end !== undefined } = podFacts;
  const { metadata, status = {} } = session;
  const ended = hasFrozenEnd(session) ? frozenEnd(session) : expectedEnd(session, end, now);
  const facts: SessionFacts = {
    id: sessionId(session),
    createdAt: metadata.creationTimestamp,
    startedAt: status.startedAt,
    expiresAt: status.expiresAt,
    counts: status.counts ?? end?.record?.counts ?? counts,
    options: optionsOf(session),
    end: isActive(session) && !isOver ? undefined : ended,
  };
  return viewOf(facts, now);
};
