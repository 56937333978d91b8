import { type Kind, type Kinds, kindInfo, type ObjectMeta } from '@tintype/crds';

interface RawObject {
  metadata: { managedFields?: unknown };
}

/**
 * Changes a received object in place. Drops `managedFields`: a third of the bytes, used only by server-side apply, and
 * kept by the server. Adds `apiVersion` and `kind`, which list items lack.
 */
export const storedObject = <K extends Kind>(kind: K, value: unknown): Kinds[K] => {
  const object = value as RawObject;
  delete object.metadata.managedFields;
  return Object.assign(object, { apiVersion: kindInfo[kind].apiVersion, kind }) as unknown as Kinds[K];
};

/**
 * Whether the object still exists after a delete call with this answer. The server answers with a Status for a removed
 * object, but with the last state for a removed pod. That state has neither finalizers nor a grace period.
 */
export const isHeldBack = (answer: unknown): boolean => {
  const { metadata } = answer as { metadata?: Partial<ObjectMeta> };
  if (metadata?.deletionTimestamp === undefined) return false;
  return (metadata.finalizers ?? []).length > 0 || (metadata.deletionGracePeriodSeconds ?? 0) > 0;
};

/**
 * Whether an API server could have issued this version. An absent version or `0` would match any version, and other
 * text leads to a 500.
 */
export const isVersion = (version: unknown): boolean => typeof version === 'string' && /^[1-9]\d{0,18}$/.test(version);
