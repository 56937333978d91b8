import { type CloseReason, closeReasons } from '@tintype/crds';

/** Why a pod of a session was given up for another one. */
const podReasons = {
  PodGone: 'the pod is gone',
  PodEnded: 'the pod has ended',
  PodOfAnother: 'the pod has been claimed for another session',
  ActivateFailed: 'the pod did not open a browser for the session',
} as const;

/** What happens on the way. */
const progressReasons = {
  Bound: 'a pod was chosen',
  Active: 'the browser is open',
  Unreachable: 'the pod does not answer, and is not known to have ended',
  Charged: 'the session is charged',
  ChargeDiffers: 'the ledger has another charge than the one worked out here; the ledger is right',
} as const;

/** Stands in conditions and events; one word each, for good. */
export type Reason = CloseReason | keyof typeof podReasons | keyof typeof progressReasons;

const meanings: Record<string, string> = {
  ...podReasons,
  ...progressReasons,
  ...Object.fromEntries(Object.entries(closeReasons).map(([reason, { meaning }]) => [reason, meaning])),
};

/** The sentence for whoever reads it. */
export const meaningOf = (reason: Reason): string => meanings[reason] ?? reason;
