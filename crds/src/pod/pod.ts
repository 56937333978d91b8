import type { NewObjectMeta, ObjectMeta } from '../object/object-meta.js';

/**
 * The part of a Kubernetes Pod that Tintype reads. Objects hold the rest too, and writes send it back unchanged: an
 * `update` is made from the object that was read.
 * https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/
 */
export interface PodSpec {
  containers: Container[];
  restartPolicy?: 'Always' | 'OnFailure' | 'Never';
  /** Counts from `status.startTime`; can only be set or lowered once the pod is there. */
  activeDeadlineSeconds?: number;
  terminationGracePeriodSeconds?: number;
  /** Empty until the scheduler has chosen. */
  nodeName?: string;
  [other: string]: unknown;
}

/** By resource, as text (`2Gi`) or number. */
type Amounts = Readonly<Record<string, string | number>>;

export interface Container {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  env?: { name: string; value?: string; valueFrom?: unknown }[];
  resources?: { requests?: Amounts | undefined; limits?: Amounts | undefined };
  [other: string]: unknown;
}

export interface PodCondition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  reason?: string;
  message?: string;
  lastTransitionTime?: string;
}

export interface ContainerStatus {
  name: string;
  ready?: boolean;
  state?: {
    running?: { startedAt?: string };
    terminated?: { exitCode: number; reason?: string; message?: string; startedAt?: string; finishedAt?: string };
    waiting?: { reason?: string; message?: string };
  };
  [other: string]: unknown;
}

export interface PodStatus {
  phase?: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';
  reason?: string;
  message?: string;
  podIP?: string;
  startTime?: string;
  conditions?: PodCondition[];
  containerStatuses?: ContainerStatus[];
  [other: string]: unknown;
}

export interface NewPod {
  apiVersion: 'v1';
  kind: 'Pod';
  metadata: NewObjectMeta;
  spec: PodSpec;
}

export interface Pod extends NewPod {
  metadata: ObjectMeta;
  status?: PodStatus;
}

/** On the pods of sessions and pools. */
export const labels = {
  session: 'tintype.dev/session',
  account: 'tintype.dev/account',
  pool: 'tintype.dev/pool',
  /** On warm pods: tells those that are made from the same template. */
  template: 'tintype.dev/template',
} as const;

/** On a pod whose program listens on another port than the usual one, as where pods are processes of one machine. */
export const agentPortAnnotation = 'tintype.dev/agent-port';

/** On every pod that the operator makes: it watches these alone. A warm pod has no session yet. */
export const ownPodLabels = { 'app.kubernetes.io/managed-by': 'tintype-operator' } as const;

/** On a pod: how its session ended is not copied yet. */
export const recordFinalizer = 'tintype.dev/record';
