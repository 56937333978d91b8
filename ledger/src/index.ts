export { type Adoption, type AdoptOptions, adoptLedger } from './birth/adopt.js';
export { BirthFile } from './birth/birth-file.js';
export type { BirthRecord } from './birth/birth-record.js';
export { Births } from './birth/births.js';
export { LedgerLost } from './birth/ledger-lost.js';
export { LedgerUnknown, LedgerWatch, type LedgerWatchOptions } from './birth/ledger-watch.js';
export { NothingToAdopt } from './birth/nothing-to-adopt.js';
export { type Charge, dayOf, type RenderCharge, renderChargeSchema } from './charge.js';
export { Ledger } from './ledger.js';
export { provisionLedger } from './provision.js';
export { RollUp, type SessionIndex } from './roll-up.js';
export { SessionBooks } from './session-books.js';
export {
  objectGone,
  type SessionCharge,
  type SessionOpen,
  sessionChargeSchema,
  sessionCredits,
  sessionOpenSchema,
} from './session-charge.js';
export { endOfSession, type SessionLife } from './session-end.js';
export { isSlotOf, type SlotOrder, type SlotOwner, Slots, type TakenSlot } from './slots.js';
export { type DayOfUsage, UnreadableUsage, UsageBook, type UsageRecord } from './usage-book.js';
export { describeAdoption, describeBooks } from './verify/describe.js';
export type { IndexedResult } from './verify/render-faults.js';
export { type BooksReport, verifyBooks } from './verify/verify-books.js';
export { verifyLedger } from './verify/verify-ledger.js';
