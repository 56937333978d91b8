import { type BrowserPool, poolNameLength } from './browser-pool.js';
import { type Rule, ruleOver } from './rule.js';

const rule = ruleOver<BrowserPool>();

/** What the fields say of themselves stands with them (`ruled.ts`). */
export const browserPoolRules: readonly Rule[] = [
  rule([], {
    rule: `self.metadata.name.size() <= ${poolNameLength}`,
    message: `the name of a pool has at most ${poolNameLength} characters, since its pods have it as a label`,
    holds: ({ metadata }) => metadata.name.length <= poolNameLength,
  }),
];
