import { type CloseReason, type CloseReasonInfo, closeReasons, type WaitReason, waitReasons } from '@tintype/crds';

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
  PoolNotFound: 'there is no pool of that name: the browser is started for this session',
  Bound: 'a pod was chosen',
  Active: 'the browser is open',
  Unreachable: 'the pod does not answer, and is not known to have ended',
  Charged: 'the session is charged',
  NotCharged: 'the ledger does not know that it was opened, as after `tintype ledger adopt`: nobody is charged',
  ChargeDiffers: 'the ledger has another charge than the one worked out here; the ledger is right',
} as const;

/** Stands in conditions and events; one word each, for good. */
export type Reason = CloseReason | WaitReason | keyof typeof podReasons | keyof typeof progressReasons;

const infos: Record<CloseReason, CloseReasonInfo> = closeReasons;

const endings = Object.fromEntries(
  Object.entries(infos).map(([reason, { sentence, meaning }]) => [reason, sentence ?? meaning]),
);

/** Those of events that are about no end: the reference of ends is that of `closeReason`. */
export const reasonsOnTheWay = { ...podReasons, ...waitReasons, ...progressReasons };

const sentences: Record<string, string> = { ...reasonsOnTheWay, ...endings };

/** The short sentence for whoever reads an event, a condition or the log. */
export const sentenceOf = (reason: Reason): string => sentences[reason] ?? reason;
