import type { Logger } from '@tintype/runtime';
import type { Books } from './browser-session/outside.js';

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
