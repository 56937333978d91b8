/** What a session waits for that is to begin, as its condition `Ready` says. */
export const waitReasons = {
  PodNotMade: 'no pod can be made for it now',
  PodUnschedulable: 'no node takes the pod',
  PodNotStarted: 'the container of the pod does not start',
} as const;

export type WaitReason = keyof typeof waitReasons;

export const isWaitReason = (reason: string): reason is WaitReason => Object.hasOwn(waitReasons, reason);
