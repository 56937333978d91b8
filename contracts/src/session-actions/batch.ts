import { z } from 'zod';
import { limits } from '../limits.js';
import { flag } from './fields.js';

const listError = `takes a list of 1 to ${limits.batchActions} actions`;

export const batchActions = {
  batch: {
    summary: 'Several actions, one after another.',
    payload: z.object({
      actions: z
        .array(z.unknown(), { error: listError })
        .min(1, { error: listError })
        .max(limits.batchActions, { error: listError })
        .meta({ override: { type: 'array', minItems: 1, maxItems: limits.batchActions } }),
      stopOnError: flag().default(true),
    }),
    answer: z.object({
      /** One for each action that was begun: what it would have answered alone, with its `type`. */
      results: z.array(z.looseObject({ type: z.string(), success: z.boolean() })),
      /** How many succeeded. */
      completed: z.int(),
      /** The first that failed, from 0; null when none did. */
      failedIndex: z.int().nullable(),
    }),
  },
};
