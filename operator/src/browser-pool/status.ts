import { type BrowserPool, type BrowserPoolStatus, labels, type Pod, type PoolReadyReason } from '@tintype/crds';
import { isReady } from '../browser-session/pods/pod-state.js';
import { type NewCondition, setCondition } from '../controller/conditions.js';
import { messageOf } from './reasons.js';

export interface StatusInput {
  pool: BrowserPool;
  /** Unclaimed and unreserved pods that are not being deleted. */
  idle: readonly Pod[];
  /** The number of pods that sessions have claimed, or that were created for sessions. */
  claimed: number;
  /** The number of sessions that wait for their browser. */
  waiting: number;
  /** Why the pool is not complete; ignored if it is. */
  reason: PoolReadyReason;
  /** Epoch milliseconds. */
  now: number;
}

/** Selects unclaimed pods, for HorizontalPodAutoscalers. */
const selectorOf = ({ metadata: { name } }: BrowserPool): string => `${labels.pool}=${name},!${labels.session}`;

export const statusOf = ({ pool, idle, claimed, waiting, reason, now }: StatusInput): BrowserPoolStatus => {
  const { generation } = pool.metadata;
  const readyReplicas = idle.filter(isReady).length;
  const isComplete = readyReplicas >= pool.spec.replicas;
  const isWarm = readyReplicas > 0 && !isComplete;
  const completeReason = isComplete ? 'Complete' : reason;
  const observed = generation === undefined ? {} : { observedGeneration: generation };
  const condition = (type: string, isTrue: boolean, because: PoolReadyReason): NewCondition => {
    return { type, status: isTrue ? 'True' : 'False', reason: because, message: messageOf(because), ...observed };
  };
  // `Ready` needs only one ready pod: a pool in use is seldom complete, and `helm --wait` waits for `Ready`.
  const ready = condition('Ready', isComplete || isWarm, isWarm ? 'Warm' : completeReason);
  const complete = condition('Complete', isComplete, completeReason);
  return {
    ...observed,
    replicas: idle.length,
    readyReplicas,
    claimedReplicas: claimed,
    waitingSessions: waiting,
    selector: selectorOf(pool),
    conditions: [...setCondition(setCondition(pool.status?.conditions, ready, now), complete, now)],
  };
};
