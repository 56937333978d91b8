import type { BrowserPool, ObjectKey } from '@tintype/crds';

/** A name that no pod had before: a pod's key follows from it, so that nobody gets that of an earlier one. */
export const warmPodKey = ({ metadata: { namespace, name } }: BrowserPool, suffix: string): ObjectKey => ({
  namespace,
  name: `${name}-${suffix}`,
});
