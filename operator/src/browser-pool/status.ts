import { type BrowserPool, type BrowserPoolStatus, labels, type Pod } from '@tintype/crds';
import { isReady } from '../browser-session/pod-state.js';
import { setCondition } from '../controller/conditions.js';
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
  const reason = isComplete ? 'Complete' : because;
  const ready = { type: 'Ready', status: isComplete ? 'True' : 'False', reason, message: meaningOf(reason) } as const;
  const observed = generation === undefined ? {} : { observedGeneration: generation };
  return {
    ...observed,
    replicas: idle.length,
    readyReplicas,
    claimedReplicas: claimed,
    selector: selectorOf(pool),
    conditions: [...setCondition(pool.status?.conditions, { ...ready, ...observed }, now)],
  };
};
