import { z } from 'zod';
import { type ErrorCode, errorTable } from './errors.js';

/** In `Server-Timing`, in this order; milliseconds each. */
export const renderSteps = ['queue', 'browser', 'navigate', 'wait', 'capture', 'encode', 'store', 'upload'] as const;
export type RenderStep = (typeof renderSteps)[number];
export type Timings = Partial<Record<RenderStep, number>>;

const timings = z.partialRecord(z.enum(renderSteps), z.number());
const codes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];

/** The properties that are stored with a result. */
export const resultFactsSchema = z.object({
  job: z.string(),
  contentType: z.string(),
  /** Length and SHA-256 (hex) of the bytes, whether they follow or must be pulled. */
  length: z.number(),
  sha256: z.string(),
  /** HTTP status of the page, after redirects. */
  targetStatus: z.number(),
  warnings: z.array(z.string()),
});

const rendered = resultFactsSchema.extend({
  ok: z.literal(true),
  timings,
  /** The cache keeps the result no longer than this: another render may have what this one lacks. */
  cacheSeconds: z.number().optional(),
});

const failed = z.object({
  ok: z.literal(false),
  job: z.string(),
  code: z.enum(codes),
  message: z.string(),
  timings,
  /** The node could not decrypt the job's secrets. Another node may be able to. */
  unopened: z.literal(true).optional(),
});

const renderResultSchema = z.discriminatedUnion('ok', [rendered, failed]);
export type Rendered = z.infer<typeof rendered>;
export type RenderResult = z.infer<typeof renderResultSchema>;

const headBytes = 4;

/** An announcement on the wire: length of the head (32 bits, big endian), head as JSON, then bytes if any. */
export const encodeResult = (result: RenderResult, body: Uint8Array = new Uint8Array()): Uint8Array => {
  const head = new TextEncoder().encode(JSON.stringify(result));
  const message = new Uint8Array(headBytes + head.length + body.length);
  new DataView(message.buffer).setUint32(0, head.length);
  message.set(head, headBytes);
  message.set(body, headBytes + head.length);
  return message;
};

/** Throws if the message is no announcement. */
export const decodeResult = (message: Uint8Array): { result: RenderResult; body: Uint8Array } => {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const end = headBytes + view.getUint32(0);
  const head: unknown = JSON.parse(new TextDecoder().decode(message.subarray(headBytes, end)));
  return { result: renderResultSchema.parse(head), body: message.subarray(end) };
};
