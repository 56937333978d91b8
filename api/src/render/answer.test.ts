import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Endpoint, Pairs } from '@tintype/contracts';
import Koa, { type Context } from 'koa';
import { type AnswerOptions, answerHead, answerResult, contentTypeOf } from './answer.js';
import type { Obtained } from './render-request.js';

const record: Obtained['record'] = {
  object: 'o',
  job: 'j',
  contentType: 'image/png',
  length: 3,
  sha256: 'abc',
  targetStatus: 404,
  warnings: [],
  createdAt: 0,
  expiresAt: Number.MAX_SAFE_INTEGER,
  chargeId: 'c',
  charged: true,
};
const body = new Uint8Array([1, 2, 3]);
const obtained: Obtained = { record, revision: 1, body, cache: 'MISS', timings: {} };
const options: AnswerOptions = { url: 'https://example.com/', fresh: false };

/** A context of Koa's own, without a connection. */
const contextOf = (headers: Record<string, string> = {}) => {
  const set = new Map<string, unknown>();
  const response = {
    getHeader: (name: string) => set.get(name.toLowerCase()),
    hasHeader: (name: string) => set.has(name.toLowerCase()),
    setHeader: (name: string, value: unknown) => set.set(name.toLowerCase(), value),
    removeHeader: (name: string) => set.delete(name.toLowerCase()),
    getHeaders: () => Object.fromEntries(set),
    headersSent: false,
    req: { httpVersionMajor: 1 },
  };
  const request = { method: 'GET', url: '/', headers, socket: {} };
  return new Koa().createContext(request as never, response as never) as Context;
};

const answer = (change: Partial<Obtained>, some: Partial<AnswerOptions> = {}, headers: Record<string, string> = {}) => {
  const context = contextOf(headers);
  answerResult(context, { ...obtained, ...change, credits: 1 }, { ...options, ...some });
  return context;
};

describe('answerResult', () => {
  it('says what the result is', () => {
    const context = answer({});
    assert.equal(context.status, 200);
    assert.deepEqual(context.body, Buffer.from([1, 2, 3]));
    const { 'cache-control': cacheControl, ...headers } = context.response.headers;
    assert.match(String(cacheControl), /^private, max-age=\d+$/);
    assert.deepEqual(headers, {
      'content-type': 'image/png',
      'content-disposition': 'inline; filename="example.com.png"',
      etag: '"abc"',
      'x-cache': 'MISS',
      'x-target-status': '404',
      'x-credits-charged': '1',
      'content-length': 3,
    });
  });

  it('answers the bytes where they lie in a larger buffer', () => {
    const body = new Uint8Array([9, 1, 2, 3, 9]).subarray(1, 4);
    assert.deepEqual(answer({ body }).body, Buffer.from([1, 2, 3]));
  });

  it('lets nobody keep a fresh result, nor one longer than it lives', () => {
    assert.equal(answer({}, { fresh: true }).response.get('Cache-Control'), 'no-store');
    const old = { ...record, expiresAt: 0 };
    assert.equal(answer({ record: old }).response.get('Cache-Control'), 'private, max-age=0');
  });

  it('varies by Accept where the format does', () => {
    assert.equal(answer({}, { bestFormat: true }).response.get('Vary'), 'Accept');
    assert.equal(answer({}, { bestFormat: false }).response.get('Vary') ?? '', '');
  });

  it('names the phases in their order', () => {
    const timings = { store: 4, queue: 1.26, navigate: 300 };
    const expected = 'queue;dur=1.3, navigate;dur=300.0, store;dur=4.0';
    assert.equal(answer({ timings }).response.get('Server-Timing'), expected);
  });

  it('writes warnings as a header takes them', () => {
    const warnings = ['no “ü”', 'no 😀\r\nX-Injected: 1', 'half \ud83d'];
    const header = answer({ record: { ...record, warnings } }).response.get('X-Warnings');
    assert.equal(header, 'no %E2%80%9C%C3%BC%E2%80%9D | no %F0%9F%98%80%0D%0AX-Injected: 1 | half %EF%BF%BD');
  });

  const tags: Record<string, number> = { '"abc"': 304, 'W/"abc"': 304, '"x", "abc"': 304, '*': 304, '"abd"': 200 };
  for (const [tag, status] of Object.entries(tags)) {
    it(`answers ${status} to If-None-Match: ${tag}`, () => {
      const context = answer({}, {}, { 'if-none-match': tag });
      assert.deepEqual([context.status, context.response.get('ETag')], [status, '"abc"']);
      assert.equal(context.body === undefined || context.body === null, status === 304);
    });
  }
});

describe('answerHead', () => {
  it('answers the headers of a record', () => {
    const context = contextOf();
    answerHead(context, record, { ...options, contentType: 'image/jpeg' });
    const { 'x-cache': cache, 'content-type': type, 'content-length': length, etag } = context.response.headers;
    assert.deepEqual([context.status, cache, type, length, etag], [200, 'HIT', 'image/png', 3, '"abc"']);
    assert.equal(context.body ?? undefined, undefined);
  });

  it('answers 200 without one, with its type and name alone', () => {
    const context = contextOf();
    answerHead(context, undefined, { ...options, contentType: 'image/jpeg' });
    const disposition = 'inline; filename="example.com.jpg"';
    const headers = { 'content-type': 'image/jpeg', 'content-disposition': disposition };
    assert.deepEqual([context.status, context.response.headers], [200, headers]);
  });
});

describe('contentTypeOf', () => {
  const cases: [endpoint: Endpoint, pairs: Pairs, contentType: string][] = [
    ['image', {}, 'image/png'],
    ['image', { type: 'jpeg' }, 'image/jpeg'],
    ['image', { type: 'WebP' }, 'image/webp'],
    ['pdf', {}, 'application/pdf'],
    ['content', {}, 'application/json; charset=utf-8'],
    ['metadata', { type: 'jpeg' }, 'application/json; charset=utf-8'],
  ];
  for (const [endpoint, pairs, contentType] of cases)
    it(`is ${contentType} for ${endpoint} with ${JSON.stringify(pairs)}`, () =>
      assert.equal(contentTypeOf({ endpoint, pairs: { url: 'example.com', ...pairs } }), contentType));
});
