/** Why a warm pod was taken away. */
const removals = {
  PodEnded: 'a warm browser ended before any session took it',
  NotReady: 'a warm browser was not ready for five minutes',
  NoRoom: 'no node had room for a warm browser for five minutes; the next one waits for it',
  TemplateChanged: 'what pods are made from has changed',
  PoolReplaced: 'the pool that it was made for is gone',
  TooOld: 'it was older than maxAgeSeconds',
  Surplus: 'there were more than the pool is to have',
} as const;

/** Why the pool is ready or complete, or not. */
const states = {
  Complete: 'as many browsers are ready as the pool is to have',
  Warm: 'a session can begin at once, and more browsers are to come',
  Starting: 'browsers are starting',
  HeldBack: 'sessions wait for their browsers, or have just got them, and have the processor first',
  Disputed: 'somebody takes browsers of the pool away',
  PodsFail: 'browsers end before any session takes them; new ones are started at growing intervals',
  CannotCreate: 'the API server takes no pod of this pool',
} as const;

export type Removal = keyof typeof removals;
export type State = keyof typeof states;

export const poolReasons = { ...removals, ...states };

/** The sentence for whoever reads it. */
export const meaningOf = (reason: Removal | State): string => poolReasons[reason];

/** Those that people should look at. */
export const isTrouble = (reason: Removal): boolean => reason === 'PodEnded' || reason === 'NotReady';
