import {
  actionCommonSchema,
  actionPictureSchema,
  actionViewportSchema,
  type SessionActionType,
  sessionActionExamples,
  sessionActions,
  sessionActionTypes,
} from '@tintype/contracts';
import { z } from 'zod';

/** `WaitForSelector` for `wait_for_selector`. */
const nameOf = (type: SessionActionType) =>
  type
    .split('_')
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join('');

const acceptsEmpty = (schema: z.ZodType) => schema.safeParse({}).success;

const payloadOf = (type: SessionActionType) => {
  const { shape } = sessionActions[type].payload;
  const viewport = type === 'goto' || type === 'screenshot' ? actionViewportSchema.shape : {};
  const payload = z.object({ ...shape, ...actionCommonSchema.shape, ...viewport });
  return acceptsEmpty(sessionActions[type].payload) ? payload.optional() : payload;
};

const bodyOf = (type: SessionActionType) =>
  z
    .object({ type: z.literal(type), payload: payloadOf(type) })
    .meta({ id: `${nameOf(type)}Action`, description: sessionActions[type].summary });

const commonFields = {
  success: z.literal(true),
  expiresInSeconds: z.int().meta({ description: 'Seconds until the session expires.' }),
  notes: z.array(z.string()).optional().meta({
    description: 'What the action did not ask for, such as a dialog or another page, and fields without effect.',
  }),
  screenshot: actionPictureSchema
    .optional()
    .meta({ description: 'The picture, if the payload has `screenshot: true`.' }),
};

const answerOf = (type: SessionActionType) => {
  const example = { success: true, ...sessionActionExamples[type].answer, expiresInSeconds: 240 };
  const meta = { id: `${nameOf(type)}Answer`, description: `What \`${type}\` answers.`, examples: [example] };
  return z.object({ ...commonFields, ...sessionActions[type].answer.shape }).meta(meta);
};

const unionOf = (make: (type: SessionActionType) => z.ZodType) => {
  const [first, second, ...rest] = sessionActionTypes.map(make);
  if (!first || !second) throw new Error('There are no actions.');
  return z.union([first, second, ...rest]);
};

export const actionRequestSchema = unionOf(bodyOf);
export const actionAnswerSchema = unionOf(answerOf);

/** Example requests, by type of action. They are beside the schema, because Zod drops examples of a schema with transforms. */
export const actionRequestExamples = Object.fromEntries(
  sessionActionTypes.map((type) => [
    type,
    { summary: sessionActions[type].summary, value: { type, payload: sessionActionExamples[type].payload } },
  ]),
);
