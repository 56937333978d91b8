import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { predicateOf } from './codecs.js';
import { cookies, maySetCookieFor, requestHeaders } from './request-values.js';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('requestHeaders', () => {
  const read = (value: unknown) => requestHeaders().safeParse(encode(value));

  it('reads an object of text', () => {
    const headers = { Authorization: 'Bearer x', 'X-Empty': '', referer: 'https://a.test/' };
    assert.deepEqual(read(headers).data, headers);
  });

  const messageFor = (value: unknown) => predicateOf(read(value).error!.issues[0]!);

  it('refuses headers of a connection and the browser', () => {
    for (const name of [
      'Host',
      'connection',
      'Cookie',
      'TE',
      'Sec-Fetch-Site',
      'proxy-authorization',
      'Content-Length',
    ])
      assert.match(messageFor({ 'X-Own': 'x', [name]: 'secret' }), /^may not set `[A-Za-z-]+…?`, which belongs to/);
    assert.match(messageFor({ 'Proxy-Mine': 'secret' }), /`Proxy-…`/);
    assert.match(messageFor({ cookie: 'secret' }), /use `cookies`$/);
  });

  it('says which header is wrong by its number, without name and value', () => {
    for (const [header, takes] of [
      [{ 'my secret': 'x' }, /^has a wrong header at number 2: its name takes up to 100 letters/],
      [{ 'X-Secret': 7 }, /number 2: its value takes text in quotes/],
      [{ 'X-Secret': 'secret\n' }, /number 2: its value takes up to 8192 characters/],
    ] as const) {
      const message = messageFor({ 'X-Own': 'x', ...header });
      assert.match(message, takes);
      assert.doesNotMatch(message, /secret/i);
    }
  });

  it('refuses what would begin another header, and what is no object of text', () => {
    for (const value of [
      { 'a b': 'x' },
      { 'a:': 'x' },
      { '': 'x' },
      { a: 'x\r\nb: y' },
      { a: '\0' },
      { a: 1 },
      ['a'],
      'a',
      null,
    ])
      assert.equal(read(value).success, false, JSON.stringify(value));
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, '']));
    assert.deepEqual([read(many(50)).success, read(many(51)).success], [true, false]);
    assert.equal(read({ a: 'x'.repeat(8193) }).success, false);
  });
});

describe('cookies', () => {
  const read = (value: unknown) => cookies().safeParse(encode(value));
  const plain = { name: 'session', value: 'a=b "c"' };

  it('reads a list', () => {
    const full = {
      ...plain,
      domain: '.a.test',
      path: '/x',
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
      expires: 2e9,
    };
    assert.deepEqual(read([plain, full]).data, [plain, full]);
  });

  it('reads what browsers export', () => {
    const [cookie] = read([{ ...plain, sameSite: 'lax', expires: -1 }]).data ?? [];
    assert.deepEqual([cookie?.sameSite, cookie?.expires], ['Lax', undefined]);
  });

  it('refuses other lists', () => {
    for (const more of [
      { name: '' },
      { name: 'a;' },
      { value: 'a;b' },
      { value: 'ä' },
      { path: 'x' },
      { sameSite: 'loose' },
      { expires: '2027' },
      { url: 'x' },
    ]) {
      const message = predicateOf(read([plain, { ...plain, ...more }]).error!.issues[0]!);
      assert.match(message, /^has a wrong cookie at number 2: (it|its `\w+`) takes /, JSON.stringify(more));
      assert.ok(message.includes('url' in more ? 'an object with name' : `\`${Object.keys(more)[0]}\``), message);
    }
    for (const value of [[], plain, [{ name: 'a' }], Array.from({ length: 101 }, () => plain)])
      assert.equal(read(value).success, false);
  });
});

describe('maySetCookieFor', () => {
  it('takes the host and domains above it', () => {
    for (const domain of ['a.b.test', '.a.b.test', 'B.test', '.b.test'])
      assert.ok(maySetCookieFor('a.b.test', domain), domain);
    assert.ok(maySetCookieFor('127.0.0.1', '127.0.0.1'));
  });

  it('refuses others, and parts of an address', () => {
    for (const domain of ['c.test', 'x.a.b.test', 'test', '.test.', 'b.tes'])
      assert.equal(maySetCookieFor('a.b.test', domain), false);
    assert.equal(maySetCookieFor('127.0.0.1', '0.0.1'), false);
  });
});
