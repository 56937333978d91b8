import type { ContainerStatus, Pod, PodCondition, PodStatus } from '@tintype/crds';

export interface RunningFacts {
  startTime: string;
  ready: boolean;
  since: string;
}

export interface EndFacts {
  startTime?: string | undefined;
  exitCode: number;
  finishedAt: string;
  reason: string;
  message?: string | undefined;
  ofPod?: { reason: string; message: string } | undefined;
}

const container = ({ spec }: Pod, status: Omit<ContainerStatus, 'name'>): ContainerStatus[] =>
  spec.containers.slice(0, 1).map(({ name }) => ({ name, ...status }));

const readiness = (ready: boolean, since: string, reason: string): PodCondition => ({
  type: 'Ready',
  status: ready ? 'True' : 'False',
  ...(ready ? {} : { reason }),
  lastTransitionTime: since,
});

export const waitingStatus = (message: string, now: string): PodStatus => ({
  phase: 'Pending',
  conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message, lastTransitionTime: now }],
});

export const runningStatus = (pod: Pod, { startTime, ready, since }: RunningFacts): PodStatus => ({
  phase: 'Running',
  podIP: '127.0.0.1',
  hostIP: '127.0.0.1',
  startTime,
  conditions: [readiness(ready, since, 'ContainersNotReady')],
  containerStatuses: container(pod, { ready, state: { running: { startedAt: startTime } } }),
});

export const endedStatus = (pod: Pod, { startTime, ofPod, ...end }: EndFacts): PodStatus => {
  const { exitCode, finishedAt, reason, message } = end;
  const terminated = {
    exitCode,
    reason,
    ...(startTime === undefined ? {} : { startedAt: startTime }),
    finishedAt,
    ...(message === undefined ? {} : { message }),
  };
  return {
    phase: exitCode === 0 && !ofPod ? 'Succeeded' : 'Failed',
    ...ofPod,
    ...(startTime === undefined ? {} : { podIP: '127.0.0.1', hostIP: '127.0.0.1', startTime }),
    conditions: [readiness(false, finishedAt, 'PodCompleted')],
    containerStatuses: container(pod, { ready: false, state: { terminated } }),
  };
};
