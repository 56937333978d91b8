import { sessionId } from '@tintype/crds';
import type { Logger } from '@tintype/runtime';
import type { Books, SessionDependencies } from './browser-session/pass/dependencies.js';
import { sentenceOf } from './browser-session/pass/reasons.js';

/** The same books, where each charge of a session is a line in the log: what it came to, and why it ended. */
export const loggingCharges = (books: Books, log: Pick<Logger, 'info'>): Books => ({
  open: (open) => books.open(open),
  findOpen: (session) => books.findOpen(session),
  unsettled: () => books.unsettled(),
  charge: async (charge) => {
    const standing = await books.charge(charge);
    const { session, account, credits, closeReason } = standing;
    // As after a pass that was cut short: the line of it may be missing.
    const message = standing === charge ? 'a session is charged' : 'a session had been charged before';
    log.info({ session, account, credits, closeReason }, message);
    return standing;
  },
});

/** What is recorded, where a session that is not charged though it was open is such a line, too: no charge says so. */
export const loggingUncharged =
  (record: SessionDependencies['record'], log: Pick<Logger, 'warn'>): SessionDependencies['record'] =>
  (session, type, reason, note) => {
    record(session, type, reason, note);
    if (reason !== 'NotCharged') return;
    const { spec, status } = session;
    const about = { session: sessionId(session), account: spec.account, credits: 0, closeReason: status?.closeReason };
    log.warn({ event: reason, ...about }, `a session is not charged: ${sentenceOf(reason)}`);
  };
