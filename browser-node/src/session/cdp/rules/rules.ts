import type { Rules } from '../rule.js';
import { browserRules } from './browser.js';
import { documentRules } from './document.js';
import { networkRules } from './network.js';
import { pageRules } from './page.js';
import { scriptRules } from './script.js';

/** Commands that clients may send, by method. `Domain.*` stands for all methods of a domain without their own line. */
export const rules: Rules = { ...browserRules, ...pageRules, ...networkRules, ...documentRules, ...scriptRules };
