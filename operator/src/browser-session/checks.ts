import type { BrowserSession, CloseReason, Pod } from '@tintype/crds';
import { hasEnded, isClaimedFor, ownerUid, unreadySince } from './pod-state.js';
import type { Reason } from './reasons.js';

/** Says why not, or nothing. */
type Check<T, R extends Reason> = (input: T) => R | undefined;

/** The first reason that a list of checks gives. */
const first =
  <T, R extends Reason>(checks: readonly Check<T, R>[]): Check<T, R> =>
  (input) => {
    for (const check of checks) {
      const reason = check(input);
      if (reason) return reason;
    }
    return undefined;
  };

interface Applicant {
  account: { disabled: boolean } | undefined;
}

/** Why an account may not open a session at all. */
export const whyRejected = first<Applicant, CloseReason>([
  ({ account }) => (account ? undefined : 'UnknownAccount'),
  ({ account }) => (account?.disabled ? 'DisabledAccount' : undefined),
]);

interface Candidate {
  session: BrowserSession;
  /** Read now, if it was not seen to be there; undefined when it is gone. */
  pod: Pod | undefined;
}

/** Why a pod can never run this session, so that another one may. A pod that was claimed for it is not among them while it runs. */
export const whyNotThisPod = first<Candidate, Reason>([
  ({ pod }) => (pod ? undefined : 'PodGone'),
  ({ pod }) => (pod && hasEnded(pod) ? 'PodEnded' : undefined),
  ({ pod, session }) => (pod && ownerUid(pod) && !isClaimedFor(pod, session) ? 'PodOfAnother' : undefined),
  ({ pod, session }) => (pod?.metadata.deletionTimestamp && !isClaimedFor(pod, session) ? 'PodDeleted' : undefined),
]);

interface Open {
  session: BrowserSession;
  pod: Pod | undefined;
  /** Milliseconds of the epoch. */
  now: number;
}

/** Why an active session is over. */
export const whyOver = first<Open, CloseReason>([
  ({ session }) => (session.metadata.deletionTimestamp ? 'Deleted' : undefined),
  ({ session, now }) => (now >= Date.parse(session.status?.expiresAt ?? '') ? 'Expired' : undefined),
  ({ pod }) => (pod && !hasEnded(pod) ? undefined : 'BrowserCrashed'),
  ({ pod }) => (pod?.metadata.deletionTimestamp ? 'PodDeleted' : undefined),
  ({ pod }) => (pod && unreadySince(pod) ? 'NodeLost' : undefined),
]);
