import { z } from 'zod';
import { type ErrorCode, errorTable } from './errors.js';

/** The steps of a render, in the order of the header `Server-Timing`. */
export const renderSteps = ['queue', 'browser', 'navigate', 'wait', 'capture', 'encode', 'store', 'upload'] as const;
export type RenderStep = (typeof renderSteps)[number];
/** In milliseconds. */
export type Timings = Partial<Record<RenderStep, number>>;

const timings = z.partialRecord(z.enum(renderSteps), z.number());
const errorCodes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];

/** The properties that are stored with a result. */
export const resultFactsSchema = z.object({
  /** The id of the job. */
  job: z.string(),
  contentType: z.string(),
  /** The number of the result's bytes, whether they follow the announcement or must be pulled. */
  length: z.number(),
  /** The SHA-256 hash of the result's bytes: 64 hex digits. */
  sha256: z.string(),
  /** HTTP status of the page, after redirects. */
  targetStatus: z.number(),
  warnings: z.array(z.string()),
});

const rendered = resultFactsSchema.extend({
  ok: z.literal(true),
  timings,
  /** Set if the result is incomplete. The cache keeps the result for at most these seconds: another render may be complete. */
  cacheSeconds: z.number().optional(),
});

const failed = z.object({
  ok: z.literal(false),
  /** The id of the job. */
  job: z.string(),
  code: z.enum(errorCodes),
  message: z.string(),
  timings,
  /** The node could not decrypt the job's secrets. Another node may be able to. */
  unopened: z.literal(true).optional(),
});

const renderResultSchema = z.discriminatedUnion('ok', [rendered, failed]);
export type Rendered = z.infer<typeof rendered>;
export type RenderResult = z.infer<typeof renderResultSchema>;

const headBytes = 4;

/**
 * Encodes an announcement. First comes the length of the head in 32 bits, big endian, then the head as JSON. The bytes of
 * the result follow, unless they are pulled.
 */
export const encodeResult = (result: RenderResult, body: Uint8Array = new Uint8Array()): Uint8Array => {
  const head = new TextEncoder().encode(JSON.stringify(result));
  const message = new Uint8Array(headBytes + head.length + body.length);
  new DataView(message.buffer).setUint32(0, head.length);
  message.set(head, headBytes);
  message.set(body, headBytes + head.length);
  return message;
};

/** Decodes an announcement. `body` is empty if the bytes must be pulled. Throws if the message is no announcement. */
export const decodeResult = (message: Uint8Array): { result: RenderResult; body: Uint8Array } => {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const end = headBytes + view.getUint32(0);
  const head: unknown = JSON.parse(new TextDecoder().decode(message.subarray(headBytes, end)));
  return { result: renderResultSchema.parse(head), body: message.subarray(end) };
};
