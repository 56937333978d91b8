import { Conflict, NotFound, type Pod } from '@tintype/crds';
import type { SessionOpen } from '@tintype/ledger';
import { askToClose } from './ask-to-close.js';
import { whyNotThisPod } from './checks.js';
import { optionsOf } from './options.js';
import type { Pass, Step, Wait } from './pass.js';
import { isClaimedFor, isReady } from './pod-state.js';
import type { Reason } from './reasons.js';
import { claimedPod } from './resources.js';
import { timeText } from './time-text.js';

const isBinding = (pass: Pass) => pass.phase === 'Binding' && !pass.isDeleted;

/** A pod that does not answer and has not ended is asked again after so long. */
const askAgainMs = 1000;

/** ① The pod is named in the status before it is touched. */
export const bind: Step = async (pass) => {
  if (pass.phase !== 'Pending' || pass.isDeleted) return undefined;
  await bindNext(pass, 'Bound');
  return undefined;
};

const bindNext = async (pass: Pass, reason: Reason): Promise<void> => {
  const attempts = (pass.status.attempts ?? 0) + 1;
  const { metadata, spec } = await pass.outside.source.podFor(pass.session, attempts);
  const pod = { name: metadata.name, uid: metadata.uid, ...(spec.nodeName ? { node: spec.nodeName } : {}) };
  await pass.writeStatus({ phase: 'Binding', pod, attempts }, reason);
};

/** Only for a pod that is known to run no browser for the session, now and ever. */
const bindAnother = async (pass: Pass, reason: Reason): Promise<Wait> => {
  pass.event('Warning', reason);
  await bindNext(pass, reason);
  return { reason, afterMs: 0 };
};

/** ② The pod is claimed, by its version: no other session can have it from then on. */
export const claimPod: Step = async (pass) => {
  if (!isBinding(pass)) return undefined;
  try {
    return await claim(pass, await pass.boundPod());
  } catch (error) {
    if (!(error instanceof Conflict || error instanceof NotFound)) throw error;
    // On the same pod, as it is now: the claim of an earlier pass may have worked.
    return claim(pass, await pass.readPod());
  }
};

const claim = async (pass: Pass, pod: Pod | undefined): Promise<Wait | undefined> => {
  const reason = whyNotThisPod({ session: pass.session, pod });
  if (reason || !pod) return bindAnother(pass, reason ?? 'PodGone');
  if (isClaimedFor(pod, pass.session)) {
    if (pod.metadata.deletionTimestamp) return giveUpPod(pass, pod, 'PodDeleted');
    pass.pod = pod;
    return undefined;
  }
  if (!isReady(pod)) return { reason: 'PodNotReady', afterMs: Math.max(0, pass.startBy - pass.now) + 1 };
  pass.pod = await pass.outside.store.update('Pod', claimedPod(pod, pass.session, pass.now));
  return undefined;
};

/** ③ No ledger, no session: what may cost is in the books first. */
export const open: Step = async (pass) => {
  if (!isBinding(pass)) return undefined;
  const standing = await pass.outside.books.open(openOf(pass));
  if (standing.uid === pass.session.metadata.uid) return undefined;
  await pass.writeStatus({ phase: 'Failed', credits: 0, closeReason: 'ForeignOpen' }, 'ForeignOpen');
  return undefined;
};

const openOf = ({ id, session: { metadata, spec }, startBy, isUnattended }: Pass): SessionOpen => ({
  session: id,
  account: spec.account,
  uid: metadata.uid,
  namespace: metadata.namespace,
  name: metadata.name,
  options: optionsOf(spec),
  startBy: timeText(startBy),
  unattended: isUnattended,
});

/** ④ The browser is opened to the session, and ⑤ the status says so. */
export const activate: Step = async (pass) => {
  const { pod } = pass;
  if (!isBinding(pass) || !pod) return undefined;
  const startedAt = await startOn(pass, pod);
  if (!startedAt) return giveUpPod(pass, pod, 'ActivateFailed');
  // Its answer came too late: the next pass fails the session.
  if (pass.now > pass.startBy) return { reason: 'StartTimeout', afterMs: 0 };
  const expiresAt = timeText(Date.parse(startedAt) + pass.session.spec.maxTtlSeconds * 1000);
  await pass.writeStatus({ phase: 'Active', startedAt, expiresAt }, 'Active');
  pass.event('Normal', 'Active');
  return undefined;
};

const startOn = async ({ outside, id, session: { spec }, startBy, isUnattended }: Pass, pod: Pod) => {
  const { account } = spec;
  const order = { session: id, account, ...optionsOf(spec), startBy: timeText(startBy), confirmed: isUnattended };
  try {
    return (await outside.agent.activate(pod, order)).startedAt;
  } catch {
    // Refused, or no answer: it may be open all the same, so it is closed.
    return undefined;
  }
};

/** Closes the session on the pod and deletes it. Without an answer it has to be seen to end before another is bound. */
const giveUpPod = async (pass: Pass, pod: Pod, reason: Reason): Promise<Wait> => {
  const record = await askToClose(pass, pod);
  const { namespace, name, uid } = pod.metadata;
  if (!pod.metadata.deletionTimestamp) await pass.outside.store.delete('Pod', { namespace, name }, { uid });
  return record ? bindAnother(pass, reason) : { reason: 'Unreachable', afterMs: askAgainMs };
};
