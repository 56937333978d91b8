export { dayOf, type RenderCharge, renderChargeSchema } from './charge.js';
export { Ledger } from './ledger.js';
export { provisionLedger } from './provision.js';
export { RollUp } from './roll-up.js';
export { type DayOfUsage, UnreadableUsage, UsageBook, type UsageRecord } from './usage-book.js';
export { type BooksReport, type IndexedResult, verifyBooks } from './verify.js';
