import { Conflict, type DeleteOptions, type Kind, type Kinds, keyText, type ObjectMeta, type Pod } from '@tintype/crds';
import { frozenCopy } from '../frozen.js';
import type { Change } from './changes.js';
import { timestamp } from './times.js';

const checkPreconditions = (kind: Kind, { metadata }: Kinds[Kind], { uid, resourceVersion }: DeleteOptions): void => {
  const name = `${kind} ${keyText(metadata)}`;
  if (uid !== undefined && uid !== metadata.uid) throw new Conflict(`${name} is another object of the same name`);
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion)
    throw new Conflict(`${name} has changed since it was read`);
};

/** How long a deletion waits for the pod's node, in seconds. */
const graceOf = ({ spec, status }: Pod, requested: number | undefined): number => {
  const isEnded = status?.phase === 'Failed' || status?.phase === 'Succeeded';
  if (!spec.nodeName || isEnded) return 0;
  return requested ?? spec.terminationGracePeriodSeconds ?? 0;
};

type Deletion = Pick<ObjectMeta, 'deletionTimestamp' | 'deletionGracePeriodSeconds' | 'generation'>;

const firstDeletion = ({ generation }: ObjectMeta, grace: number, now: number): Deletion => ({
  deletionTimestamp: timestamp(now + grace * 1000),
  deletionGracePeriodSeconds: grace,
  ...(generation ? { generation: generation + 1 } : {}),
});

/** A running grace period can only become shorter. A period that would be over already becomes 1 s. */
const shorterDeletion = (
  { deletionTimestamp = '' }: ObjectMeta,
  currentGrace: number,
  requested: number,
  now: number,
): Deletion => {
  const end = Date.parse(deletionTimestamp) + (requested - currentGrace) * 1000;
  const grace = end < now && requested > 0 ? 1 : requested;
  return { deletionTimestamp: timestamp(Math.max(end, now)), deletionGracePeriodSeconds: grace };
};

/** The metadata that a delete call changes. Empty if a deletion is running and need not become shorter. */
const deletionFields = <K extends Kind>(
  kind: K,
  stored: Kinds[K],
  requested: number | undefined,
  now: number,
): Deletion => {
  const { metadata } = stored;
  if (!metadata.deletionTimestamp)
    return firstDeletion(metadata, kind === 'Pod' ? graceOf(stored as Pod, requested) : 0, now);
  const { deletionGracePeriodSeconds: grace = 0 } = metadata;
  return requested === undefined || requested >= grace ? {} : shorterDeletion(metadata, grace, requested, now);
};

/** Kubernetes treats a negative period as 1 s. */
const validGrace = (seconds: number | undefined) => (seconds !== undefined && seconds < 0 ? 1 : seconds);

/**
 * The change that a delete call makes. `now` is in milliseconds since the epoch. Throws Conflict for another uid or
 * version than the options demand.
 */
export const changeByDeletion = <K extends Kind>(
  kind: K,
  stored: Kinds[K],
  options: DeleteOptions,
  now: number,
): Change<K> => {
  checkPreconditions(kind, stored, options);
  const changedFields = deletionFields(kind, stored, validGrace(options.gracePeriodSeconds), now);
  const metadata = { ...stored.metadata, ...changedFields };
  const object = frozenCopy({ ...stored, metadata });
  if (!metadata.finalizers?.length && !metadata.deletionGracePeriodSeconds) return { outcome: 'removed', object };
  return Object.keys(changedFields).length === 0 ? { outcome: 'none', object: stored } : { outcome: 'stored', object };
};
