import type { PodRecord } from '@tintype/contracts';
import { type CloseReason, hasEnded, isStartingPhase, lastWords, type Pod, unreadySince, whyOver } from '@tintype/crds';
import { askToClose } from './ask-to-close.js';
import { deleteAsRead } from './delete-as-read.js';
import type { Ending, Pass, Step } from './pass.js';
import { mayServe, ownerUid, wasClaimedFor } from './pod-state.js';
import { deadAt } from './times.js';

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
  pass.ending = await endingOf(pass, pod, { reason, countsAsDead });
  if (pass.ending) return undefined;
  // That it was asked once stands in the phase, for another operator, too. One that failed, or that a person has written off,
  // goes back to `Closing` no more: it is asked once.
  await (pass.hasBegunToEnd ? endByNode(pass, pod) : writeClosing(pass, pod, reason));
  return { reason: 'Unreachable', afterMs: askAgainMs };
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
  const { id, session, status } = pass;
  const own = record?.session === id ? record : undefined;
  const over = status.startedAt ? whyOver({ session, pod, record: own, now: pass.nowOfPod }) : undefined;
  return over ?? status.closeReason ?? unexplained(pass);
};

/** No operator has written why. */
const unexplained = ({ isDeleted, hasBegunToEnd, status }: Pass): CloseReason | undefined => {
  if (isDeleted) return 'Deleted';
  return hasBegunToEnd || !status.startedAt ? 'StatusEdited' : undefined;
};

/** How it ended; undefined while its browser may run. */
const endingOf = async (
  pass: Pass,
  pod: Pod | undefined,
  { reason, countsAsDead }: { reason: CloseReason; countsAsDead: boolean },
): Promise<Ending | undefined> => {
  if (!pod) return ending(pass, pod, { reason });
  const record = hasEnded(pod) ? lastWords(pod) : await askToClose(pass, pod);
  // With its pod's own word more is known of why.
  if (record || hasEnded(pod)) return ending(pass, pod, { reason: whyToEnd(pass, pod, record) ?? reason, record });
  if (!wasClaimedFor(pod, pass.session)) return neverClaimed(pass, pod, reason);
  return countsAsDead ? ending(pass, pod, { reason }) : undefined;
};

/** Deleted, unless it is another's. */
const neverClaimed = async (pass: Pass, pod: Pod, reason: CloseReason): Promise<Ending> => {
  const { outside, session } = pass;
  if (!pod.metadata.deletionTimestamp && !ownerUid(pod) && mayServe(pod, session))
    await deleteAsRead(outside.store, pod);
  return ending(pass, pod, { reason });
};

const ending = (
  { now }: Pass,
  pod: Pod | undefined,
  { reason, record }: { reason: CloseReason; record?: PodRecord | undefined },
): Ending => ({ reason, pod, record, seenAt: now });

/** Of a node that is lost: when it comes back, its pod does not say any more that it was away. */
const writeClosing = async (pass: Pass, pod: Pod | undefined, reason: CloseReason): Promise<void> => {
  const lostAt = reason === 'NodeLost' && pod ? unreadySince(pod) : undefined;
  await pass.writeStatus({ phase: 'Closing', closeReason: reason, ...(lostAt && { endedAt: lostAt }) }, reason);
};

/** A program that leaves `close` unanswered twice hangs: its node kills it, and what is seen of that ends the session. */
const endByNode = async (pass: Pass, pod: Pod | undefined): Promise<void> => {
  if (!pod || pod.metadata.deletionTimestamp) return;
  await deleteAsRead(pass.outside.store, pod);
  pass.event('Warning', 'Unreachable', 'it is deleted, so that its node ends it');
};
