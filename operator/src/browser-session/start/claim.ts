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
import { isReady, whose } from '../pods/pod-state.js';
import { deleteAsRead } from '../pods/remove-pod.js';
import { claimedPod } from '../pods/resources.js';
import { bindAnother, giveUpPod } from './bind.js';

/** ② The pod is claimed, by its version: no other session can have it from then on. */
export const claimPod: Step = async (pass) => {
  if (!pass.isBinding) return undefined;
  const wait = await claim(pass, await pass.boundPod());
  // On the same pod, as it is now: the claim of an earlier pass may have worked.
  if (wait?.reason === 'Changed') return claim(pass, await pass.readPod());
  return wait;
};

const claim = async (pass: Pass, pod: Pod | undefined): Promise<PassResult | undefined> => {
  if (!pod) return bindAnother(pass, 'PodGone');
  const reason = whyNotThisPod({ session: pass.session, pod });
  if (reason) return bindAnother(pass, reason);
  if (pod.metadata.deletionTimestamp) return giveUpPod(pass, pod, 'PodDeleted');
  if (isControlledBy(pod, pass.session)) {
    pass.pod = pod;
    return undefined;
  }
  if (isReady(pod)) return writeClaim(pass, pod);
  return whose(pod, pass.session) === "nobody's" ? notReadyAnyMore(pass, pod) : notReady(pass, pod);
};

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

const writeClaim = (pass: Pass, pod: Pod): Promise<PassResult | undefined> =>
  ifUnchanged(async () => {
    pass.pod = await pass.dependencies.store.update('Pod', claimedPod(pod, pass.session, pass.now));
  });

/** It is on its way: what happens to it is watched. */
const notReady = async (pass: Pass, pod: Pod): Promise<PassResult> => {
  const trouble = troubleOf(pod);
  if (trouble) await pass.explain(trouble.reason, trouble.detail);
  return { reason: 'PodNotReady', afterMs: Math.max(0, pass.startBy - pass.now) + 1 };
};

/** One of a pool was ready when it was given: its node is lost, or its program does not answer. */
const notReadyAnyMore = async (pass: Pass, pod: Pod): Promise<PassResult | undefined> =>
  (await ifUnchanged(() => deleteAsRead(pass.dependencies.store, pod))) ?? bindAnother(pass, 'PodUnready');

/** For what is done to a pod as it was read. */
const ifUnchanged = async (act: () => Promise<void>): Promise<PassResult | undefined> => {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (error instanceof Conflict || error instanceof NotFound) return { reason: 'Changed' };
    throw error;
  }
};

/** Why a pod does not get ready, where somebody says so. */
export interface PodTrouble {
  reason: WaitReason;
  detail: string | undefined;
}

/** A container that nothing is wrong with waits for these. */
const onTheWay: readonly (string | undefined)[] = [undefined, 'ContainerCreating', 'PodInitializing'];

/** Undefined for a pod that is on its way, as far as anybody says. */
export const troubleOf = (pod: Pod): PodTrouble | undefined => {
  const scheduled = pod.status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status === 'False') return { reason: 'PodUnschedulable', detail: scheduled.message };
  const { reason, message } = browserContainerOf(pod)?.state?.waiting ?? {};
  if (onTheWay.includes(reason)) return undefined;
  return { reason: 'PodNotStarted', detail: message ? `${reason}: ${message}` : reason };
};
