import { limitsOf } from '@tintype/contracts';
import type { Account } from './account.js';

/** An account for tests: default limits, no secret, everything allowed. */
export const sampleAccount = (change: Partial<Account> = {}): Account => ({
  id: 'acct',
  apiKey: 'key',
  disabled: false,
  secrets: [],
  limits: limitsOf({ limits: {} }),
  credits: null,
  creditsBase: 0,
  endpoints: null,
  hasProxy: false,
  presets: new Map(),
  ...change,
});
