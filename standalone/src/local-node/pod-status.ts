import type { ContainerStatus, Pod, PodCondition, PodStatus } from '@tintype/crds';

/** Times are RFC 3339. */
export interface RunningFacts {
  startTime: string;
  isReady: boolean;
  /** When `isReady` last changed. */
  since: string;
}

/** Times are RFC 3339. `exitCode`, `reason` and `message` describe the container. */
export interface EndFacts {
  startTime?: string | undefined;
  exitCode: number;
  finishedAt: string;
  reason: string;
  message?: string | undefined;
  /** Why the pod failed, if its container alone does not tell. */
  podFailure?: { reason: string; message: string } | undefined;
}

const container = ({ spec }: Pod, status: Omit<ContainerStatus, 'name'>): ContainerStatus[] =>
  spec.containers.slice(0, 1).map(({ name }) => ({ name, ...status }));

const readiness = (isReady: boolean, since: string, reason: string): PodCondition => ({
  type: 'Ready',
  status: isReady ? 'True' : 'False',
  ...(isReady ? {} : { reason }),
  lastTransitionTime: since,
});

export const waitingStatus = (message: string, now: string): PodStatus => ({
  phase: 'Pending',
  conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message, lastTransitionTime: now }],
});

export const runningStatus = (pod: Pod, { startTime, isReady, since }: RunningFacts): PodStatus => ({
  phase: 'Running',
  podIP: '127.0.0.1',
  hostIP: '127.0.0.1',
  startTime,
  conditions: [readiness(isReady, since, 'ContainersNotReady')],
  containerStatuses: container(pod, { ready: isReady, state: { running: { startedAt: startTime } } }),
});

export const endedStatus = (pod: Pod, { startTime, podFailure, ...end }: EndFacts): PodStatus => {
  const { exitCode, finishedAt, reason, message } = end;
  const terminated = {
    exitCode,
    reason,
    ...(startTime === undefined ? {} : { startedAt: startTime }),
    finishedAt,
    ...(message === undefined ? {} : { message }),
  };
  return {
    phase: exitCode === 0 && !podFailure ? 'Succeeded' : 'Failed',
    ...podFailure,
    ...(startTime === undefined ? {} : { podIP: '127.0.0.1', hostIP: '127.0.0.1', startTime }),
    conditions: [readiness(false, finishedAt, 'PodCompleted')],
    containerStatuses: container(pod, { ready: false, state: { terminated } }),
  };
};
