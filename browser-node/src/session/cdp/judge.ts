import type { Command } from './command.js';
import type { Verdict } from './rule.js';
import { rules } from './rules/rules.js';

const ruleOf = (method: string) => {
  const [domain = ''] = method.split('.', 1);
  for (const name of [method, `${domain}.*`]) if (Object.hasOwn(rules, name)) return rules[name];
  return undefined;
};

/** Refuses a command without a rule. */
export const judge = ({ method, params }: Pick<Command, 'method' | 'params'>): Verdict =>
  ruleOf(method)?.(params) ?? { refuse: 'This service does not offer it.' };
