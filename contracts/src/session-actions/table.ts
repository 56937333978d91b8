import { z } from 'zod';
import { limits } from '../limits.js';
import { flag } from './fields.js';
import { keyboardActions } from './keyboard.js';
import { navigationActions, waitingActions } from './navigation.js';
import { pointerActions } from './pointer.js';
import { profileActions } from './profiles.js';
import { pictureActions, readingActions } from './reading.js';

const listError = `takes a list of 1 to ${limits.batchActions} actions`;

export const batchActions = {
  batch: {
    summary: 'Runs several actions, one after another.',
    payload: z.object({
      actions: z
        .array(z.unknown(), { error: listError })
        .min(1, { error: listError })
        .max(limits.batchActions, { error: listError })
        .meta({
          override: {
            type: 'array',
            minItems: 1,
            maxItems: limits.batchActions,
            description: 'Actions, each with `type` and `payload`.',
          },
        }),
      stopOnError: flag('Leave out the rest after a failed action.').default(true),
    }),
    answer: z.object({
      /** One per started action: its `type`, and its answer or error. */
      results: z.array(z.looseObject({ type: z.string(), success: z.boolean() })),
      /** The number of successful actions. */
      completed: z.int(),
      /** Index of the first failed action, counted from 0; null if none failed. */
      failedIndex: z.int().nullable(),
    }),
  },
};

interface Row {
  /** For the OpenAPI document. */
  summary: string;
  payload: z.ZodType;
  answer: z.ZodType;
}

/**
 * Payload and answer of each type. The fields of `commonSchema` and `viewportSchema` are not repeated here. Unknown
 * fields are dropped. `browser-node/src/session/actions/` has a file for each type or group.
 */
export const sessionActions = {
  ...navigationActions,
  ...pointerActions,
  ...keyboardActions,
  ...readingActions,
  ...waitingActions,
  ...pictureActions,
  ...profileActions,
  ...batchActions,
} as const satisfies Record<string, Row>;

export type SessionActionType = keyof typeof sessionActions;
export type SessionActionAnswer<T extends SessionActionType = SessionActionType> = z.infer<
  (typeof sessionActions)[T]['answer']
>;

export const sessionActionTypes = Object.keys(sessionActions) as readonly SessionActionType[];
