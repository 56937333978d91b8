/** Reasons of a pool's condition `Ready`, and its messages. */
export const poolReadyReasons = {
  Complete: 'all replicas are ready',
  Warm: 'a session can begin at once; more browsers are starting',
  Starting: 'browsers are starting',
  HeldBack: 'starting sessions get the processor first: the pool waits at most 100 ms',
  Disputed: "another client deletes the pool's pods or changes their labels",
  PodsFail: 'browsers end before a session claims them; new ones start at growing intervals',
  CannotCreate: "the API server refuses the pool's pods",
} as const;

export type PoolReadyReason = keyof typeof poolReadyReasons;

const troubles: readonly string[] = ['Disputed', 'PodsFail', 'CannotCreate'] satisfies PoolReadyReason[];

/** A person should look at the pool: the reason does not pass by itself. */
export const isPoolTrouble = (reason: string): boolean => troubles.includes(reason);
