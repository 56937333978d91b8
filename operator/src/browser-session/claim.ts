import {
  agentAddress,
  type BrowserSessionStatus,
  Conflict,
  Forbidden,
  Invalid,
  NotFound,
  optionsOf,
  type Pod,
  StoreUnavailable,
  Throttled,
} from '@tintype/crds';
import type { SessionOpen } from '@tintype/ledger';
import { askToClose } from './ask-to-close.js';
import { whyNotThisPod } from './checks.js';
import { deleteAsRead } from './delete-as-read.js';
import { deletePod } from './delete-pod.js';
import { markFailed } from './mark-failed.js';
import { type ActivateRefusal, ActivateRefused, NoPod } from './outside.js';
import type { Pass, Step, Wait } from './pass.js';
import { isClaimedFor, isMadeFor, isReady, wasClaimedFor } from './pod-state.js';
import { troubleOf } from './pod-trouble.js';
import type { Reason } from './reasons.js';
import { claimedPod } from './resources.js';
import { expiresAtOf, timeText } from './times.js';

const isBinding = (pass: Pass) => pass.phase === 'Binding' && !pass.isDeleted;

/** A pod that does not answer and has not ended is asked again after so long. */
const askAgainMs = 1000;

/** What so many pods do not open, the next will not either. */
const mostAttempts = 5;

/** ① The pod is named in the status before it is touched. */
export const bind: Step = async (pass) => {
  if (pass.phase !== 'Pending' || pass.isDeleted) return undefined;
  await bindNext(pass, 'Bound');
  return undefined;
};

const bindNext = async (pass: Pass, reason: Reason): Promise<void> => {
  const attempts = (pass.status.attempts ?? 0) + 1;
  const found = await podFor(pass, attempts);
  if (found instanceof Invalid) return markFailed(pass, 'PodRefused', found.message);
  const { metadata, spec } = found;
  const pod = { name: metadata.name, uid: metadata.uid, ...(spec.nodeName ? { node: spec.nodeName } : {}) };
  await pass.writeStatus({ phase: 'Binding', pod, attempts }, reason);
};

/** The same pod would be refused again. What else keeps a pod from being made (a quota, a busy server) may pass. */
const podFor = async (pass: Pass, attempt: number): Promise<Pod | Invalid> => {
  try {
    return await pass.outside.source.podFor(pass.session, attempt);
  } catch (error) {
    if (error instanceof Invalid) return error;
    // What is told is why there is no pod, and not why that can't be said.
    if (isRefusal(error)) await pass.explain('PodNotMade', error.message).catch(() => undefined);
    throw error;
  }
};

/** Somebody has said no, for now; and not that somebody else was faster, or nothing at all. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof NoPod ||
  error instanceof Forbidden ||
  error instanceof Throttled ||
  (error instanceof StoreUnavailable && error.effect === 'none');

/** Only for a pod that is known to run no browser for the session, now and ever. */
const bindAnother = async (pass: Pass, reason: Reason): Promise<Wait | undefined> => {
  const isInVain = reason === 'ActivateFailed' && (pass.status.attempts ?? 0) >= mostAttempts;
  if (isInVain) return markFailed(pass, 'TooManyAttempts');
  pass.event('Warning', reason);
  await bindNext(pass, reason);
  return { reason, afterMs: 0 };
};

/** ② The pod is claimed, by its version: no other session can have it from then on. */
export const claimPod: Step = async (pass) => {
  if (!isBinding(pass)) return undefined;
  const wait = await claim(pass, await pass.boundPod());
  // On the same pod, as it is now: the claim of an earlier pass may have worked.
  if (wait?.reason === 'Changed') return claim(pass, await pass.readPod());
  return wait;
};

const claim = async (pass: Pass, pod: Pod | undefined): Promise<Wait | undefined> => {
  const reason = whyNotThisPod({ session: pass.session, pod });
  if (reason || !pod) return bindAnother(pass, reason ?? 'PodGone');
  if (pod.metadata.deletionTimestamp) return giveUpPod(pass, pod, 'PodDeleted');
  if (isClaimedFor(pod, pass.session)) {
    pass.pod = pod;
    return undefined;
  }
  if (isReady(pod)) return writeClaim(pass, pod);
  // One that people took the owner away from may run the session.
  const isItsOwn = isMadeFor(pod, pass.session) || wasClaimedFor(pod, pass.session);
  return isItsOwn ? notReady(pass, pod) : notReadyAnyMore(pass, pod);
};

