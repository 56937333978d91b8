import { Invalid, type Kind, keyText, type NewObjectMeta, type ObjectMeta } from '@tintype/crds';
import { isLabelValue, isQualifiedName } from './names.js';

/** UTF-8 bytes of all names and values together, as Kubernetes counts them. */
const maxAnnotationBytes = 256 * 1024;

const sizeOf = (annotations: Readonly<Record<string, string>>) =>
  Object.entries(annotations).reduce(
    (size, [name, value]) => size + Buffer.byteLength(name) + Buffer.byteLength(value),
    0,
  );

/** https://kubernetes.io/docs/concepts/overview/working-with-objects/names/ */
const faultsOf = ({ labels = {}, annotations = {}, finalizers = [] }: NewObjectMeta): string[] => {
  const faults: string[] = [];
  const demand = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  for (const [label, value] of Object.entries(labels))
    demand(isQualifiedName(label) && isLabelValue(value), `metadata.labels: ${label}: ${value}`);
  for (const annotation of Object.keys(annotations))
    demand(isQualifiedName(annotation.toLowerCase()), `metadata.annotations: ${annotation}`);
  demand(sizeOf(annotations) <= maxAnnotationBytes, `metadata.annotations: more than ${maxAnnotationBytes} bytes`);
  for (const finalizer of finalizers) demand(isQualifiedName(finalizer), `metadata.finalizers: ${finalizer}`);
  return faults;
};

/** Throws Invalid with every fault. */
export const checkMetadata = (kind: Kind, metadata: NewObjectMeta): void => {
  const faults = faultsOf(metadata);
  if (faults.length > 0) throw new Invalid(`${kind} ${keyText(metadata)} is invalid: ${faults.join('; ')}`);
};

/** The fields that clients decide, without empty ones. */
export const clientMetadata = (metadata: NewObjectMeta): NewObjectMeta => {
  const { namespace, name, labels = {}, annotations = {}, finalizers = [], ownerReferences = [] } = metadata;
  return {
    name,
    namespace,
    ...(Object.keys(labels).length > 0 ? { labels } : {}),
    ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
    ...(finalizers.length > 0 ? { finalizers } : {}),
    ...(ownerReferences.length > 0 ? { ownerReferences } : {}),
  };
};

/**
 * Refuses an update that begins a deletion or changes its grace period: only a delete call does. An update may
 * omit both fields.
 */
const checkSameDeletion = (kind: Kind, stored: ObjectMeta, sent: ObjectMeta): void => {
  const grace = sent.deletionGracePeriodSeconds ?? stored.deletionGracePeriodSeconds;
  if (sent.deletionTimestamp && !stored.deletionTimestamp)
    throw new Invalid(`${kind} ${keyText(stored)}: metadata.deletionTimestamp: only a delete call sets it`);
  if (grace !== stored.deletionGracePeriodSeconds)
    throw new Invalid(`${kind} ${keyText(stored)}: metadata.deletionGracePeriodSeconds: only a delete call changes it`);
};

/** Takes the fields that clients decide from `sent`, and the others from `stored`. Throws Invalid. */
export const updatedMetadata = (kind: Kind, stored: ObjectMeta, sent: ObjectMeta): ObjectMeta => {
  checkMetadata(kind, sent);
  checkSameDeletion(kind, stored, sent);
  const storedFinalizers = stored.finalizers ?? [];
  const added = (sent.finalizers ?? []).filter((finalizer) => !storedFinalizers.includes(finalizer));
  if (stored.deletionTimestamp && added.length > 0)
    throw new Invalid(`${kind} ${keyText(stored)} is being deleted, so it takes no new finalizer: ${added[0]}`);
  const { labels: _l, annotations: _a, finalizers: _f, ownerReferences: _o, ...serverFields } = stored;
  return { ...serverFields, ...clientMetadata(sent) };
};
