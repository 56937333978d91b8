import { type CloseReason, closeReasons, type WaitReason, waitReasons } from '@tintype/crds';

/** Why a pod of a session was given up for another one. */
const podReasons = {
  PodGone: 'the pod is gone',
  PodEnded: 'the pod has ended',
  PodOfAnother: 'the pod has been claimed for another session',
  PodUnready: 'the pod was not ready any more when it was to be claimed',
  ActivateFailed: 'the pod did not open a browser for the session',
} as const;

/** What happens on the way. */
const progressReasons = {
  Bound: 'a pod was chosen',
  Active: 'the browser is open',
  Unreachable: 'the pod does not answer, and is not known to have ended',
  Charged: 'the session is charged',
  NotCharged: 'the ledger does not know that it was opened, as after `tintype ledger adopt`: nobody is charged',
  ChargeDiffers: 'the ledger has another charge than the one worked out here; the ledger is right',
} as const;

/** Stands in conditions and events; one word each, for good. */
export type Reason = CloseReason | WaitReason | keyof typeof podReasons | keyof typeof progressReasons;

const meanings: Record<string, string> = {
  ...podReasons,
  ...waitReasons,
  ...progressReasons,
  ...Object.fromEntries(Object.entries(closeReasons).map(([reason, { meaning }]) => [reason, meaning])),
};

/** The sentence for whoever reads it. */
export const meaningOf = (reason: Reason): string => meanings[reason] ?? reason;
