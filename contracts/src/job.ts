import { z } from 'zod';
import { documentFactsSchema } from './options/document.js';
import { type Endpoint, endpoints } from './options/endpoints.js';
import { renderClasses } from './subjects.js';

/** The order in which a node makes the outputs of one page. After each, the page is as the later outputs need it. */
export const outputOrder: readonly Endpoint[] = ['content', 'metadata', 'image', 'pdf', 'animated'];

/** The properties that differ between the outputs of one page load. */
const outputShape = {
  id: z.uuid(),
  endpoint: z.enum(endpoints),
  /** The result key: 64 hex digits. Subjects, logs and object names have it, too. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
  pairs: z.record(z.string(), z.string()),
  /** The output's secret options, sealed (`sealed-job.ts`). Absent if it has none. */
  sealed: z.string().optional(),
};

/**
 * One page load on the queue, for one output or several. Node and api read the pairs with the same schemas. Strict: a
 * node refuses a job with an unknown property. If it ignored the property, it might render something else.
 */
export const renderJobSchema = z.strictObject({
  ...outputShape,
  /** The consumer of this class pulls the job. */
  class: z.enum(renderClasses),
  account: z.string(),
  /** Further outputs of the same page load. */
  also: z.array(z.strictObject(outputShape)).max(endpoints.length).optional(),
  /** The document that the request brought instead of a URL. The node pulls its bytes from the api. */
  document: documentFactsSchema.optional(),
  requestId: z.string(),
  /** The most bytes of each result; null: no limit. */
  resultBytes: z.number().nullable(),
  /** When work on the job stops, in milliseconds since the Unix epoch. */
  deadline: z.number(),
  /** The most milliseconds of the render from its start. It never outlasts the deadline, which alone counts if absent. */
  renderMs: z.number().optional(),
  /** When the job was published, in milliseconds since the Unix epoch. Nodes measure the time in the queue with it. */
  publishedAt: z.number(),
});

export type RenderJob = z.infer<typeof renderJobSchema>;

/** Splits a job into one job for each output, the first output first. */
export const outputsOf = ({ also = [], ...job }: RenderJob): RenderJob[] => [
  job,
  // Sets `sealed` even if it is undefined: an output without secrets must not get those of the first.
  ...also.map((output) => ({ ...job, ...output, sealed: output.sealed })),
];
