import {
  type BrowserSession,
  labels,
  type OwnerReference,
  ownPodLabels,
  type Pod,
  readyCondition,
  recordFinalizer,
} from '@tintype/crds';
import { controllerOf, hasFinalizer, isControlledBy } from '../../controller/object-metadata.js';

export const isReady = (pod: Pod): boolean => readyCondition(pod)?.status === 'True';

/** The session that it was made or claimed for. */
export const ownSession = ({ metadata }: Pod): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ kind }) => kind === 'BrowserSession');

export const sessionUid = (pod: Pod): string | undefined => ownSession(pod)?.uid;

/** Whose a pod is, as a session sees it. */
export type Whose =
  /** The session's, which runs on it, will, or has. */
  | 'claimed'
  /** The session's, and not claimed yet: nobody else is given it. */
  | 'made'
  /** An operator has made it for whoever comes. */
  | "nobody's"
  /** Of another session, of an earlier object of the same name, or none that an operator has made: it is left alone. */
  | "another's";

/**
 * A pod names a session as its owner from its making, or from its claim on, which alone makes that owner its controller and
 * leaves a finalizer. People may take each of these away.
 */
export const whose = (pod: Pod, session: BrowserSession): Whose => {
  if (isControlledBy(pod, session)) return 'claimed';
  if (!isMade(pod)) return "another's";
  const uid = ownerUid(pod);
  if (uid === undefined) return whoseUnowned(pod, session);
  return uid === session.metadata.uid ? 'made' : "another's";
};

/** It goes with the session. */
export const isOwn = (pod: Pod, session: BrowserSession): boolean => ['claimed', 'made'].includes(whose(pod, session));

/** Of whatever controls it, else of the session that it was made for. A pool's pod is there to be taken. */
const ownerUid = (pod: Pod): string | undefined => {
  const owner = controllerOf(pod);
  return owner && owner.kind !== 'BrowserPool' ? owner.uid : sessionUid(pod);
};

/** It says so, or has what only a claim gives. */
const isMade = (pod: Pod): boolean =>
  Object.entries(ownPodLabels).every(([label, value]) => pod.metadata.labels?.[label] === value) ||
  hasFinalizer(pod, recordFinalizer);

/** By the status of the session, what else a claim leaves, and the label that names one. */
const whoseUnowned = (pod: Pod, { metadata, status }: BrowserSession): Whose => {
  const label = pod.metadata.labels?.[labels.session];
  if (label !== undefined && label !== metadata.name) return "another's";
  const isNamed = status?.pod?.uid === pod.metadata.uid && !controllerOf(pod);
  if (!isNamed) return "nobody's";
  if (hasFinalizer(pod, recordFinalizer) || status.startedAt !== undefined) return 'claimed';
  return label === undefined ? "nobody's" : 'made';
};
