import { billingFinalizer, type Pod, sessionIdOf } from '@tintype/crds';
import { findCondition } from '../../controller/conditions.js';
import { withoutFinalizer } from '../../controller/object-metadata.js';
import type { Pass, Step } from '../pass/pass.js';
import { isOwn, sessionUid } from '../pods/pod-state.js';
import { releasePod } from '../pods/remove-pod.js';

/**
 * Frees the slot after stop and charge. If two objects have the same name, only the object of the open frees the slot.
 * The other object may have taken it. Without an open, each object frees only a slot that it took. The sweeper frees
 * the rest.
 */
export const freeSlot: Step = async (pass) => {
  if (!pass.isStopped) return undefined;
  const { uid } = pass.session.metadata;
  const open = await pass.findOpen();
  const belongsToAnother = open ? open.uid !== uid : await anotherHasPod(pass);
  if (belongsToAnother) return undefined;
  await pass.dependencies.slots.free(pass.session.spec.account, pass.id, open ? undefined : { uid });
  return undefined;
};

/** True if another object of this session id has a pod. That object may open a browser, so it needs the slot. */
const anotherHasPod = async (pass: Pass): Promise<boolean> => {
  const { name, uid } = pass.session.metadata;
  const uids = (await pass.listPods()).map(sessionUid);
  return uids.some((other) => other !== undefined && other !== uid && sessionIdOf(name, other) === pass.id);
};

export const releasePods: Step = async (pass) => {
  if (!pass.isStopped) return undefined;
  const ownPods = (await sessionPods(pass)).filter((pod) => isOwn(pod, pass.session));
  // One by one: after a failure nothing of this pass may run beside the next pass.
  for (const pod of ownPods) await releasePod(pass.dependencies.store, pod);
  return undefined;
};

/** The pods found by label, and the pod of the status, which may have lost its label. */
const sessionPods = async (pass: Pass): Promise<Pod[]> => {
  const listed = await pass.listPods();
  const isListed = listed.some(({ metadata }) => metadata.uid === pass.status.pod?.uid);
  const named = isListed ? undefined : await pass.readPod();
  return named ? [...listed, named] : listed;
};

/** Removes the finalizer of a deleted session. Keeps any other for `ttlSecondsAfterClosed`, then deletes it. */
export const removeObject: Step = async (pass) => {
  if (!pass.isStopped) return undefined;
  if (pass.isDeleted) await pass.write((session) => withoutFinalizer(session, billingFinalizer));
  else return deleteAfterTtl(pass);
  return { reason: 'Done' };
};

const deleteAfterTtl = async ({ dependencies, session: { metadata, status }, now }: Pass) => {
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
