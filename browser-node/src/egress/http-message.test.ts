import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endToEndHeaders, readAbsoluteTarget, readAuthority } from './http-message.js';

const authorities: [string, string | undefined][] = [
  ['example.com:443', 'example.com 443'],
  ['127.0.0.1:1', '127.0.0.1 1'],
  ['[::1]:65535', '[::1] 65535'],
  ['[fe80::1%25eth0]:80', '[fe80::1%25eth0] 80'],
  ['example.com', undefined],
  ['example.com:', undefined],
  ['example.com:0', undefined],
  ['example.com:65536', undefined],
  ['example.com:443:443', undefined],
  ['user@example.com:443', undefined],
  ['::1:443', undefined],
  ['[::1]x:443', undefined],
  [':443', undefined],
  ['/path', undefined],
];

for (const [text, expected] of authorities) {
  test(`authority ${text}`, () => {
    const authority = readAuthority(text);
    assert.equal(authority && `${authority.hostname} ${authority.port}`, expected);
  });
}

const targets: [string, string | undefined][] = [
  ['http://example.com/a?b=c', 'example.com 80 example.com /a?b=c'],
  ['HTTP://example.com:8080', 'example.com 8080 example.com:8080 /'],
  ['http://example.com?q', 'example.com 80 example.com /?q'],
  ['http://[::1]:81/', '[::1] 81 [::1]:81 /'],
  ['http://a.example/http://b.example/', 'a.example 80 a.example /http://b.example/'],
  ['http://user:secret@example.com/', undefined],
  ['http:///path', undefined],
  ['https://example.com/', undefined],
  ['ftp://example.com/', undefined],
  ['/path', undefined],
  ['*', undefined],
  ['example.com:80', undefined],
];

for (const [url, expected] of targets) {
  test(`target ${url}`, () => {
    const target = readAbsoluteTarget(url);
    assert.equal(target && [target.hostname, target.port, target.authority, target.path].join(' '), expected);
  });
}

const headerCases: [string, string[], string[]][] = [
  ['keeps order, case and repeats', ['A', '1', 'b', '2', 'A', '3'], ['A', '1', 'b', '2', 'A', '3']],
  ['drops hop-by-hop', ['Connection', 'close', 'TE', 'trailers', 'Keep-Alive', '5', 'A', '1'], ['A', '1']],
  ['drops what Connection names', ['Connection', 'X-One, x-two', 'X-One', '1', 'X-TWO', '2', 'A', '1'], ['A', '1']],
  ['drops all that is for a proxy', ['Proxy-Authorization', 's', 'proxy-connection', 'close', 'A', '1'], ['A', '1']],
  ['keeps the length', ['Connection', 'Content-Length', 'Content-Length', '3'], ['Content-Length', '3']],
  ['leaves framing to the next hop', ['Transfer-Encoding', 'chunked', 'Upgrade', 'h2c'], []],
];

for (const [name, raw, expected] of headerCases) {
  test(name, () => assert.deepEqual(endToEndHeaders(raw), expected));
}

test('drops the headers that the caller names', () =>
  assert.deepEqual(endToEndHeaders(['Host', 'a', 'B', '1'], ['host']), ['B', '1']));
