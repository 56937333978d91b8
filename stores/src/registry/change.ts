import type { Kind, Kinds } from '@tintype/crds';

/**
 * What a write comes to. `object` is as it will be read but for its `resourceVersion`, which is still that of the object
 * that was there.
 */
export interface Change<K extends Kind> {
  /** `none`: the write changes nothing, and makes no new version. */
  outcome: 'none' | 'stored' | 'removed';
  object: Kinds[K];
}

/** As Kubernetes writes times: RFC 3339, to the second. */
export const timestamp = (milliseconds: number): string =>
  new Date(Math.floor(milliseconds / 1000) * 1000).toISOString().replace('.000Z', 'Z');
