import { z } from 'zod';
import { documentFactsSchema } from './options/document.js';
import { type Endpoint, endpoints } from './options/endpoints.js';
import { renderClasses } from './subjects.js';

/**
 * The order in which a node makes the outputs of one page. Each output leaves the page as the later ones need it.
 */
export const outputOrder: readonly Endpoint[] = ['content', 'metadata', 'image', 'pdf', 'animated'];

/** What differs between the outputs of one page load. */
const output = {
  id: z.uuid(),
  endpoint: z.enum(endpoints),
  /** The result's key: 64 hex digits, for subjects, logs and object names. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
  pairs: z.record(z.string(), z.string()),
  /** The secret options, encrypted (`sealed-job.ts`). */
  sealed: z.string().optional(),
};

/**
 * One page load on the queue, for one output or several. Node and api read the pairs with the same schemas. Strict: a node that ignored a property
 * would render something else.
 */
export const renderJobSchema = z.strictObject({
  ...output,
  /** The consumer that pulls it. */
  class: z.enum(renderClasses),
  account: z.string(),
  /** Further outputs of the same page. */
  also: z.array(z.strictObject(output)).max(endpoints.length).optional(),
  /** The page itself, where the request brought one. The node pulls its bytes from the api. */
  document: documentFactsSchema.optional(),
  requestId: z.string(),
  /** Null: no limit. */
  resultBytes: z.number().nullable(),
  /** Milliseconds of the Unix epoch. Work on the job stops then. */
  deadline: z.number(),
  /** The render may take this long from its start, within the deadline. Absent: until the deadline. */
  renderMs: z.number().optional(),
  /** When the job was published, to measure its time in the queue. */
  publishedAt: z.number(),
});

export type RenderJob = z.infer<typeof renderJobSchema>;

/** A job for each output. */
export const outputsOf = ({ also = [], ...job }: RenderJob): RenderJob[] => [
  job,
  // Each output has its own `sealed`: an output without secrets must not get those of the first.
  ...also.map((each) => ({ ...job, ...each, sealed: each.sealed })),
];
