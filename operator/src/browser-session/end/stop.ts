import type { PodRecord } from '@tintype/contracts';
import { type CloseReason, hasEnded, isStartingPhase, lastWords, type Pod, unreadySince, whyOver } from '@tintype/crds';
import type { Pass, Step } from '../pass/pass.js';
import { deadAt } from '../pass/times.js';
import { whose } from '../pods/pod-state.js';
import { deleteAsRead } from '../pods/remove-pod.js';

/** A program that was busy has so long until it is asked once more, and counts as one that hangs. */
const askAgainMs = 5000;

/**
 * Nothing is settled, and no slot given back, before the session is known to run no browser. What it learns goes to the
 * steps after it.
 */
export const stop: Step = async (pass) => {
  if (!isToStop(pass)) return undefined;
  // By the time before it is read, however late the answer comes: what the pod leaves behind from then on is for the next
  // pass to find.
  const countsAsDead = pass.now >= deadAt(pass);
  // Read now: of a pod that the cache has unclaimed, unready, or not at all, more may be true.
  const pod = await pass.readPod();
  const reason = whyToEnd(pass, pod);
  if (!reason) return pass.running;
  const end = await endOf(pass, pod, countsAsDead);
  if (!end) {
    // That it was asked once stands in the phase, for another operator, too. One that failed, or that a person has written
    // off, goes back to `Closing` no more: it is asked once.
    await (pass.hasBegunToEnd ? endByNode(pass, pod) : writeClosing(pass, pod, reason));
    return { reason: 'Unreachable', afterMs: askAgainMs };
  }
  // With its pod's own word more is known of why.
  pass.ending = { ...end, reason: whyToEnd(pass, pod, end.record) ?? reason, pod, seenAt: pass.now };
  return undefined;
};

/** After `watchOver` an active session is one that is over. One that failed may have a pod, as may one that is deleted early. */
const isToStop = ({ phase, isDeleted, isWrittenOff }: Pass) =>
  phase === 'Active' ||
  phase === 'Closing' ||
  phase === 'Failed' ||
  (isDeleted && isStartingPhase(phase)) ||
  isWrittenOff;

/** What happened first, as far as it is known. Nothing, of an active session whose pod is well after all. */
const whyToEnd = (pass: Pass, pod: Pod | undefined, record?: PodRecord): CloseReason | undefined => {
  const { id, session, status, isDeleted, hasBegunToEnd } = pass;
  const own = record?.session === id ? record : undefined;
  const over = status.startedAt ? whyOver({ session, pod, record: own, now: pass.nowOfPod }) : undefined;
  const unexplained = hasBegunToEnd || !status.startedAt ? 'StatusEdited' : undefined;
  return over ?? status.closeReason ?? (isDeleted ? 'Deleted' : unexplained);
};

/** What the pod says of the end of its session, or nothing; undefined while its browser may run. */
const endOf = async (
  pass: Pass,
  pod: Pod | undefined,
  countsAsDead: boolean,
): Promise<{ record: PodRecord | undefined } | undefined> => {
  const nothing = { record: undefined };
  if (!pod) return nothing;
  const record = hasEnded(pod) ? lastWords(pod) : await pass.askToClose(pod);
  if (record || hasEnded(pod)) return { record };
  if (whose(pod, pass.session) === 'claimed') return countsAsDead ? nothing : undefined;
  await deleteUnclaimed(pass, pod);
  return nothing;
};

/** Nobody is to be given a pod that does not answer. @throws Conflict where it was claimed since */
const deleteUnclaimed = async (pass: Pass, pod: Pod): Promise<void> => {
  if (whose(pod, pass.session) !== "another's" && !pod.metadata.deletionTimestamp)
    await deleteAsRead(pass.dependencies.store, pod);
};

/** Of a node that is lost: when it comes back, its pod does not say any more that it was away. */
const writeClosing = async (pass: Pass, pod: Pod | undefined, reason: CloseReason): Promise<void> => {
  const lostAt = reason === 'NodeLost' && pod ? unreadySince(pod) : undefined;
  await pass.writeStatus({ phase: 'Closing', closeReason: reason, ...(lostAt && { endedAt: lostAt }) }, reason);
};

/** A program that leaves `close` unanswered twice hangs: its node kills it, and what is seen of that ends the session. */
const endByNode = async (pass: Pass, pod: Pod | undefined): Promise<void> => {
  if (!pod || pod.metadata.deletionTimestamp) return;
  await deleteAsRead(pass.dependencies.store, pod);
  pass.event('Warning', 'Unreachable', 'it is deleted, so that its node ends it');
};

/** Looks after an active session, until something ends it. */
export const watchOver: Step = async (pass) => {
  // What it began with an operator writes: without that a person has edited it.
  if (pass.phase !== 'Active' || !pass.status.startedAt) return undefined;
  const { session } = pass;
  return whyOver({ session, pod: await pass.boundPod(), now: pass.nowOfPod }) ? undefined : pass.running;
};
