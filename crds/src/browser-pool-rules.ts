import { type BrowserPool, poolNameLength } from './browser-pool.js';
import { ownPrefix } from './pod-template.js';
import { type Rule, ruleOver } from './rule.js';

const rule = ruleOver<BrowserPool>();

const reserved = {
  rule: `self.all(name, !name.startsWith('${ownPrefix}'))`,
  message: `names below ${ownPrefix} are the operator's`,
  holds: (names: Record<string, string>) => !Object.keys(names).some((name) => name.startsWith(ownPrefix)),
};

// A prefix of 253 characters, a slash, a name of 63.
const nameLength = 317;

/** A schema bounds the number of a map's entries and their values, but not their names. */
const boundedNames = {
  rule: `self.all(name, name.size() <= ${nameLength})`,
  message: `a name has at most ${nameLength} characters`,
  holds: (map: object) => Object.keys(map).every((name) => [...name].length <= nameLength),
};

export const browserPoolRules: readonly Rule[] = [
  rule([], {
    rule: `self.metadata.name.size() <= ${poolNameLength}`,
    message: `the name of a pool has at most ${poolNameLength} characters, since its pods have it as a label`,
    holds: ({ metadata }) => metadata.name.length <= poolNameLength,
  }),
  rule(['spec', 'template', 'labels'], reserved),
  rule(['spec', 'template', 'labels'], boundedNames),
  rule(['spec', 'template', 'annotations'], reserved),
  rule(['spec', 'template', 'annotations'], boundedNames),
  rule(['spec', 'template', 'nodeSelector'], boundedNames),
  rule(['spec', 'template', 'resources', 'requests'], boundedNames),
  rule(['spec', 'template', 'resources', 'limits'], boundedNames),
  rule(['spec', 'template', 'seccompProfile'], {
    rule: "(self.type == 'Localhost') == has(self.localhostProfile)",
    message: 'localhostProfile goes with type Localhost, and only with it',
    fieldPath: '.localhostProfile',
    holds: ({ type, localhostProfile }) => (type === 'Localhost') === (localhostProfile !== undefined),
  }),
  rule(['spec', 'template', 'tolerations'], {
    rule: "self.all(each, each.operator == 'Exists' ? !has(each.value) : has(each.key))",
    message: 'a toleration has no value with operator Exists, and a key with operator Equal',
    holds: (tolerations) =>
      tolerations.every(({ operator, key, value }) =>
        operator === 'Exists' ? value === undefined : key !== undefined,
      ),
  }),
  rule(['spec', 'template', 'tolerations'], {
    rule: "self.all(each, !has(each.tolerationSeconds) || has(each.effect) && each.effect == 'NoExecute')",
    message: 'tolerationSeconds goes with effect NoExecute only',
    holds: (tolerations) =>
      tolerations.every(({ effect, tolerationSeconds }) => tolerationSeconds === undefined || effect === 'NoExecute'),
  }),
];
