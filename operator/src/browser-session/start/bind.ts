import { Forbidden, Invalid, type Pod, StoreUnavailable, Throttled } from '@tintype/crds';
import { NoPod } from '../pass/dependencies.js';
import type { Pass, PassResult, Step } from '../pass/pass.js';
import type { Reason } from '../pass/reasons.js';
import { deletePod } from '../pods/remove-pod.js';

/** If five pods do not open a browser, a sixth will not either. */
const maxAttempts = 5;

/** ① Writes the pod's name into the status before the claim changes the pod. */
export const bind: Step = async (pass) => {
  if (pass.phase !== 'Pending' || pass.isDeleted) return undefined;
  await bindNext(pass, 'Bound');
  return undefined;
};

/**
 * Binds another pod in place of one that never runs a browser for the session. After five pods that did not open a
 * browser, the session fails.
 */
export const bindAnother = async (pass: Pass, reason: Reason): Promise<PassResult | undefined> => {
  const hasUsedAllAttempts = reason === 'ActivateFailed' && (pass.status.attempts ?? 0) >= maxAttempts;
  if (hasUsedAllAttempts) return pass.fail('TooManyAttempts');
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

/** Returns `Invalid`: an invalid pod stays invalid. Throws other errors (a quota, a busy server): they may end. */
const podFor = async (pass: Pass, attempt: number): Promise<Pod | Invalid> => {
  try {
    return await pass.dependencies.source.podFor(pass.session, attempt);
  } catch (error) {
    if (error instanceof Invalid) return error;
    // If this write fails too, report the first error.
    if (isRefusedForNow(error)) await pass.reportWait('PodNotMade', error.message).catch(() => undefined);
    throw error;
  }
};

/** True if the store or the source refused the pod, and may accept it later. Not a conflict or a missing answer. */
const isRefusedForNow = (error: unknown): error is Error =>
  error instanceof NoPod ||
  error instanceof Forbidden ||
  error instanceof Throttled ||
  (error instanceof StoreUnavailable && error.effect === 'none');

/** The wait before another `close` to a pod that neither answered nor ended. */
const askAgainMs = 1000;

/** Closes and deletes the pod. Without its answer, the pod must visibly end before another one is bound. */
export const giveUpPod = async (pass: Pass, pod: Pod, reason: Reason): Promise<PassResult | undefined> => {
  const record = await pass.askToClose(pod);
  await deletePod(pass.dependencies.store, pod);
  return record ? bindAnother(pass, reason) : { reason: 'Unreachable', afterMs: askAgainMs };
};