const notReady = async (pass: Pass, pod: Pod): Promise<Wait> => {
  const trouble = troubleOf(pod);
  if (trouble) await pass.explain(trouble.reason, trouble.detail);
  return { reason: 'PodNotReady', afterMs: Math.max(0, pass.startBy - pass.now) + 1 };
};

/** One of a pool was ready when it was given: its node is lost, or its program does not answer. */
const notReadyAnyMore = async (pass: Pass, pod: Pod): Promise<Wait | undefined> =>
  (await ifUnchanged(() => deleteAsRead(pass.outside.store, pod))) ?? bindAnother(pass, 'PodUnready');

const writeClaim = (pass: Pass, pod: Pod): Promise<Wait | undefined> =>
  ifUnchanged(async () => {
    pass.pod = await pass.outside.store.update('Pod', claimedPod(pod, pass.session, pass.now));
  });

/** For what is done to a pod as it was read. */
const ifUnchanged = async (act: () => Promise<void>): Promise<Wait | undefined> => {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (error instanceof Conflict || error instanceof NotFound) return { reason: 'Changed' };
    throw error;
  }
};

/**
 * ③ No ledger, no session: what may cost is in the books first. Of a session that is gone by now nothing is opened: an object
 * that comes later under its name, and has no open either, sees the claim, and leaves the slot alone.
 */
export const open: Step = async (pass) => {
  if (!isBinding(pass)) return undefined;
  if (!(await pass.isThere())) return { reason: 'Changed' };
  const standing = await pass.outside.books.open(openOf(pass));
  if (standing.uid === pass.session.metadata.uid) return undefined;
  return markFailed(pass, 'ForeignOpen');
};

const openOf = ({ id, session, session: { metadata, spec }, startBy, isUnattended }: Pass): SessionOpen => ({
  session: id,
  account: spec.account,
  uid: metadata.uid,
  namespace: metadata.namespace,
  name: metadata.name,
  createdAt: metadata.creationTimestamp,
  options: optionsOf(session),
  startBy: timeText(startBy),
  unattended: isUnattended,
});

/** ④ The browser is opened to the session, and ⑤ the status says so. */
export const activate: Step = async (pass) => {
  const { pod } = pass;
  if (!isBinding(pass) || !pod) return undefined;
  const { startedAt, refusal } = await startOn(pass, pod);
  if (refusal === 'too-late') return markFailed(pass, 'StartTimeout');
  if (refusal === 'order') return markFailed(pass, 'OrderRefused');
  if (!startedAt) return giveUpPod(pass, pod, 'ActivateFailed');
  // Its answer came too late: the next pass fails the session.
  if (pass.now > pass.startBy) return { reason: 'StartTimeout', afterMs: 0 };
  const expiresAt = timeText(expiresAtOf(Date.parse(startedAt), pass.maxTtlSeconds));
  await pass.writeStatus({ phase: 'Active', startedAt, expiresAt, ...located(pass, pod) }, 'Active');
  pass.event('Normal', 'Active');
  return undefined;
};

/** Apis call the pod at its address, and need not read it first. Of a new pod, neither is known when it is bound. */
const located = ({ status }: Pass, pod: Pod): Pick<BrowserSessionStatus, 'pod'> => {
  const address = agentAddress(pod);
  const { nodeName: node } = pod.spec;
  return status.pod ? { pod: { ...status.pod, ...(node && { node }), ...(address && { address }) } } : {};
};

/** When it was opened, or why it never will be there; neither when it may be open all the same. */
const startOn = async (
  { outside, id, session, startBy, isUnattended }: Pass,
  pod: Pod,
): Promise<{ startedAt?: string; refusal?: ActivateRefusal }> => {
  const { account } = session.spec;
  const order = { session: id, account, ...optionsOf(session), startBy: timeText(startBy), confirmed: isUnattended };
  try {
    return await outside.agent.activate(pod, order);
  } catch (error) {
    return error instanceof ActivateRefused ? { refusal: error.refusal } : {};
  }
};

/** Closes the session on the pod and deletes it. Without an answer it has to be seen to end before another is bound. */
const giveUpPod = async (pass: Pass, pod: Pod, reason: Reason): Promise<Wait | undefined> => {
  const record = await askToClose(pass, pod);
  await deletePod(pass.outside.store, pod);
  return record ? bindAnother(pass, reason) : { reason: 'Unreachable', afterMs: askAgainMs };
};
