import { type BrowserSession, type CloseReason, hasEnded, type Pod } from '@tintype/crds';
import { firstReason } from '../../controller/first-reason.js';
import type { Reason } from '../pass/reasons.js';
import { latestStartBy, startByOf } from '../pass/times.js';
import { whose } from '../pods/pod-state.js';

interface Applicant {
  session: BrowserSession;
  account: { disabled: boolean } | undefined;
}

/** Why a session is not begun at all. */
export const whyRejected = firstReason<Applicant, CloseReason>([
  ({ session }) => (startByOf(session) > latestStartBy(session.metadata) ? 'StartByTooLate' : undefined),
  ({ account }) => (account ? undefined : 'UnknownAccount'),
  ({ account }) => (account?.disabled ? 'DisabledAccount' : undefined),
]);

interface Candidate {
  session: BrowserSession;
  /** As it was seen last: what it says against it holds for good. */
  pod: Pod;
}

/** Why a pod can never run this session, so that another one may. A pod that was claimed for it is not among them while it runs. */
export const whyNotThisPod = firstReason<Candidate, Reason>([
  ({ pod, session }) => (whose(pod, session) === "another's" ? 'PodOfAnother' : undefined),
  ({ pod }) => (hasEnded(pod) ? 'PodEnded' : undefined),
  ({ pod, session }) =>
    pod.metadata.deletionTimestamp && whose(pod, session) !== 'claimed' ? 'PodDeleted' : undefined,
]);
