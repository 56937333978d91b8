import { sessionId } from '@tintype/crds';
import type { Logger } from '@tintype/runtime';
import type { Ledger, SessionDependencies } from './browser-session/pass/dependencies.js';
import { sentenceOf } from './browser-session/pass/reasons.js';

/** A ledger that logs each charge, with its credits and reason. */
export const loggingCharges = (ledger: Ledger, log: Pick<Logger, 'info'>): Ledger => ({
  open: (open) => ledger.open(open),
  findOpen: (session) => ledger.findOpen(session),
  unsettled: () => ledger.unsettled(),
  charge: async (charge) => {
    const existing = await ledger.charge(charge);
    const { session, account, credits, closeReason } = existing;
    // An earlier pass may have charged the session, and stopped before it logged that.
    const message = existing === charge ? 'charged a session' : 'found the charge of a session';
    log.info({ session, account, credits, closeReason }, message);
    return existing;
  },
});

/** Adds a log line if an opened session is not charged: {@link loggingCharges} logs only charges. */
export const loggingUncharged =
  (record: SessionDependencies['record'], log: Pick<Logger, 'warn'>): SessionDependencies['record'] =>
  (session, type, reason, note) => {
    record(session, type, reason, note);
    if (reason !== 'NotCharged') return;
    const { spec, status } = session;
    const about = { session: sessionId(session), account: spec.account, credits: 0, closeReason: status?.closeReason };
    log.warn({ event: reason, ...about }, `a session is not charged: ${sentenceOf(reason)}`);
  };
