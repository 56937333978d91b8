import { z } from 'zod';
import { keyedList } from '../schema/collections.js';
import { formattedText, text } from '../schema/text.js';
import { timestamp } from '../schema/timestamp.js';

/** The most characters of a message. The API server refuses longer ones. */
export const conditionMessageLength = 1024;

const name = () =>
  formattedText({
    maxLength: 64,
    pattern: /^[A-Z][A-Za-z0-9]*$/,
    takes: 'one word in CamelCase, of letters and digits',
  });

/** Kubernetes' own form, so that `kubectl wait --for=condition=…` works. */
const conditionSchema = z.object({
  type: name().describe('Type of the condition, in CamelCase.'),
  status: z.enum(['True', 'False', 'Unknown']).describe('Whether the condition holds.'),
  reason: name().describe('The reason as one CamelCase word, for programs.'),
  message: text(conditionMessageLength).describe('The reason as a sentence, for people.').optional(),
  observedGeneration: z
    .int()
    .min(0)
    .describe(
      'The metadata.generation of the condition. If the object has a newer one, the condition may be out of date.',
    )
    .optional(),
  lastTransitionTime: timestamp().describe('When the status last changed.'),
});

export const conditions = (description: string) =>
  keyedList(conditionSchema, { keys: ['type'], max: 16 })
    .describe(description)
    .optional();

export type Condition = z.output<typeof conditionSchema>;
