import { Forbidden, Invalid, type Pod, StoreUnavailable, Throttled } from '@tintype/crds';
import { NoPod } from '../pass/dependencies.js';
import type { Pass, PassResult, Step } from '../pass/pass.js';
import type { Reason } from '../pass/reasons.js';
import { deletePod } from '../pods/remove-pod.js';

/** What so many pods do not open, the next will not either. */
const mostAttempts = 5;

/** ① The pod is named in the status before it is touched. */
export const bind: Step = async (pass) => {
  if (pass.phase !== 'Pending' || pass.isDeleted) return undefined;
  await bindNext(pass, 'Bound');
  return undefined;
};

/**
 * Has the next pass go on with another pod; only for one that is known to run no browser for the session, now and ever. Where
 * there is no other the session fails, and this pass goes on.
 */
export const bindAnother = async (pass: Pass, reason: Reason): Promise<PassResult | undefined> => {
  const isInVain = reason === 'ActivateFailed' && (pass.status.attempts ?? 0) >= mostAttempts;
  if (isInVain) return pass.fail('TooManyAttempts');
  pass.event('Warning', reason);
  await bindNext(pass, reason);
  return pass.isBinding ? { reason, afterMs: 0 } : undefined;
};

const bindNext = async (pass: Pass, reason: Reason): Promise<void> => {
  const attempts = (pass.status.attempts ?? 0) + 1;
  const found = await podFor(pass, attempts);
  if (found instanceof Invalid) return pass.fail('PodRefused', found.message);
  const { metadata, spec } = found;
  const pod = { name: metadata.name, uid: metadata.uid, ...(spec.nodeName ? { node: spec.nodeName } : {}) };
  await pass.writeStatus({ phase: 'Binding', pod, attempts }, reason);
};

/** The same pod would be refused again. What else keeps a pod from being made (a quota, a busy server) may pass. */
const podFor = async (pass: Pass, attempt: number): Promise<Pod | Invalid> => {
  try {
    return await pass.dependencies.source.podFor(pass.session, attempt);
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

/** A pod that does not answer and has not ended is asked again after so long: its session waits for another. */
const askAgainMs = 1000;

/** Closes the session on the pod and deletes it. Without an answer it has to be seen to end before another is bound. */
export const giveUpPod = async (pass: Pass, pod: Pod, reason: Reason): Promise<PassResult | undefined> => {
  const record = await pass.askToClose(pod);
  await deletePod(pass.dependencies.store, pod);
  return record ? bindAnother(pass, reason) : { reason: 'Unreachable', afterMs: askAgainMs };
};
