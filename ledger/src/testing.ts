export { Births } from './birth/births.js';
export { LedgerUnknown } from './birth/ledger-watch.js';
export { blockSize } from './charge-index.js';
export type { RenderCharge } from './charges.js';
export type { DayOfUsage } from './usage-record.js';
export { compareLedger } from './verify/verify-ledger.js';
