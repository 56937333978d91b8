import type { Rules } from '../rule.js';
import { browserRules } from './browser.js';
import { documentRules } from './document.js';
import { networkRules } from './network.js';
import { pageRules } from './page.js';
import { scriptRules } from './script.js';

/** Keyed by method. `Domain.*` covers methods without their own line. */
export const rules: Rules = { ...browserRules, ...pageRules, ...networkRules, ...documentRules, ...scriptRules };
