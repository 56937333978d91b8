import type { Mistake } from './mutation.js';
import { sessionAnswerMutations } from './session-answer-mutations.js';
import { sessionMends } from './session-mends.js';
import { sessionMutations } from './session-mutations.js';
import { sessionOutcomeMutations } from './session-outcome-mutations.js';
import { sessionPoolMutations } from './session-pool-mutations.js';
import { sessionSilenceMutations } from './session-silence-mutations.js';

/** Every mistake in the protocol of sessions. */
export const allOfSessions: readonly Mistake[] = [
  ...sessionMutations,
  ...sessionAnswerMutations,
  ...sessionMends,
  ...sessionPoolMutations,
  ...sessionSilenceMutations,
  ...sessionOutcomeMutations,
];
