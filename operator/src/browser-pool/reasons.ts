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

/** Why the pool is ready or complete, or not. */
const states = {
  Complete: 'all replicas are ready',
  Warm: 'a session can begin at once; more browsers are starting',
  Starting: 'browsers are starting',
  HeldBack: 'starting sessions get the processor first: the pool waits at most 100 ms',
  Disputed: "another client deletes the pool's pods or changes their labels",
  PodsFail: 'browsers end before a session claims them; new ones start at growing intervals',
  CannotCreate: "the API server refuses the pool's pods",
} as const;

export type Removal = keyof typeof removals;
export type State = keyof typeof states;

export const poolReasons = { ...removals, ...states };

/** The sentence for people. */
export const messageOf = (reason: Removal | State): string => poolReasons[reason];

/** Removals that people should look at. */
export const isTrouble = (reason: Removal): boolean => reason === 'PodEnded' || reason === 'NotReady';
