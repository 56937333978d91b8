import { noActions } from '@tintype/contracts';
import { type BrowserSession, isFrozen, optionsOf } from '@tintype/crds';
import type { SessionCharge } from '@tintype/ledger';
import { findCondition } from '../../controller/conditions.js';
import { timeText } from './times.js';

interface ChargedSession {
  id: string;
  session: BrowserSession;
  /** Epoch milliseconds. */
  now: number;
}

/** The charge that the status of a session describes. */
export const chargeOf = ({ id, session, now }: ChargedSession): SessionCharge => {
  const { metadata, spec, status } = session;
  const times = { startedAt: status?.startedAt, expiresAt: status?.expiresAt, endedAt: status?.endedAt };
  return {
    session: id,
    account: spec.account,
    uid: metadata.uid,
    credits: status?.credits ?? 0,
    createdAt: metadata.creationTimestamp,
    ...times,
    closeReason: status?.closeReason ?? (metadata.deletionTimestamp ? 'Deleted' : 'StatusEdited'),
    options: optionsOf(session),
    counts: status?.counts ?? noActions,
    at: timeText(now),
  };
};

/** True if an operator closed the session, after the charge or because there was nothing to charge. */
export const isChargeDecided = ({ status }: BrowserSession): boolean => {
  const reason = findCondition(status?.conditions, 'Ready')?.reason;
  return status?.phase === 'Closed' && isFrozen(status) && (reason === 'Charged' || reason === 'NotCharged');
};
