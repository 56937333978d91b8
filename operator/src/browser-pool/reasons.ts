import { type PoolReadyReason, poolReadyReasons } from '@tintype/crds';

/** Why a warm pod was removed. */
const removals = {
  PodEnded: 'a warm browser ended before a session claimed it',
  NotReady: 'a warm browser was not ready for five minutes',
  NoRoom: 'no node had capacity for a warm browser for five minutes; the next one waits for capacity',
  TemplateChanged: "the pool's template, or the settings of its pods, changed",
  PoolReplaced: "the pod's pool no longer exists",
  TooOld: 'the pod was older than maxAgeSeconds',
  Surplus: 'deleting a pod: the pool has more than spec.replicas',
} as const;

export type Removal = keyof typeof removals;

export const poolReasons = { ...removals, ...poolReadyReasons };

/** The sentence for people. */
export const messageOf = (reason: Removal | PoolReadyReason): string => poolReasons[reason];

/** True if the pod failed: the pool's next pod waits longer, and the event is a warning. */
export const isTrouble = (reason: Removal): boolean => reason === 'PodEnded' || reason === 'NotReady';
