import { limits } from '@tintype/contracts';
import type { SessionPhase } from './phases.js';

export interface CloseReasonInfo {
  phase: Extract<SessionPhase, 'Closed' | 'Rejected' | 'Failed'>;
  restStatus: 'closed' | 'expired' | 'error';
  /** For the reference in the documents. */
  meaning: string;
  /** For events, conditions and logs, if `meaning` is long. */
  sentence?: string;
}

export const closeReasons = {
  Deleted: {
    phase: 'Closed',
    restStatus: 'closed',
    meaning:
      'the object was deleted: by the client (`DELETE /v1/sessions/{id}`), by the api because the client left, or with kubectl',
    sentence: 'the session was deleted',
  },
  Expired: { phase: 'Closed', restStatus: 'expired', meaning: 'maxTtlSeconds passed' },
  BrowserCrashed: {
    phase: 'Closed',
    restStatus: 'error',
    meaning: 'the browser or its container ended on its own, for instance out of memory',
    sentence: 'the browser or its container ended on its own',
  },
  PodDeleted: {
    phase: 'Closed',
    restStatus: 'error',
    meaning: 'the pod was deleted, asked to end, or is gone: a drain, an eviction, a preemption, a node without memory',
    sentence: 'the pod was deleted, was asked to end, or is gone',
  },
  NodeLost: {
    phase: 'Closed',
    restStatus: 'error',
    meaning: 'the pod became unready, as when its node is lost; the session is free, even if the pod returns',
    sentence: 'the pod was no longer ready: the session is free',
  },
  ShutDown: {
    phase: 'Closed',
    restStatus: 'closed',
    meaning:
      'the machine of its pod shut down, or `make run` stopped by Ctrl-C; a kubelet reports the pod as `Terminated`',
    sentence: 'the machine of the pod, or the service on it, was shut down',
  },
  NotConfirmed: {
    phase: 'Closed',
    restStatus: 'error',
    meaning: 'the api never confirmed the session on its pod, so no client received it; it is free',
    sentence: 'the api never confirmed the session: it is free',
  },
  StatusEdited: {
    phase: 'Closed',
    restStatus: 'error',
    meaning: 'a person, not the operator, wrote the end into the status',
  },
  StartTimeout: { phase: 'Failed', restStatus: 'error', meaning: 'the session was not Active by startBy' },
  PodRefused: {
    phase: 'Failed',
    restStatus: 'error',
    meaning: 'the API server refuses the pod of the session; the condition Ready has the reason',
    sentence: 'the API server refuses its pod',
  },
  ForeignOpen: {
    phase: 'Failed',
    restStatus: 'error',
    meaning: 'the ledger has an open for this id, of an earlier object of the same name',
  },
  OrderRefused: {
    phase: 'Failed',
    restStatus: 'error',
    meaning: 'no pod can open the requested browser: for instance, it needs a proxy and the account has none',
    sentence: 'no pod can open the requested browser',
  },
  TooManyAttempts: {
    phase: 'Failed',
    restStatus: 'error',
    meaning: 'several pods in a row failed to open a browser',
  },
  StartByTooLate: {
    phase: 'Rejected',
    restStatus: 'error',
    meaning: `startBy is more than ${limits.sessionLatestStartSeconds} s after the creation`,
  },
  UnknownAccount: { phase: 'Rejected', restStatus: 'error', meaning: 'the account does not exist' },
  DisabledAccount: { phase: 'Rejected', restStatus: 'error', meaning: 'the account is disabled' },
  NoFreeSlot: {
    phase: 'Rejected',
    restStatus: 'error',
    meaning: 'the account has no free slot',
  },
} as const satisfies Record<string, CloseReasonInfo>;

export type CloseReason = keyof typeof closeReasons;
export const waitReasons = {
  PodNotMade: 'no pod can be created for the session now',
  PodUnschedulable: 'no node takes the pod',
  PodNotStarted: 'the container of the pod does not start',
} as const;

export type WaitReason = keyof typeof waitReasons;

export const isWaitReason = (reason: string): reason is WaitReason => Object.hasOwn(waitReasons, reason);
