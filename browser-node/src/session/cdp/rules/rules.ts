import type { Rules } from '../rule.js';
import { browserRules } from './browser.js';
import { documentRules } from './document.js';
import { networkRules } from './network.js';
import { pageRules } from './page.js';
import { scriptRules } from './script.js';

/** What clients may send, by method; `Domain.*` stands for all of a domain that has no line of its own. */
export const rules: Rules = { ...browserRules, ...pageRules, ...networkRules, ...documentRules, ...scriptRules };
