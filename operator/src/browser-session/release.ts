import { billingFinalizer, labels } from '@tintype/crds';
import type { Pass, Step } from './pass.js';
import { isClaimedFor, ownerUid } from './pod-state.js';
import { releasePod } from './release-pod.js';

/** Its browser is stopped and its charge is written: the account may open another. */
export const freeSlot: Step = async (pass) => {
  if (!isSettled(pass)) return undefined;
  await pass.outside.slots.free(pass.session.spec.account, pass.id);
  return undefined;
};

/** The charge is written before any step that asks this. */
const isSettled = (pass: Pass) => pass.isFinished || pass.phase === 'Settling';

/** Lets go of every pod that was made or claimed for the session, in whichever attempt. */
export const releasePods: Step = async (pass) => {
  if (!isSettled(pass)) return undefined;
  const { namespace, name } = pass.session.metadata;
  const { items } = await pass.outside.store.list('Pod', { namespace, labels: { [labels.session]: name } });
  const own = items.filter((pod) => isClaimedFor(pod, pass.session) || ownerUid(pod) === undefined);
  await Promise.all(own.map((pod) => releasePod(pass.outside.store, pod)));
  return undefined;
};

/** A finished session is kept to be looked at, and then deleted; one that is deleted goes with its finalizer. */
export const forget: Step = async (pass) => {
  if (pass.isDeleted) await removeFinalizer(pass);
  else return keep(pass);
  return { reason: 'Done' };
};

const removeFinalizer = (pass: Pass) =>
  pass.write((session) => {
    const finalizers = (session.metadata.finalizers ?? []).filter((each) => each !== billingFinalizer);
    return { ...session, metadata: { ...session.metadata, finalizers } };
  });

const keep = async ({ outside, session: { metadata, status }, now }: Pass) => {
  const since = status?.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime;
  const afterMs = Date.parse(since ?? metadata.creationTimestamp) + outside.ttlSecondsAfterClosed * 1000 - now;
  if (afterMs > 0) return { reason: 'Kept', afterMs } as const;
  const { namespace, name, uid } = metadata;
  await outside.store.delete('BrowserSession', { namespace, name }, { uid });
  return { reason: 'Done' } as const;
};
