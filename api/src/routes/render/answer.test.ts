import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseOptions } from '@tintype/contracts';
import Koa, { type Context } from 'koa';
import type { RenderOutcome } from '../../render/renders.js';
import { answerHead, answerResult, heldByClient } from './answer.js';

const record: RenderOutcome['record'] = {
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
const optionsWith = (pairs: Record<string, string> = {}) =>
  parseOptions('image', { url: 'https://example.com/', ...pairs });
const found = { record, options: optionsWith(), contentType: 'image/png', fileName: 'example.com.png' };
const body = new Uint8Array([1, 2, 3]);
const outcome: RenderOutcome = {
  ...{ ...found, key: 'k', cache: 'MISS', timings: {}, credits: 1 },
  ...{ body, callerHas: false, warnings: [], location: undefined },
};

/** Koa's own context, without a connection. */
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

const answer = (change: Partial<RenderOutcome>, headers: Record<string, string> = {}) => {
  const context = contextOf(headers);
  answerResult(context, { ...outcome, ...change });
  return context;
};

describe('answerResult', () => {
  it('describes the result', () => {
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
      'accept-ranges': 'bytes',
      'content-length': 3,
    });
  });

  it('answers bytes that are part of a larger buffer', () => {
    const body = new Uint8Array([9, 1, 2, 3, 9]).subarray(1, 4);
    assert.deepEqual(answer({ body }).body, Buffer.from([1, 2, 3]));
  });

  it('answers 206 with the part that a player asks for, of a new result and of a cached one', () => {
    const part = { start: 1, end: 2 };
    for (const change of [{}, { body: body.subarray(1), part }]) {
      const context = answer(change, { range: 'bytes=-2', 'if-range': '"abc"' });
      assert.deepEqual([context.status, context.body], [206, Buffer.from([2, 3])]);
      assert.equal(context.response.headers['content-range'], 'bytes 1-2/3');
    }
  });

  const whole: [why: string, headers: Record<string, string>, pairs?: Record<string, string>][] = [
    ['a range after the end', { range: 'bytes=3-' }],
    ['a part of other bytes', { range: 'bytes=0-1', 'if-range': '"other"' }],
    ['a part of a fresh render, which has other bytes each time', { range: 'bytes=0-1' }, { fresh: 'true' }],
  ];
  for (const [why, headers, pairs] of whole)
    it(`answers the whole for ${why}`, () => {
      const { status, body } = answer({ options: optionsWith(pairs) }, headers);
      assert.deepEqual([status, body], [200, Buffer.from([1, 2, 3])]);
    });

  it('forbids to cache a fresh result, or any result beyond its expiry', () => {
    assert.equal(answer({ options: optionsWith({ fresh: 'true' }) }).response.get('Cache-Control'), 'no-store');
    const old = { ...record, expiresAt: 0 };
    assert.equal(answer({ record: old }).response.get('Cache-Control'), 'private, max-age=0');
  });

  it('varies by Accept where the format does', () => {
    assert.equal(answer({ options: optionsWith({ bestFormat: 'true' }) }).response.get('Vary'), 'Accept');
    assert.equal(answer({}).response.get('Vary') ?? '', '');
  });

  it('names the steps in their order', () => {
    const timings = { store: 4, queue: 1.26, navigate: 300 };
    const expected = 'queue;dur=1.3, navigate;dur=300.0, store;dur=4.0';
    assert.equal(answer({ timings }).response.get('Server-Timing'), expected);
  });

  it('encodes warnings for a header', () => {
    const warnings = ['no “ü”', 'no 😀\r\nX-Injected: 1', 'half \ud83d'];
    const header = answer({ warnings }).response.get('X-Warnings');
    assert.equal(header, 'no %E2%80%9C%C3%BC%E2%80%9D | no %F0%9F%98%80%0D%0AX-Injected: 1 | half %EF%BF%BD');
  });

  it('counts the warnings that a client could not read in a header', () => {
    const warnings = Array.from({ length: 40 }, (_, index) => `${index} ${'x'.repeat(1000)}`);
    const header = answer({ warnings }).response.get('X-Warnings') ?? '';
    assert.ok(header.length < 8500, `${header.length}`);
    assert.match(header, /^0 x+ \| 1 x.* \| 32 more warnings$/);
  });

  it('keeps the short warnings behind one that is too long', () => {
    const header = answer({ warnings: ['x'.repeat(9000), 'short'] }).response.get('X-Warnings');
    assert.equal(header, 'short | 1 more warnings');
  });

  it('redirects to an object, and names what happened', () => {
    const location = 'https://files.example.com/a%20b.png';
    const context = answer({ location, warnings: ['no list'], callerHas: true, body: new Uint8Array() });
    assert.equal(context.status, 302);
    assert.deepEqual(context.response.headers, {
      location,
      'cache-control': 'no-store',
      'x-cache': 'MISS',
      'x-target-status': '404',
      'x-credits-charged': '1',
      'x-warnings': 'no list',
      'content-length': 0,
    });
    assert.equal(context.body, '');
  });

  it('answers 304 without the bytes to a client that has them', () => {
    const context = answer({ callerHas: true, body: new Uint8Array() });
    assert.deepEqual([context.status, context.response.get('ETag')], [304, '"abc"']);
    assert.equal(context.body ?? undefined, undefined);
  });
});

describe('heldByClient', () => {
  const tags: Record<string, string[] | 'any'> = {
    '': [],
    '"abc"': ['abc'],
    'W/"abc"': ['abc'],
    '"x", W/"abc"': ['x', 'abc'],
    '*': 'any',
    '"x",*': 'any',
    '"*"': ['*'],
    abc: [],
  };
  for (const [tag, held] of Object.entries(tags)) {
    it(`reads If-None-Match: ${tag}`, () => assert.deepEqual(heldByClient(contextOf({ 'if-none-match': tag })), held));
  }
});

describe('answerHead', () => {
  it('answers the headers of a record', () => {
    const context = contextOf();
    answerHead(context, { ...found, warnings: ['One.'], location: undefined });
    assert.equal(context.response.headers['x-warnings'], 'One.');
    const { 'x-cache': cache, 'content-length': length, etag } = context.response.headers;
    assert.deepEqual([context.status, cache, length, etag], [200, 'HIT', 3, '"abc"']);
    assert.equal(context.body ?? undefined, undefined);
  });

  it('answers the redirect of a record with a copy, as GET does', () => {
    const context = contextOf();
    const location = 'https://files.example.com/a.png';
    answerHead(context, { ...found, warnings: [], location });
    const { location: to, 'x-cache': cache, 'content-type': type } = context.response.headers;
    assert.deepEqual([context.status, to, cache, type], [302, location, 'HIT', undefined]);
  });

  it('answers 200 without one, with its type and name alone', () => {
    const context = contextOf();
    answerHead(context, { ...found, record: undefined, warnings: [], location: undefined });
    const headers = { 'content-type': 'image/png', 'content-disposition': 'inline; filename="example.com.png"' };
    assert.deepEqual([context.status, context.response.headers], [200, headers]);
  });
});
