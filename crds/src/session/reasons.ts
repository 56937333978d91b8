import { limits } from '@tintype/contracts';
import type { SessionPhase } from './phases.js';

export interface CloseReasonInfo {
  /** The final phase. */
  phase: Extract<SessionPhase, 'Closed' | 'Rejected' | 'Failed'>;
  /** The status in the REST API. */
  restStatus: 'closed' | 'expired' | 'error';
  /** The explanation for the reference. */
  meaning: string;
  /** A shorter one for events, conditions and logs. */
  sentence?: string;
}

/** Why a session ended or never began. */
export const closeReasons = {
  Deleted: {
    phase: 'Closed',
    restStatus: 'closed',
    meaning:
      'the object was deleted: by the client (`DELETE /v1/sessions/{id}`), by the api for a client that did not wait, or by kubectl',
    sentence: 'the session was deleted',
  },
  Expired: { phase: 'Closed', restStatus: 'expired', meaning: 'maxTtlSeconds were over' },
  BrowserCrashed: {
    phase: 'Closed',
    restStatus: 'error',
    meaning: 'the browser or its container ended by itself, for instance for want of memory',
    sentence: 'the browser or its container ended by itself',
  },
  PodDeleted: {
    phase: 'Closed',
    restStatus: 'error',
    meaning:
      'the pod was deleted under the session, was told to end, or is gone: a drain, an eviction, a preemption, a node that is short of memory',
    sentence: 'the pod was deleted, was told to end, or is gone',
  },
  NodeLost: {
    phase: 'Closed',
    restStatus: 'error',
    meaning:
      'the pod was not ready any more, as when its node is lost; such a session is free, whatever comes of the pod',
    sentence: 'the pod was not ready any more: the session is free',
  },
  ShutDown: {
    phase: 'Closed',
    restStatus: 'closed',
    meaning:
      'the machine that its pod ran on was shut down in order: by Ctrl-C where everything runs on one; a kubelet says it of the pod as `Terminated`',
    sentence: 'the machine of its pod was shut down in order',
  },
  NotConfirmed: {
    phase: 'Closed',
    restStatus: 'error',
    meaning: 'the api never confirmed the session on its pod, so nobody was given it; it is free',
    sentence: 'the api never confirmed the session: it is free',
  },
  StatusEdited: {
    phase: 'Closed',
    restStatus: 'error',
    meaning: 'somebody other than the operator wrote into its status that it is over',
  },
  StartTimeout: { phase: 'Failed', restStatus: 'error', meaning: 'it was not Active by startBy' },
  PodRefused: {
    phase: 'Failed',
    restStatus: 'error',
    meaning: 'no pod could be made for it: the API server refuses one like that; the condition Ready says why',
    sentence: 'the API server refuses its pod',
  },
  ForeignOpen: {
    phase: 'Failed',
    restStatus: 'error',
    meaning: 'the ledger knows the id from an earlier object of the same name',
  },
  OrderRefused: {
    phase: 'Failed',
    restStatus: 'error',
    meaning:
      'no pod would open a browser as it was asked for: it wants a proxy, for instance, and the account has none',
    sentence: 'no pod would open a browser as it was asked for',
  },
  TooManyAttempts: {
    phase: 'Failed',
    restStatus: 'error',
    meaning: 'one pod after another did not open a browser for it',
  },
  StartByTooLate: {
    phase: 'Rejected',
    restStatus: 'error',
    meaning: `startBy lies more than ${limits.sessionLatestStartSeconds} s after its creation`,
  },
  UnknownAccount: { phase: 'Rejected', restStatus: 'error', meaning: 'there is no such account' },
  DisabledAccount: { phase: 'Rejected', restStatus: 'error', meaning: 'the account is disabled' },
  NoFreeSlot: {
    phase: 'Rejected',
    restStatus: 'error',
    meaning: 'the account has as many sessions as it may have at once',
  },
} as const satisfies Record<string, CloseReasonInfo>;

export type CloseReason = keyof typeof closeReasons;
/** What a starting session waits for; reasons of its condition `Ready`. */
export const waitReasons = {
  PodNotMade: 'no pod can be made for it now',
  PodUnschedulable: 'no node takes the pod',
  PodNotStarted: 'the container of the pod does not start',
} as const;

export type WaitReason = keyof typeof waitReasons;

export const isWaitReason = (reason: string): reason is WaitReason => Object.hasOwn(waitReasons, reason);
