import { type BrowserSession, labels, ownPodLabels, type Pod, readyCondition, recordFinalizer } from '@tintype/crds';
import { hasFinalizer } from '../controller/finalizers.js';
import { controllerOf, isControlledBy } from '../controller/owner-references.js';

// Whose a pod is. It names a session as its owner from its making, or from its claim on, which alone makes that owner its
// controller and leaves a finalizer; a label names the session, too. People may take each of these away. So what is asked is:
//
//     isClaimedFor     its controller is the session                               it runs it, or will
//     wasClaimedFor    or was, by what else a claim leaves                         it may run it, or may have run it
//     isMadeFor        its owner or label is the session, or wasClaimedFor         nobody else is given it
//     mayServe         an operator has made it, and for no other session           it may be claimed
//     belongsTo        its owner is the session, or by its status it was           it is let go of with the session
//
// The first two and the last go by the uid alone, and so never mean a later object of the same name.

export const isReady = (pod: Pod): boolean => readyCondition(pod)?.status === 'True';

/** Of the session that it was made or claimed for. */
export const sessionUid = ({ metadata }: Pod): string | undefined =>
  metadata.ownerReferences?.find(({ kind }) => kind === 'BrowserSession')?.uid;

/** Of whatever controls it: the session that it was claimed for, or what is none of ours. A pool's pod is there to be taken. */
export const ownerUid = (pod: Pod): string | undefined => {
  const owner = controllerOf(pod);
  return owner?.kind === 'BrowserPool' ? undefined : owner?.uid;
};

/** Only a claim makes it so. */
export const isClaimedFor = (pod: Pod, session: BrowserSession): boolean => isControlledBy(pod, session);

/** An operator has made it: it says so, or has what only a claim gives, where people took its labels away. */
const isMade = (pod: Pod, session: BrowserSession): boolean =>
  Object.entries(ownPodLabels).every(([label, value]) => pod.metadata.labels?.[label] === value) ||
  hasFinalizer(pod, recordFinalizer) ||
  isClaimedFor(pod, session);

/** Of another session, or of what is none of ours. Where nobody owns it, its label says whose it was. */
const isOfAnother = (pod: Pod, { metadata }: BrowserSession): boolean => {
  const uid = ownerUid(pod) ?? sessionUid(pod);
  const name = pod.metadata.labels?.[labels.session] ?? metadata.name;
  return uid === undefined ? name !== metadata.name : uid !== metadata.uid;
};

/**
 * An operator has made it, and for nobody but this session, or for whoever comes. Pods of others may have the name that
 * one of a session would have.
 */
export const mayServe = (pod: Pod, session: BrowserSession): boolean =>
  isMade(pod, session) && !isOfAnother(pod, session);

/** It was made or claimed for the session: its owner says so, and where people took that away the session's status. */
export const belongsTo = (pod: Pod, session: BrowserSession): boolean => {
  const uid = ownerUid(pod) ?? sessionUid(pod);
  if (uid !== undefined) return uid === session.metadata.uid;
  const isNamed = session.status?.pod?.uid === pod.metadata.uid;
  return isNamed && controllerOf(pod) === undefined && mayServe(pod, session);
};

/** The session may run on it, or may have: it is claimed, or has what a claim leaves where people took the owner away. */
export const wasClaimedFor = (pod: Pod, session: BrowserSession): boolean => {
  if (sessionUid(pod) !== undefined) return isClaimedFor(pod, session);
  const hasTraces = hasFinalizer(pod, recordFinalizer) || session.status?.startedAt !== undefined;
  return hasTraces && belongsTo(pod, session);
};

/**
 * For this session alone, and for nobody who comes: it says so, be it ready or not, or people have taken that away from one that
 * may run the session.
 */
export const isMadeFor = (pod: Pod, session: BrowserSession): boolean =>
  sessionUid(pod) === session.metadata.uid ||
  pod.metadata.labels?.[labels.session] === session.metadata.name ||
  wasClaimedFor(pod, session);
