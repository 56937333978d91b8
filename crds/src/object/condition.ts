import { z } from 'zod';
import { keyedList } from '../schema/collections.js';
import { formed, text } from '../schema/text.js';
import { timestamp } from '../schema/timestamp.js';

/** Writers must shorten longer messages: the API server refuses them. */
export const conditionMessageLength = 1024;

const name = () =>
  formed({ most: 64, pattern: /^[A-Z][A-Za-z0-9]*$/, takes: 'one word in CamelCase, of letters and digits' });

/** Kubernetes' own form, so that `kubectl wait --for=condition=…` works. */
const conditionSchema = z.object({
  type: name().describe('What the condition is about, in CamelCase.'),
  status: z.enum(['True', 'False', 'Unknown']).describe('Whether it holds.'),
  reason: name().describe('Why, as one word in CamelCase for programs; the same word always means the same.'),
  message: text(conditionMessageLength).describe('Why, as a sentence for people.').optional(),
  observedGeneration: z
    .int()
    .min(0)
    .describe('The metadata.generation that this was said of; older than the object when it may be out of date.')
    .optional(),
  lastTransitionTime: timestamp().describe('When the status last changed from one of its values to another.'),
});

export const conditions = (description: string) =>
  keyedList(conditionSchema, { keys: ['type'], most: 16 })
    .describe(description)
    .optional();

export type Condition = z.output<typeof conditionSchema>;
