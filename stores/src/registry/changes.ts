import { isDeepStrictEqual } from 'node:util';
import {
  admit,
  Conflict,
  Invalid,
  type Kind,
  type Kinds,
  keyText,
  kindInfo,
  type NewKinds,
  type NewPod,
  NotFound,
  type Pod,
  type PodStatus,
} from '@tintype/crds';
import { frozenCopy } from '../frozen.js';
import { checkMetadata, clientMetadata, updatedMetadata } from './metadata.js';
import { checkPodUpdate, withPodDefaults } from './pod-rules.js';
import { normalizedPodStatus, timestamp } from './times.js';

/** The result of a write. `object` is final except its `resourceVersion`, which is still the old one. */
export interface Change<K extends Kind> {
  /** `none`: no change and no new version. */
  outcome: 'none' | 'stored' | 'removed';
  object: Kinds[K];
}

/** Refuses a create with a version, as an API server does: the caller may have meant an update. */
const checkHasNoVersion = (kind: Kind, { metadata }: NewKinds[Kind]): void => {
  if ((metadata as { resourceVersion?: string }).resourceVersion)
    throw new Invalid(`${kind} ${keyText(metadata)} is invalid: metadata.resourceVersion: a new object has none`);
};

/** Bytes of JSON: etcd's limit for a request. https://etcd.io/docs/v3.6/dev-guide/limit/ */
const maxBytes = 1.5 * 1024 * 1024;

/** Throws Invalid above 1.5 MiB: one machine has the same limit as a cluster. `json` is the object as JSON. */
export const checkSize = (kind: Kind, { metadata }: Kinds[Kind], json: string): void => {
  const bytes = Buffer.byteLength(json);
  if (bytes > maxBytes) throw new Invalid(`${kind} ${keyText(metadata)} has ${bytes} bytes, more than ${maxBytes}`);
};

/**
 * The object that a create stores, still without a version. `now` is in milliseconds since the epoch. Throws Invalid.
 */
export const createdObject = <K extends Kind>(kind: K, sent: NewKinds[K], uid: string, now: number): Kinds[K] => {
  checkHasNoVersion(kind, sent);
  checkMetadata(kind, sent.metadata);
  const metadata = {
    ...clientMetadata(sent.metadata),
    uid,
    resourceVersion: '',
    ...(kindInfo[kind].hasStatus ? { generation: 1 } : {}),
    creationTimestamp: timestamp(now),
  };
  const initialObject = kind === 'Pod' ? withPodDefaults(sent as NewPod) : { ...sent, status: undefined };
  return frozenCopy(admit(kind, { ...initialObject, metadata } as Kinds[K]));
};

/** Returns the stored object if the update was made from its current version; else throws NotFound or Conflict. */
const checkCurrent = <K extends Kind>(kind: K, stored: Kinds[K] | undefined, sent: Kinds[K]): Kinds[K] => {
  const name = `${kind} ${keyText(sent.metadata)}`;
  if (!stored) throw new NotFound(`${name} does not exist`);
  if (stored.metadata.uid !== sent.metadata.uid) throw new Conflict(`${name} is another object of the same name`);
  if (stored.metadata.resourceVersion !== sent.metadata.resourceVersion)
    throw new Conflict(`${name} has changed since it was read`);
  return stored;
};

/** True if the object is being deleted, no finalizer is left, and no node holds it. */
const shouldBeRemoved = (
  { metadata: { deletionTimestamp, deletionGracePeriodSeconds = 0 } }: Kinds[Kind],
  sent: Kinds[Kind],
) => deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0 && !sent.metadata.finalizers?.length;

const changeTo = <K extends Kind>(stored: Kinds[K], next: Kinds[K]): Change<K> => {
  if (shouldBeRemoved(stored, next)) return { outcome: 'removed', object: next };
  return isDeepStrictEqual(stored, next) ? { outcome: 'none', object: stored } : { outcome: 'stored', object: next };
};

/** Changes all but the status. Throws NotFound, Conflict or Invalid. */
export const changeByUpdate = <K extends Kind>(kind: K, stored: Kinds[K] | undefined, sent: Kinds[K]): Change<K> => {
  const current = checkCurrent(kind, stored, sent);
  const metadata = updatedMetadata(kind, current.metadata, sent.metadata);
  const { status } = current as { status?: unknown };
  const next = frozenCopy(admit(kind, { ...sent, metadata, status } as Kinds[K], current));
  if (kind === 'Pod') checkPodUpdate(current as Pod, next as Pod);
  if (!metadata.generation || isDeepStrictEqual(current.spec, next.spec)) return changeTo(current, next);
  const generation = metadata.generation + 1;
  return changeTo(current, frozenCopy({ ...next, metadata: { ...next.metadata, generation } }));
};

/** Changes the status alone. Throws NotFound, Conflict or Invalid. */
export const changeByStatusUpdate = <K extends Kind>(
  kind: K,
  stored: Kinds[K] | undefined,
  sent: Kinds[K],
): Change<K> => {
  const current = checkCurrent(kind, stored, sent);
  const { status } = sent as { status?: unknown };
  const storedStatus = kind === 'Pod' ? normalizedPodStatus(status as PodStatus | undefined) : status;
  return changeTo(current, frozenCopy(admit(kind, { ...current, status: storedStatus } as Kinds[K], current)));
};

/** Throws Invalid for a Lease, which has no status. */
export const checkHasStatus = (kind: Kind): void => {
  if (!kindInfo[kind].hasStatus) throw new Invalid(`A ${kind} has no status.`);
};
