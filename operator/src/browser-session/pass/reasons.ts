import { type CloseReason, type CloseReasonInfo, closeReasons, type WaitReason, waitReasons } from '@tintype/crds';

/** Why a session gets another pod. */
const podReasons = {
  PodGone: 'the pod is gone',
  PodEnded: 'the pod ended',
  PodOfAnother: 'the pod belongs to another session, or no operator made it',
  PodUnready: 'the warm pod was no longer ready at its claim',
  ActivateFailed: 'the pod did not open a browser for the session',
} as const;

const progressReasons = {
  PoolNotFound: 'there is no pool of that name: the browser starts for this session',
  Bound: 'a pod was chosen',
  Active: 'the browser is open',
  Unreachable: 'the pod does not answer and may still run',
  Charged: 'the session is charged',
  NotCharged: 'the ledger has no open of the session, for example after `tintype ledger adopt`: it is free',
  ChargeDiffers: 'the ledger has another charge than the operator calculated; the ledger is right',
} as const;

/** Reasons in conditions and events. Their names never change, because programs match them. */
export type Reason = CloseReason | WaitReason | keyof typeof podReasons | keyof typeof progressReasons;

const closeReasonInfos: Record<CloseReason, CloseReasonInfo> = closeReasons;

const closeSentences = Object.fromEntries(
  Object.entries(closeReasonInfos).map(([reason, { sentence, meaning }]) => [reason, sentence ?? meaning]),
);

/** Reasons that end no session; `closeReason` has the others. */
export const nonFinalReasons = { ...podReasons, ...waitReasons, ...progressReasons };

const sentences: Record<string, string> = { ...nonFinalReasons, ...closeSentences };

/** The sentence for events, conditions and the log. */
export const sentenceOf = (reason: Reason): string => sentences[reason] ?? reason;
