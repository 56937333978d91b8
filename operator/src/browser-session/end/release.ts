import { billingFinalizer, type Pod, sessionIdOf } from '@tintype/crds';
import { findCondition } from '../../controller/conditions.js';
import { removeFinalizer } from '../../controller/object-metadata.js';
import type { Pass, Step } from '../pass/pass.js';
import { isOwn, sessionUid } from '../pods/pod-state.js';
import { releasePod } from '../pods/remove-pod.js';

/**
 * Its browser is stopped, and its charge is written: the account may open another. Of two objects of the same name the open
 * says whose browser the slot is for; then it is the session's, whoever of them has taken it last. As long as there is none it
 * is given back by that object alone, however late this pass goes on. What neither gives back, the sweeper does.
 */
export const freeSlot: Step = async (pass) => {
  if (!pass.isSettlingOrFinal) return undefined;
  const { uid } = pass.session.metadata;
  const open = await pass.findOpen();
  const isOfAnother = open ? open.uid !== uid : await hasPodOfAnother(pass);
  if (isOfAnother) return undefined;
  await pass.dependencies.slots.free(pass.session.spec.account, pass.id, open ? undefined : { uid });
  return undefined;
};

/** Who opens a browser has claimed a pod before. */
const hasPodOfAnother = async (pass: Pass): Promise<boolean> => {
  const { name, uid } = pass.session.metadata;
  const uids = (await pass.listPods()).map(sessionUid);
  return uids.some((other) => other !== undefined && other !== uid && sessionIdOf(name, other) === pass.id);
};

/** Lets go of every pod that was made or claimed for the session, in whichever attempt. */
export const releasePods: Step = async (pass) => {
  if (!pass.isSettlingOrFinal) return undefined;
  const own = (await namedPods(pass)).filter((pod) => isOwn(pod, pass.session));
  // One by one: where one fails, nothing of this pass goes on beside the next one.
  for (const pod of own) await releasePod(pass.dependencies.store, pod);
  return undefined;
};

/** Those that name it, and the one that its status names, be it that people took away what says so. */
const namedPods = async (pass: Pass): Promise<Pod[]> => {
  const listed = await pass.listPods();
  const isListed = listed.some(({ metadata }) => metadata.uid === pass.status.pod?.uid);
  const named = isListed ? undefined : await pass.readPod();
  return named ? [...listed, named] : listed;
};

/** A finished session is kept to be looked at, and then deleted; one that is deleted goes with its finalizer. */
export const forget: Step = async (pass) => {
  if (!pass.isSettlingOrFinal) return undefined;
  if (pass.isDeleted) await pass.write((session) => removeFinalizer(session, billingFinalizer));
  else return keep(pass);
  return { reason: 'Done' };
};

const keep = async ({ dependencies, session: { metadata, status }, now }: Pass) => {
  const since = findCondition(status?.conditions, 'Ended') ?? findCondition(status?.conditions, 'Ready');
  const afterMs =
    Date.parse(since?.lastTransitionTime ?? metadata.creationTimestamp) +
    dependencies.ttlSecondsAfterClosed * 1000 -
    now;
  if (afterMs > 0) return { reason: 'Kept', afterMs } as const;
  const { namespace, name, uid } = metadata;
  await dependencies.store.delete('BrowserSession', { namespace, name }, { uid });
  return { reason: 'Done' } as const;
};
