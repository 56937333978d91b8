import {
  type BrowserSession,
  browserContainerOf,
  Conflict,
  hasEnded,
  NotFound,
  type Pod,
  type WaitReason,
} from '@tintype/crds';
import { firstReason } from '../../controller/first-reason.js';
import { isControlledBy } from '../../controller/object-metadata.js';
import type { Pass, PassResult, Step } from '../pass/pass.js';
import type { Reason } from '../pass/reasons.js';
import { isReady, ownershipOf } from '../pods/pod-state.js';
import { deleteAsRead } from '../pods/remove-pod.js';
import { claimedPod } from '../pods/resources.js';
import { bindAnother, giveUpPod } from './bind.js';

/** ② Claims the pod by its version: no other session can get it after that. */
export const claimPod: Step = async (pass) => {
  if (!pass.isBinding) return undefined;
  const result = await claim(pass, await pass.boundPod());
  // Read the pod again: an earlier pass may have claimed it.
  if (result?.reason === 'Changed') return claim(pass, await pass.readPod());
  return result;
};

const claim = async (pass: Pass, pod: Pod | undefined): Promise<PassResult | undefined> => {
  if (!pod) return bindAnother(pass, 'PodGone');
  const reason = whyUnfit({ session: pass.session, pod });
  if (reason) return bindAnother(pass, reason);
  if (pod.metadata.deletionTimestamp) return giveUpPod(pass, pod, 'PodDeleted');
  if (isControlledBy(pod, pass.session)) {
    pass.pod = pod;
    return undefined;
  }
  if (isReady(pod)) return writeClaim(pass, pod);
  return ownershipOf(pod, pass.session) === 'unclaimed' ? replaceUnready(pass, pod) : waitForPod(pass, pod);
};

interface Candidate {
  session: BrowserSession;
  /** The pod as last seen. An old version does no harm, because each reason is final. */
  pod: Pod;
}

/** Why a pod can never run this session. A claimed pod is fit until it ends, even while it is being deleted. */
export const whyUnfit = firstReason<Candidate, Reason>([
  ({ pod, session }) => (ownershipOf(pod, session) === 'foreign' ? 'PodOfAnother' : undefined),
  ({ pod }) => (hasEnded(pod) ? 'PodEnded' : undefined),
  ({ pod, session }) =>
    pod.metadata.deletionTimestamp && ownershipOf(pod, session) !== 'claimed' ? 'PodDeleted' : undefined,
]);

const writeClaim = (pass: Pass, pod: Pod): Promise<PassResult | undefined> =>
  ifUnchanged(async () => {
    pass.pod = await pass.dependencies.store.update('Pod', claimedPod(pod, pass.session, pass.now));
  });

/** Events of the pod wake the next pass. */
const waitForPod = async (pass: Pass, pod: Pod): Promise<PassResult> => {
  const trouble = troubleOf(pod);
  if (trouble) await pass.reportWait(trouble.reason, trouble.detail);
  return { reason: 'PodNotReady', afterMs: Math.max(0, pass.startBy - pass.now) + 1 };
};

/**
 * Replaces a warm pod that is unready. It was ready when it was bound, so its node is lost, or its program does not
 * answer.
 */
const replaceUnready = async (pass: Pass, pod: Pod): Promise<PassResult | undefined> =>
  (await ifUnchanged(() => deleteAsRead(pass.dependencies.store, pod))) ?? bindAnother(pass, 'PodUnready');

const ifUnchanged = async (act: () => Promise<void>): Promise<PassResult | undefined> => {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (error instanceof Conflict || error instanceof NotFound) return { reason: 'Changed' };
    throw error;
  }
};

export interface PodTrouble {
  reason: WaitReason;
  detail: string | undefined;
}

/** Waiting reasons of a container without trouble. */
const startingReasons: readonly (string | undefined)[] = [undefined, 'ContainerCreating', 'PodInitializing'];

/** What keeps the pod from starting; undefined if its status reports no trouble. */
export const troubleOf = (pod: Pod): PodTrouble | undefined => {
  const scheduled = pod.status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status === 'False') return { reason: 'PodUnschedulable', detail: scheduled.message };
  const { reason, message } = browserContainerOf(pod)?.state?.waiting ?? {};
  if (startingReasons.includes(reason)) return undefined;
  return { reason: 'PodNotStarted', detail: message ? `${reason}: ${message}` : reason };
};
