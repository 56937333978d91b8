import type { BrowserSession } from '@tintype/crds';

/** Keeps a node's autoscaler from moving a session's pod. */
export const notSafeToEvict = { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false' } as const;

/** A pod made for one session. Its uid tells it from an earlier one of the same name. */
export const coldPodName = ({ metadata: { name } }: BrowserSession, attempt: number): string => `${name}-${attempt}`;
