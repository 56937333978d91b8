export { type SessionAccount, StoredAccounts, UnreadableAccount } from './accounts/stored-accounts.js';
export { ColdStart } from './browser-session/cold-start.js';
export {
  type Accounts,
  type ActivateOrder,
  ActivateRefused,
  type Books,
  type Outside,
  type PodAgent,
  type PodSource,
  type Slots,
} from './browser-session/outside.js';
export { reconcile } from './browser-session/reconcile.js';
export { sweep } from './browser-session/sweep.js';
