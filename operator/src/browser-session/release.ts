import { billingFinalizer, type Pod, sessionIdOf } from '@tintype/crds';
import { removeFinalizer } from '../controller/finalizers.js';
import type { Pass, Step } from './pass.js';
import { belongsTo, sessionUid } from './pod-state.js';
import { releasePod } from './release-pod.js';

/**
 * Its browser is stopped and its charge is written: the account may open another. A second object of the same name has the
 * slot of the first, whose browser may run yet, or be opened; then the sweeper frees it.
 */
export const freeSlot: Step = async (pass) => {
  if (!isSettled(pass) || (await isOfAnother(pass))) return undefined;
  await pass.outside.slots.free(pass.session.spec.account, pass.id);
  return undefined;
};

/** As long as there is no open, pods tell: who opens a browser has claimed one before. */
const isOfAnother = async (pass: Pass): Promise<boolean> => {
  const { name, uid } = pass.session.metadata;
  const open = await pass.findOpen();
  if (open) return open.uid !== uid;
  const uids = (await pass.listPods()).map(sessionUid);
  return uids.some((other) => other !== undefined && other !== uid && sessionIdOf(name, other) === pass.id);
};

/** The charge is written before any step that asks this. */
const isSettled = (pass: Pass) => pass.isFinished || pass.phase === 'Settling';

/** Lets go of every pod that was made or claimed for the session, in whichever attempt. */
export const releasePods: Step = async (pass) => {
  if (!isSettled(pass)) return undefined;
  const own = await podsOf(pass);
  // One by one: where one fails, nothing of this pass goes on beside the next one.
  for (const pod of own) await releasePod(pass.outside.store, pod);
  return undefined;
};

/** Those that say so, and the one that the status names, be it that people took away what says so. */
const podsOf = async (pass: Pass): Promise<Pod[]> => {
  const { session, status } = pass;
  const listed = await pass.listPods();
  const isListed = listed.some(({ metadata }) => metadata.uid === status.pod?.uid);
  const named = isListed ? undefined : await pass.readPod();
  return [...listed, ...(named ? [named] : [])].filter((pod) => belongsTo(pod, session));
};

/** A finished session is kept to be looked at, and then deleted; one that is deleted goes with its finalizer. */
export const forget: Step = async (pass) => {
  if (pass.isDeleted) await pass.write((session) => removeFinalizer(session, billingFinalizer));
  else return keep(pass);
  return { reason: 'Done' };
};

const keep = async ({ outside, session: { metadata, status }, now }: Pass) => {
  const since = status?.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime;
  const afterMs = Date.parse(since ?? metadata.creationTimestamp) + outside.ttlSecondsAfterClosed * 1000 - now;
  if (afterMs > 0) return { reason: 'Kept', afterMs } as const;
  const { namespace, name, uid } = metadata;
  await outside.store.delete('BrowserSession', { namespace, name }, { uid });
  return { reason: 'Done' } as const;
};
