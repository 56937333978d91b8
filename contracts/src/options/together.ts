import { TintypeError } from '../errors.js';
import type { Endpoint } from './endpoints.js';

interface Rule {
  endpoint: Endpoint;
  names: readonly string[];
  /** `one`: at most one of them; `all`: all of them or none. */
  take: 'one' | 'all';
}

const rules: readonly Rule[] = [
  { endpoint: 'image', names: ['selector', 'selectorId'], take: 'one' },
  { endpoint: 'pdf', names: ['width', 'height'], take: 'all' },
  { endpoint: 'pdf', names: ['marginTop', 'marginRight', 'marginBottom', 'marginLeft'], take: 'all' },
];

const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

/** Rules over several options at once. Throws `invalid_option`. */
export const checkTogether = (endpoint: Endpoint, options: Record<string, unknown>) => {
  for (const rule of rules.filter((candidate) => candidate.endpoint === endpoint)) {
    const given = rule.names.filter((name) => options[name] !== undefined);
    if (rule.take === 'one' && given.length > 1) {
      throw new TintypeError('invalid_option', `Only one of the options ${list(rule.names)} can be given.`);
    }
    if (rule.take === 'all' && given.length > 0 && given.length < rule.names.length) {
      throw new TintypeError(
        'invalid_option',
        `The options ${list(rule.names)} go together: give all of them or none.`,
      );
    }
  }
};
