import type { PodRecord } from '@tintype/contracts';
import {
  type CloseReason,
  endReasonOf,
  hasEnded,
  isStartingPhase,
  type Pod,
  podRecordOf,
  unreadySince,
} from '@tintype/crds';
import type { Pass, Step } from '../pass/pass.js';
import { deadAt } from '../pass/times.js';
import { ownershipOf } from '../pods/pod-state.js';
import { deleteAsRead } from '../pods/remove-pod.js';

/** Ends the pass until the session is over. */
export const watchOver: Step = async (pass) => {
  // An operator writes `startedAt` with `Active`; without it, a person wrote the phase.
  if (pass.phase !== 'Active' || !pass.status.startedAt) return undefined;
  const { session } = pass;
  return endReasonOf({ session, pod: await pass.boundPod(), now: pass.podNow }) ? undefined : pass.whileRunning;
};

/** Time for a busy program until the second `close`; then it counts as hung. */
const askAgainMs = 5000;

/** Ensures that the session runs no browser before its end is frozen and its slot is freed. */
export const stop: Step = async (pass) => {
  if (!needsStop(pass)) return undefined;
  // Take the time before the read, so that a pod counts as dead only if it is read after `deadAt`.
  const countsAsDead = pass.now >= deadAt(pass);
  // The cache may be old: by now the pod may exist, be claimed or be ready.
  const pod = await pass.readPod();
  const reason = closeReasonOf(pass, pod);
  if (!reason) return pass.whileRunning;
  const end = await endOnPod(pass, pod, countsAsDead);
  if (!end) {
    // The phase records the first unanswered `close` for every operator. A session that is already ending cannot return
    // to `Closing`, so it gets one `close`.
    await (pass.isEnding ? killByNode(pass, pod) : writeClosing(pass, pod, reason));
    return { reason: 'Unreachable', afterMs: askAgainMs };
  }
  // The pod's record may tell more about the reason.
  pass.ending = { ...end, reason: closeReasonOf(pass, pod, end.record) ?? reason, pod, seenAt: pass.now };
  return undefined;
};

/** A failed session may have a pod, and so may one that was deleted early. */
const needsStop = ({ phase, isDeleted, isEndedByHand }: Pass) =>
  phase === 'Active' ||
  phase === 'Closing' ||
  phase === 'Failed' ||
  (isDeleted && isStartingPhase(phase)) ||
  isEndedByHand;

/** The first known cause. Undefined for an active session whose pod is well after all. */
const closeReasonOf = (pass: Pass, pod: Pod | undefined, record?: PodRecord): CloseReason | undefined => {
  const { id, session, status, isDeleted, isEnding } = pass;
  const ownRecord = record?.session === id ? record : undefined;
  const endReason = status.startedAt ? endReasonOf({ session, pod, record: ownRecord, now: pass.podNow }) : undefined;
  const editReason = isEnding || !status.startedAt ? 'StatusEdited' : undefined;
  return endReason ?? status.closeReason ?? (isDeleted ? 'Deleted' : editReason);
};

/** The pod's record, if there is one. Undefined while the pod's browser may still run. */
const endOnPod = async (
  pass: Pass,
  pod: Pod | undefined,
  countsAsDead: boolean,
): Promise<{ record: PodRecord | undefined } | undefined> => {
  const nothing = { record: undefined };
  if (!pod) return nothing;
  const record = hasEnded(pod) ? podRecordOf(pod) : await pass.askToClose(pod);
  if (record || hasEnded(pod)) return { record };
  if (ownershipOf(pod, pass.session) === 'claimed') return countsAsDead ? nothing : undefined;
  await deleteUnclaimed(pass, pod);
  return nothing;
};

/**
 * Deletes an unclaimed pod that does not answer, so that no session gets it. @throws Conflict if it was claimed
 * meanwhile
 */
const deleteUnclaimed = async (pass: Pass, pod: Pod): Promise<void> => {
  if (ownershipOf(pod, pass.session) !== 'foreign' && !pod.metadata.deletionTimestamp)
    await deleteAsRead(pass.dependencies.store, pod);
};

/** Writes `Closing`. Keeps the time of a node's loss: after the node returns, its pod no longer shows it. */
const writeClosing = async (pass: Pass, pod: Pod | undefined, reason: CloseReason): Promise<void> => {
  const lostAt = reason === 'NodeLost' && pod ? unreadySince(pod) : undefined;
  await pass.writeStatus({ phase: 'Closing', closeReason: reason, ...(lostAt && { endedAt: lostAt }) }, reason);
};

/** Deletes the pod of a hung program, so that its node kills the program. That ends the session. */
const killByNode = async (pass: Pass, pod: Pod | undefined): Promise<void> => {
  if (!pod || pod.metadata.deletionTimestamp) return;
  await deleteAsRead(pass.dependencies.store, pod);
  pass.event('Warning', 'Unreachable', 'deleting the pod: it did not answer close twice');
};
