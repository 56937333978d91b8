import { billingFinalizer } from '@tintype/crds';
import { whyRejected } from './checks.js';
import type { Pass, Step } from './pass.js';
import { timeText } from './time-text.js';

/** The finalizer is there before anything that may cost. The api sets it; a session made by hand comes without. */
export const addFinalizer: Step = async (pass) => {
  const finalizers = pass.session.metadata.finalizers ?? [];
  if (pass.isDeleted || pass.isFinished || finalizers.includes(billingFinalizer)) return undefined;
  await pass.write((session) => ({
    ...session,
    metadata: { ...session.metadata, finalizers: [...finalizers, billingFinalizer] },
  }));
  return undefined;
};

/** A session that is not open by startBy never will be. */
export const failLate: Step = async (pass) => {
  const isStarting = pass.phase === 'Pending' || pass.phase === 'Binding';
  if (!isStarting || pass.isDeleted || pass.now <= pass.startBy) return undefined;
  await pass.writeStatus({ phase: 'Failed', credits: 0, closeReason: 'StartTimeout' }, 'StartTimeout');
  pass.event('Warning', 'StartTimeout');
  return undefined;
};

/** The account may open it, and has a slot for it. */
export const admit: Step = async (pass) => {
  if (pass.phase !== 'Pending' || pass.isDeleted) return undefined;
  const reason = await refusal(pass);
  if (!reason) return undefined;
  await pass.writeStatus({ phase: 'Rejected', credits: 0, closeReason: reason }, reason);
  pass.event('Warning', reason);
  return undefined;
};

const refusal = async ({ outside, session, id, startBy }: Pass) => {
  const account = await outside.accounts.find(session.spec.account);
  const reason = whyRejected({ account });
  if (reason || !account) return reason;
  const { namespace, name } = session.metadata;
  const order = { account: session.spec.account, session: id, namespace, name, startBy: timeText(startBy) };
  const held = await outside.slots.take({ ...order, limit: account.concurrentSessions });
  return held ? undefined : 'NoFreeSlot';
};
