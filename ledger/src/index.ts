export { adoptLedger, NothingToAdopt } from './birth/adopt.js';
export { type BirthRecord, BirthRecordFile } from './birth/birth-record.js';
export { LedgerLost } from './birth/births.js';
export { LedgerWatch } from './birth/ledger-watch.js';
export { ChargeIndex } from './charge-index.js';
export { ChargeList, type ChargePage } from './charge-list.js';
export { ChargeLoop } from './charge-loop.js';
export { dayOf, RenderLedger } from './charges.js';
export { provisionLedger } from './make-ledger.js';
export { RollUp, type SessionIndex } from './roll-up.js';
export {
  endOfSession,
  objectGone,
  type SessionCharge,
  type SessionOpen,
  sessionCredits,
} from './session-charge.js';
export { SessionLedger } from './session-ledger.js';
export { type SlotOwner, type SlotRequest, Slots, type TakenSlot } from './slots.js';
export { type DayOfUsage, type Delivered, dayOfUsage, noneDelivered } from './usage-record.js';
export { UsageRecords } from './usage-records.js';
export { describeAdoption, describeReport } from './verify/describe.js';
export type { IndexedResult } from './verify/render-faults.js';
export { type LedgerReport, verifyLedger } from './verify/verify-ledger.js';
