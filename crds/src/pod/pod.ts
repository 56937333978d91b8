import type { NewObjectMeta, ObjectMeta } from '../object/object-meta.js';

/**
 * The part that Tintype reads. `update` sends the rest back unchanged.
 * https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/
 */
export interface PodSpec {
  containers: Container[];
  restartPolicy?: 'Always' | 'OnFailure' | 'Never';
  /** Counts from `status.startTime`; on an existing pod it can only be set or lowered. */
  activeDeadlineSeconds?: number;
  terminationGracePeriodSeconds?: number;
  nodeName?: string;
  [other: string]: unknown;
}

/** Text (`2Gi`) or number, by resource. */
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

export const labels = {
  session: 'tintype.dev/session',
  account: 'tintype.dev/account',
  pool: 'tintype.dev/pool',
  /** Warm pods of the same template have the same value. */
  template: 'tintype.dev/template',
} as const;

/** The agent's port, if it is not the default. On one machine pods are processes, and each agent has its own port. */
export const agentPortAnnotation = 'tintype.dev/agent-port';

/** On every pod that the operator creates; it watches only these. */
export const operatorPodLabels = { 'app.kubernetes.io/managed-by': 'tintype-operator' } as const;

/** On a pod until the operator has copied the pod record. */
export const recordFinalizer = 'tintype.dev/record';
