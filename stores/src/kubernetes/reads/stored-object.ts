import { type Kind, type Kinds, kindInfo, type ObjectMeta } from '@tintype/crds';

interface RawObject {
  metadata: { managedFields?: unknown };
}

/**
 * An object as the server sends it, made into what stores give, in place: without `managedFields` (a third of its bytes,
 * which only server-side apply reads, and which the server keeps when an update leaves them out), and with the kind, which
 * objects of a list do not name.
 */
export const storedObject = <K extends Kind>(kind: K, value: unknown): Kinds[K] => {
  const object = value as RawObject;
  delete object.metadata.managedFields;
  return Object.assign(object, { apiVersion: kindInfo[kind].apiVersion, kind }) as unknown as Kinds[K];
};

/**
 * Whether the answer to a delete is an object that is still there. An object that is gone is answered with a Status, but a
 * pod as it was last: then nothing, and no time for its node, holds it back.
 */
export const isHeldBack = (answer: unknown): boolean => {
  const { metadata } = answer as { metadata?: Partial<ObjectMeta> };
  if (metadata?.deletionTimestamp === undefined) return false;
  return (metadata.finalizers ?? []).length > 0 || (metadata.deletionGracePeriodSeconds ?? 0) > 0;
};

/**
 * Whether an API server may have answered this as a version. To it, an absent one or `0` means whatever it has, and a text
 * that is no number is a failure of its own (500).
 */
export const isVersion = (version: unknown): boolean => typeof version === 'string' && /^[1-9]\d{0,18}$/.test(version);
