import type { BrowserSession } from '@tintype/crds';

/** Keeps autoscalers of nodes from moving a session's pod: Cluster Autoscaler, and Karpenter, which EKS Auto Mode is made of. */
export const notSafeToEvict = {
  'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false',
  'karpenter.sh/do-not-disrupt': 'true',
} as const;

/**
 * What a pod made for one session may be called: the second name is for where the first is taken, by an earlier object of
 * the session's name, or by whoever counts as we do.
 */
export const coldPodNames = ({ metadata: { name, uid } }: BrowserSession, attempt: number): readonly string[] => [
  `${name}-${attempt}`,
  `${name}-${attempt}-${uid}`,
];
