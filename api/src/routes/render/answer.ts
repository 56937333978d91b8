import { renderSteps, type Timings } from '@tintype/contracts';
import type { Context } from 'koa';
import { byteRangeOf } from '../../file-links/byte-range.js';
import { contentDisposition } from '../../render/file-name.js';
import type { RenderOutcome, RenderPreview, RenderSubject } from '../../render/renders.js';
import type { ResultRecord } from '../../render/results/result-record.js';
import { type ByteRange, partOf } from '../../result-bytes/blob-store.js';

/** Clients that do not know WebP send `*\/*`. */
const acceptsWebp = (accept: string) =>
  accept.split(',').some((type) => /^\s*image\/(webp|\*)(?!.*;\s*q=0(\.0*)?\s*$)/i.test(type));

export const acceptedBy = (context: Context): RenderSubject['accepts'] =>
  acceptsWebp(context.get('Accept')) ? ['image/webp'] : [];

const serverTiming = (timings: Timings): string =>
  renderSteps
    .filter((step) => timings[step] !== undefined)
    .map((step) => `${step};dur=${timings[step]?.toFixed(1)}`)
    .join(', ');

const maxAge = ({ expiresAt }: ResultRecord) => Math.max(Math.floor((expiresAt - Date.now()) / 1000), 0);

/** `private`, because a signed URL belongs to one account. */
export const cacheControlOf = (record: ResultRecord): string => `private, max-age=${maxAge(record)}`;

type ResultHeaders = Omit<RenderOutcome, 'key' | 'body' | 'part' | 'callerHas' | 'location'>;

/**
 * What `Range` of a GET asks for; undefined: the whole file. With `If-Range`, the range counts only if the ETag is still
 * the same.
 */
export const rangeOf = (
  context: Context,
  { sha256, length }: Pick<ResultRecord, 'sha256' | 'length'>,
): ReturnType<typeof byteRangeOf> => {
  const condition = context.get('If-Range');
  if (context.method !== 'GET' || (condition && condition !== `"${sha256}"`)) return undefined;
  return byteRangeOf(context.get('Range'), length);
};

/** The part of a signed render: a range after its end gets the whole. */
export const partOfRender = (context: Context, record: ResultRecord): ByteRange | undefined => {
  const range = rangeOf(context, record);
  return range === 'unsatisfiable' ? undefined : range;
};

/** Whether the answer may be a part. Each fresh render has other bytes, so parts of two renders do not fit together. */
const hasParts = ({ method }: Context, { fresh }: Pick<RenderOutcome['options'], 'fresh'>): boolean =>
  method !== 'POST' && !fresh;

const setContentHeaders = (
  context: Context,
  { options, contentType, fileName }: Pick<RenderPreview, 'options' | 'contentType' | 'fileName'>,
) => {
  context.set('Content-Type', contentType);
  context.set('Content-Disposition', contentDisposition(fileName));
  if ('bestFormat' in options && options.bestFormat) context.vary('Accept');
};

const setHeaders = (context: Context, headers: ResultHeaders) => {
  const { record } = headers;
  // No HTTP cache may keep a fresh result: the same request must render again.
  context.set('Cache-Control', headers.options.fresh ? 'no-store' : cacheControlOf(record));
  setContentHeaders(context, headers);
  context.set('ETag', `"${record.sha256}"`);
  if (hasParts(context, headers.options)) context.set('Accept-Ranges', 'bytes');
  setOutcome(context, headers);
};

type Outcome = Pick<ResultHeaders, 'record' | 'cache' | 'timings' | 'credits' | 'warnings'>;

/** Sets the headers that say how the request was answered, and what it cost. */
const setOutcome = (context: Context, { record, cache, timings, credits, warnings }: Outcome) => {
  context.set('X-Cache', cache);
  context.set('X-Target-Status', String(record.targetStatus));
  context.set('X-Credits-Charged', String(credits));
  if (warnings.length > 0) context.set('X-Warnings', warningsHeader(warnings));
  if (Object.keys(timings).length > 0) context.set('Server-Timing', serverTiming(timings));
};

const encodeForHeader = (text: string) =>
  text.toWellFormed().replace(/[^\x20-\x7e]/gu, (char) => encodeURIComponent(char));

/** Node's clients refuse an answer whose headers have more than 16 KiB together. */
const maxWarningCharacters = 8192;

/** Warnings may quote selectors, with characters that a header cannot carry. Those that do not fit are counted. */
const warningsHeader = (warnings: readonly string[]): string => {
  const kept: string[] = [];
  let length = 0;
  for (const sentence of warnings.map(encodeForHeader)) {
    if (length + sentence.length > maxWarningCharacters) continue;
    length += sentence.length;
    kept.push(sentence);
  }
  const left = warnings.length - kept.length;
  return [...kept, ...(left > 0 ? [`${left} more warnings`] : [])].join(' | ');
};

/**
 * The ETags that the client has (RFC 9110, 13.1.2). Koa never answers 304 to `Cache-Control: no-cache`, although 304 is
 * right on a reload, too.
 */
export const heldByClient = (context: Context): string[] | 'any' => {
  const tags = context
    .get('If-None-Match')
    .split(',')
    .map((tag) => tag.trim());
  if (tags.includes('*')) return 'any';
  return tags.flatMap((tag) => /^(?:W\/)?"([^"]*)"$/.exec(tag)?.[1] ?? []);
};

/** Redirects without caching: a new storage or public URL of the account must take effect at once. */
const redirect = (context: Context, location: string, outcome: Outcome) => {
  setOutcome(context, outcome);
  context.set('Cache-Control', 'no-store');
  context.set('Location', location);
  context.status = 302;
  context.body = '';
  context.remove('Content-Type');
};

export const answerResult = (context: Context, outcome: RenderOutcome): void => {
  if (outcome.location !== undefined) {
    redirect(context, outcome.location, outcome);
    return;
  }
  setHeaders(context, outcome);
  if (outcome.callerHas) {
    context.status = 304;
    return;
  }
  const { record, options, body } = outcome;
  const part = outcome.part ?? (hasParts(context, options) ? partOfRender(context, record) : undefined);
  context.status = part ? 206 : 200;
  if (part) context.set('Content-Range', `bytes ${part.start}-${part.end}/${record.length}`);
  const { buffer, byteOffset, byteLength } = outcome.part ? body : partOf(body, part);
  context.body = Buffer.from(buffer, byteOffset, byteLength);
};

/**
 * Answers a HEAD request with the headers of the cached result, or of its redirect. If nothing is cached, it answers
 * 200 with the headers that a GET would surely have.
 */
export const answerHead = (
  context: Context,
  { record, location, warnings, ...description }: Omit<RenderPreview, 'key'>,
): void => {
  context.status = 200;
  if (!record) {
    setContentHeaders(context, description);
    return;
  }
  const outcome = { record, warnings, cache: 'HIT', timings: {}, credits: 0 } as const;
  if (location !== undefined) {
    redirect(context, location, outcome);
    return;
  }
  setHeaders(context, { ...description, ...outcome });
  context.length = record.length;
};
