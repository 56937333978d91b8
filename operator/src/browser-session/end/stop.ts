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

/** Ends the pass here while the session runs. */
export const watchOver: Step = async (pass) => {
  // An operator writes `startedAt` with `Active`; without it, a person wrote the phase.
  if (pass.phase !== 'Active' || !pass.status.startedAt) return undefined;
  const { session } = pass;
  return endReasonOf({ session, pod: await pass.boundPod(), now: pass.podNow }) ? undefined : pass.whileRunning;
};

/** The time from an unanswered `close` to the second. A program that is only busy answers within it. */
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
  const end = await stopBrowser(pass, pod, countsAsDead);
  if (!end) {
    // `Closing` records the first unanswered `close` for every operator. A session in a later phase cannot return to
    // `Closing`, so its pod gets only one `close`.
    await (pass.isEnding ? killByNode(pass, pod) : writeClosing(pass, pod, reason));
    return { reason: 'Unreachable', afterMs: askAgainMs };
  }
  // The pod's record may tell more about the reason.
  pass.ending = { ...end, reason: closeReasonOf(pass, pod, end.record) ?? reason, pod, seenAt: pass.now };
  return undefined;
};

/** A session that failed, or that was deleted before it was Active, may have a pod. */
const needsStop = ({ phase, isDeleted, isEndedByHand }: Pass) =>
  phase === 'Active' ||
  phase === 'Closing' ||
  phase === 'Failed' ||
  (isDeleted && isStartingPhase(phase)) ||
  isEndedByHand;

/** Why the session is over: by the evidence, else by its status. Undefined for an Active session that still runs. */
const closeReasonOf = (pass: Pass, pod: Pod | undefined, record?: PodRecord): CloseReason | undefined => {
  const { id, session, status, isDeleted, isEnding } = pass;
  const ownRecord = record?.session === id ? record : undefined;
  const endReason = status.startedAt ? endReasonOf({ session, pod, record: ownRecord, now: pass.podNow }) : undefined;
  const editReason = isEnding || !status.startedAt ? 'StatusEdited' : undefined;
  return endReason ?? status.closeReason ?? (isDeleted ? 'Deleted' : editReason);
};

/** Stops the browser. Returns the pod's record, if there is one; undefined while the browser may still run. */
const stopBrowser = async (
  pass: Pass,
  pod: Pod | undefined,
  countsAsDead: boolean,
): Promise<{ record: PodRecord | undefined } | undefined> => {
  const noRecord = { record: undefined };
  if (!pod) return noRecord;
  const record = hasEnded(pod) ? podRecordOf(pod) : await pass.askToClose(pod);
  if (record || hasEnded(pod)) return { record };
  if (ownershipOf(pod, pass.session) === 'claimed') return countsAsDead ? noRecord : undefined;
  await deleteUnclaimed(pass, pod);
  return noRecord;
};

/**
 * Deletes an unclaimed pod that does not answer, so that no session gets it.
 * @throws Conflict if the pod was claimed meanwhile
 */
const deleteUnclaimed = async (pass: Pass, pod: Pod): Promise<void> => {
  if (ownershipOf(pod, pass.session) !== 'foreign' && !pod.metadata.deletionTimestamp)
    await deleteAsRead(pass.dependencies.store, pod);
};

/** Writes `Closing`. Records when a lost node left: after the node returns, the pod no longer shows that time. */
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
