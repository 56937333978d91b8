import { type BrowserPool, type BrowserPoolStatus, labels, type Pod } from '@tintype/crds';
import { isReady } from '../browser-session/pods/pod-state.js';
import { type NewCondition, setCondition } from '../controller/conditions.js';
import { meaningOf, type State } from './reasons.js';

export interface Standing {
  pool: BrowserPool;
  idle: readonly Pod[];
  /** Pods that a session has. */
  claimed: number;
  /** Why it is not complete, if it is not. */
  because: State;
  /** Milliseconds of the epoch. */
  now: number;
}

/** Those that no session has taken; for HorizontalPodAutoscalers. */
const selectorOf = ({ metadata: { name } }: BrowserPool): string => `${labels.pool}=${name},!${labels.session}`;

/** The status as it is to be. */
export const statusOf = ({ pool, idle, claimed, because, now }: Standing): BrowserPoolStatus => {
  const { generation } = pool.metadata;
  const readyReplicas = idle.filter(isReady).length;
  const isComplete = readyReplicas >= pool.spec.replicas;
  const isWarm = readyReplicas > 0 && !isComplete;
  const state = isComplete ? 'Complete' : because;
  const observed = generation === undefined ? {} : { observedGeneration: generation };
  const condition = (type: string, isTrue: boolean, reason: State): NewCondition => {
    return { type, status: isTrue ? 'True' : 'False', reason, message: meaningOf(reason), ...observed };
  };
  // A pool that is used is seldom complete. Who waits for an installation to be ready (`helm --wait`) waits for this one.
  const ready = condition('Ready', isComplete || isWarm, isWarm ? 'Warm' : state);
  const complete = condition('Complete', isComplete, state);
  return {
    ...observed,
    replicas: idle.length,
    readyReplicas,
    claimedReplicas: claimed,
    selector: selectorOf(pool),
    conditions: [...setCondition(setCondition(pool.status?.conditions, ready, now), complete, now)],
  };
};
