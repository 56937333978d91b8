import { ruleOfNames } from './fields/rule-of-names.js';

/** Labels and annotations below this prefix are the operator's. */
export const ownPrefix = 'tintype.dev/';

/** Over a map of labels or annotations. */
export const reservedNames = ruleOfNames({
  cel: `!name.startsWith('${ownPrefix}')`,
  message: `names below ${ownPrefix} are the operator's`,
  holds: (name) => !name.startsWith(ownPrefix),
});
