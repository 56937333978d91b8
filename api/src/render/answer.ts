import { type Endpoint, type Pairs, parseOptions, phases, type Timings } from '@tintype/contracts';
import type { Context } from 'koa';
import { contentDisposition, fileNameOf } from './file-name.js';
import type { Obtained } from './render-request.js';
import type { ResultRecord } from './result-record.js';

export interface AnswerOptions {
  url: string;
  fileName?: string | undefined;
  fresh: boolean;
  bestFormat?: boolean;
}

const serverTiming = (timings: Timings): string =>
  phases
    .filter((phase) => timings[phase] !== undefined)
    .map((phase) => `${phase};dur=${timings[phase]?.toFixed(1)}`)
    .join(', ');

const maxAge = ({ expiresAt }: ResultRecord) => Math.max(Math.floor((expiresAt - Date.now()) / 1000), 0);

interface Delivery extends Pick<Obtained, 'record' | 'cache' | 'timings'> {
  /** Credits that this answer cost. */
  credits: number;
}

/** What follows from the options alone, before anything is rendered. */
const setExpectedHeaders = (context: Context, contentType: string, options: AnswerOptions) => {
  context.set('Content-Type', contentType);
  context.set('Content-Disposition', contentDisposition(fileNameOf(options, contentType)));
  if (options.bestFormat) context.vary('Accept');
};

const setHeaders = (context: Context, { record, cache, timings, credits }: Delivery, options: AnswerOptions) => {
  // Signed URLs are their owner's: shared caches do not keep them. A fresh picture is not to be kept at all.
  context.set('Cache-Control', options.fresh ? 'no-store' : `private, max-age=${maxAge(record)}`);
  setExpectedHeaders(context, record.contentType, options);
  context.set('ETag', `"${record.sha256}"`);
  context.set('X-Cache', cache);
  context.set('X-Target-Status', String(record.targetStatus));
  context.set('X-Credits-Charged', String(credits));
  // Sentences of ours may quote the client's selectors, which a header must not carry as they are.
  if (record.warnings.length > 0) context.set('X-Warnings', record.warnings.map(encodeForHeader).join(' | '));
  if (Object.keys(timings).length > 0) context.set('Server-Timing', serverTiming(timings));
};

const encodeForHeader = (text: string) =>
  text.toWellFormed().replace(/[^\x20-\x7e]/gu, (char) => encodeURIComponent(char));

/** RFC 9110, 13.1.2. Koa's own check also asks `Cache-Control`, but whoever reloads a page is content with 304 too. */
export const clientHas = (context: Context, { sha256 }: ResultRecord) =>
  context
    .get('If-None-Match')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === `"${sha256}"`);

/** Answers a result, or 304 when the client has it. */
export const answerResult = (
  context: Context,
  delivery: Delivery & { body: Uint8Array },
  options: AnswerOptions,
): void => {
  setHeaders(context, delivery, options);
  if (clientHas(context, delivery.record)) {
    context.status = 304;
    return;
  }
  context.status = 200;
  const { buffer, byteOffset, byteLength } = delivery.body;
  context.body = Buffer.from(buffer, byteOffset, byteLength);
};

const json = 'application/json; charset=utf-8';
const contentTypes: Record<Exclude<Endpoint, 'image'>, string> = {
  pdf: 'application/pdf',
  content: json,
  metadata: json,
  animated: 'image/gif',
};

/** The `Content-Type` of a render before it is made. `bestFormat` is settled in the pairs already. */
export const contentTypeOf = ({ endpoint, pairs }: { endpoint: Endpoint; pairs: Pairs }): string =>
  endpoint === 'image' ? `image/${parseOptions(endpoint, pairs).type}` : contentTypes[endpoint];

export interface HeadOptions extends AnswerOptions {
  /** The `Content-Type` that a GET would have. */
  contentType: string;
}

/** Answers HEAD: the headers of the cached result, or 200 with those that a GET is sure to have. Nothing is rendered. */
export const answerHead = (context: Context, record: ResultRecord | undefined, options: HeadOptions): void => {
  context.status = 200;
  if (!record) {
    setExpectedHeaders(context, options.contentType, options);
    return;
  }
  setHeaders(context, { record, cache: 'HIT', timings: {}, credits: 0 }, options);
  context.length = record.length;
};
