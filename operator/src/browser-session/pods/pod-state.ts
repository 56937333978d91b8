import {
  type BrowserSession,
  labels,
  type OwnerReference,
  operatorPodLabels,
  type Pod,
  readyCondition,
  recordFinalizer,
} from '@tintype/crds';
import { controllerOf, hasFinalizer, isControlledBy } from '../../controller/object-metadata.js';

export const isReady = (pod: Pod): boolean => readyCondition(pod)?.status === 'True';

/** The owner reference to the session that claimed the pod, or for which it was created. */
export const ownSession = ({ metadata }: Pod): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ kind }) => kind === 'BrowserSession');

export const sessionUid = (pod: Pod): string | undefined => ownSession(pod)?.uid;

/** A pod's relation to a session. */
export type PodOwnership =
  /** The session runs on this pod, will run, or ran. */
  | 'claimed'
  /** Created for the session, and not claimed: no other session gets it. */
  | 'created'
  /** Free for every session. */
  | 'unclaimed'
  /** Another session's, an earlier object's, or no operator's: leave it alone. */
  | 'foreign';

/**
 * A pod names its session as owner from its creation or its claim on. Only a claim makes that owner the controller, and
 * adds the finalizer. People may remove any of these.
 */
export const ownershipOf = (pod: Pod, session: BrowserSession): PodOwnership => {
  if (isControlledBy(pod, session)) return 'claimed';
  if (!isCreatedByOperator(pod)) return 'foreign';
  const uid = ownerUid(pod);
  if (uid === undefined) return ownershipWithoutOwner(pod, session);
  return uid === session.metadata.uid ? 'created' : 'foreign';
};

/** The pod exists for this session only. */
export const isOwn = (pod: Pod, session: BrowserSession): boolean =>
  ['claimed', 'created'].includes(ownershipOf(pod, session));

/** The uid of the controller, else of the session that the pod names. A pool does not count: its pod is free. */
const ownerUid = (pod: Pod): string | undefined => {
  const owner = controllerOf(pod);
  return owner && owner.kind !== 'BrowserPool' ? owner.uid : sessionUid(pod);
};

/** True if the pod has the operator's labels, or the finalizer that a claim adds. */
const isCreatedByOperator = (pod: Pod): boolean =>
  Object.entries(operatorPodLabels).every(([label, value]) => pod.metadata.labels?.[label] === value) ||
  hasFinalizer(pod, recordFinalizer);

const ownershipWithoutOwner = (pod: Pod, { metadata, status }: BrowserSession): PodOwnership => {
  const label = pod.metadata.labels?.[labels.session];
  if (label !== undefined && label !== metadata.name) return 'foreign';
  const isNamed = status?.pod?.uid === pod.metadata.uid && !controllerOf(pod);
  if (!isNamed) return 'unclaimed';
  if (hasFinalizer(pod, recordFinalizer) || status.startedAt !== undefined) return 'claimed';
  return label === undefined ? 'unclaimed' : 'created';
};
