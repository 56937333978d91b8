import { badPools } from './bad-pools.js';
import { badSessions } from './bad-sessions.js';
import { goodPools } from './good-pools.js';
import { goodSessions } from './good-sessions.js';
import type { BadSpecimen, GoodSpecimen } from './specimen.js';

/** Objects and changes that every engine admits, and what it stores of them. */
export const goodSpecimens: readonly GoodSpecimen[] = [...goodSessions, ...goodPools];

/** Objects and changes that every engine refuses, and what it must say. */
export const badSpecimens: readonly BadSpecimen[] = [...badSessions, ...badPools];
