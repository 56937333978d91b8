import type { z } from 'zod';
import { ruled } from '../ruled.js';
import { boundedMap } from './bounded-map.js';
import { celPattern } from './formed.js';
import { labelNameForm, labelNameLength, labelNamePattern } from './label-name.js';
import { ruleOfNames } from './rule-of-names.js';

const isName = (name: string) => name.length <= labelNameLength && labelNamePattern.test(name);

/** A schema bounds the number of a map's entries and their values, but not their names. */
const names = ruleOfNames({
  cel: `name.size() <= ${labelNameLength} && name.matches(${celPattern(labelNamePattern)})`,
  message: `a name has ${labelNameForm}; at most ${labelNameLength} characters in all`,
  holds: isName,
});

/** A map by names such as labels have, with at most so many entries. */
export const namedMap = <Value extends z.ZodType>(value: Value, most: number) => ruled(boundedMap(value, most), names);
