import type { z } from 'zod';
import { batchActions } from './batch.js';
import { keyboardActions } from './keyboard.js';
import { navigationActions } from './navigation.js';
import { pictureActions } from './picture.js';
import { pointerActions } from './pointer.js';
import { readingActions } from './reading.js';
import { waitingActions } from './waiting.js';

interface Row {
  /** For the OpenAPI document. */
  summary: string;
  payload: z.ZodType;
  answer: z.ZodType;
}

/**
 * What each type of action takes and answers, besides what they all do. Fields that are not here are left out, not
 * refused. Each has a file of its name in `browser-node/src/session/actions/`.
 */
export const sessionActions = {
  ...navigationActions,
  ...pointerActions,
  ...keyboardActions,
  ...readingActions,
  ...waitingActions,
  ...pictureActions,
  ...batchActions,
} as const satisfies Record<string, Row>;

export type SessionActionType = keyof typeof sessionActions;
export type SessionActionAnswer<T extends SessionActionType = SessionActionType> = z.infer<
  (typeof sessionActions)[T]['answer']
>;

export const sessionActionTypes = Object.keys(sessionActions) as readonly SessionActionType[];
