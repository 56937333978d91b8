import { z } from 'zod';
import { endpoints } from './options/endpoints.js';
import { renderClasses } from './subjects.js';

/**
 * One render, as it lies on the queue. The options travel as the decoded pairs of the request, and the node reads them
 * with the same schemas as the api, so that there is one reading of them. Strict: a node that ignored a property would
 * render something else.
 */
export const renderJobSchema = z.strictObject({
  id: z.uuid(),
  /** The consumer that pulls it. */
  class: z.enum(renderClasses),
  endpoint: z.enum(endpoints),
  account: z.string(),
  /** The key of the result: 64 hex digits, all that stands in subjects, logs and object names. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
  pairs: z.record(z.string(), z.string()),
  requestId: z.string(),
  /** Largest result in bytes; null: no limit. */
  resultBytes: z.number().nullable(),
  /** Milliseconds of the Unix epoch; whoever works on the job stops then. */
  deadline: z.number(),
  /** When the api published it, for the queue time. */
  publishedAt: z.number(),
});

export type RenderJob = z.infer<typeof renderJobSchema>;
