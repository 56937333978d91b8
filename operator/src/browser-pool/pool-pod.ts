import { keyText, labels, type Pod, recordFinalizer } from '@tintype/crds';
import { sessionUid } from '../browser-session/pods/pod-state.js';
import { hasFinalizer } from '../controller/finalizers.js';

/** The key of the pool whose pod it is. */
export const poolKeyOf = ({ metadata }: Pod): string | undefined => {
  const name = metadata.labels?.[labels.pool];
  return name ? keyText({ namespace: metadata.namespace, name }) : undefined;
};

/** No session has claimed it, and it was made for none; where people took away what says so, its finalizer does. */
export const isUnclaimed = (pod: Pod): boolean =>
  pod.metadata.labels?.[labels.session] === undefined &&
  sessionUid(pod) === undefined &&
  !hasFinalizer(pod, recordFinalizer);

/** The oldest first; of the same second, by name. An engine writes all times in one form, which sorts as text. */
export const byAge = ({ metadata: one }: Pod, { metadata: other }: Pod): number => {
  if (one.creationTimestamp !== other.creationTimestamp)
    return one.creationTimestamp < other.creationTimestamp ? -1 : 1;
  return one.name < other.name ? -1 : 1;
};
