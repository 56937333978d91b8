import type { CloseReason, Pod } from '@tintype/crds';
import { askToClose } from './ask-to-close.js';
import { whyOver } from './checks.js';
import type { Ending, Pass, Step, Wait } from './pass.js';
import { hasEnded, isClaimedFor, lastWords, ownerUid } from './pod-state.js';

/** A pod that does not answer and is not seen to end counts as dead so long after the session's longest life. */
const marginMs = 60_000;
const askAgainMs = 5000;

/** Looks after an active session, until something ends it. */
export const watchOver: Step = async (pass) => {
  if (pass.phase !== 'Active') return undefined;
  const reason = whyOver({ session: pass.session, pod: await pass.boundPod(), now: pass.now });
  return reason ? undefined : running(pass);
};

const running = ({ status, now }: Pass): Wait => ({
  reason: 'Running',
  afterMs: Math.max(0, Date.parse(status.expiresAt ?? '') - now),
});

/**
 * Nothing is settled, and no slot given back, before the session is known to run no browser. What it learns goes to the
 * steps after it.
 */
export const stop: Step = async (pass) => {
  if (!isToStop(pass)) return undefined;
  // Read now: of a pod that the cache has unclaimed, unready, or not at all, more may be true.
  const pod = await pass.readPod();
  const reason = reasonOf(pass, pod);
  if (!reason) return running(pass);
  pass.ending = await endingOf(pass, pod, reason);
  if (pass.ending) return undefined;
  if (pass.phase !== 'Closing' && pass.phase !== 'Failed')
    await pass.writeStatus({ phase: 'Closing', closeReason: reason }, reason);
  return { reason: 'Unreachable', afterMs: askAgainMs };
};

/** After `watchOver` an active session is one that is over. */
const isToStop = ({ phase, isDeleted }: Pass) =>
  phase === 'Active' ||
  phase === 'Closing' ||
  phase === 'Failed' ||
  (isDeleted && (phase === 'Pending' || phase === 'Binding'));

/** Nothing of an active session whose pod is well after all. */
const reasonOf = ({ phase, session, status, now }: Pass, pod: Pod | undefined): CloseReason | undefined => {
  if (status.closeReason) return status.closeReason;
  return phase === 'Active' ? whyOver({ session, pod, now }) : 'Deleted';
};

const endingOf = async (pass: Pass, pod: Pod | undefined, reason: CloseReason): Promise<Ending | undefined> => {
  if (!pod) return { reason, pod, record: undefined };
  // As of now, when it was read: what it leaves behind while it is being asked is for the next pass to find.
  const countsAsDead = pass.now >= deadAt(pass);
  if (hasEnded(pod)) return { reason, pod, record: lastWords(pod) };
  const record = await askToClose(pass, pod);
  if (record) return { reason, pod, record };
  if (!isClaimedFor(pod, pass.session)) return neverClaimed(pass, pod, reason);
  return countsAsDead ? { reason, pod, record: undefined } : undefined;
};

/** Deleted as it was read, so that an operator that still thinks of claiming it can't any more. Another's is left alone. */
const neverClaimed = async ({ outside }: Pass, pod: Pod, reason: CloseReason): Promise<Ending> => {
  const { namespace, name, uid, resourceVersion, deletionTimestamp } = pod.metadata;
  if (!deletionTimestamp && !ownerUid(pod))
    await outside.store.delete('Pod', { namespace, name }, { uid, resourceVersion });
  return { reason, pod, record: undefined };
};

/** When a pod that can't be asked counts as dead; milliseconds of the epoch. */
const deadAt = ({ session, status, startBy }: Pass): number =>
  (status.expiresAt ? Date.parse(status.expiresAt) : startBy + session.spec.maxTtlSeconds * 1000) + marginMs;
