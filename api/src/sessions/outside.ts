import type { BrowserSession, ObjectKey, ResourceStore } from '@tintype/crds';
import type { SlotOrder } from '@tintype/ledger';
import type { Clock } from '@tintype/runtime';

/** The pod of a session, as its object names it. */
export interface SessionPod {
  namespace: string;
  name: string;
  uid: string;
}

/** The program in a session's pod. Calls that get no answer throw; what they asked for may have been done. */
export interface SessionAgent {
  /** Says that the caller gets the session; false when the pod does not run it any more, or it is too late. */
  confirm: (pod: SessionPod, session: string) => Promise<boolean>;
  /** Ends the session for ever; the same answer again. Also resolves when the pod is seen to have ended. */
  close: (pod: SessionPod, session: string) => Promise<void>;
}

export interface SessionSlots {
  take: (order: SlotOrder) => Promise<boolean>;
  free: (account: string, session: string) => Promise<void>;
}

/** Everything outside of the api that opening and closing a session needs. */
export interface SessionsOutside {
  store: Pick<ResourceStore, 'create' | 'delete'>;
  /** Resolves with the object once `holds` is true of it; undefined stands for one that is not there. */
  waitFor: (
    key: ObjectKey,
    holds: (session: BrowserSession | undefined) => boolean,
    signal: AbortSignal,
  ) => Promise<BrowserSession | undefined>;
  slots: SessionSlots;
  agent: SessionAgent;
  clock: Pick<Clock, 'now'>;
}
