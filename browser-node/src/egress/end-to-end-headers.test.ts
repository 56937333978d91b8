import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endToEndHeaders } from './end-to-end-headers.js';

const cases: [string, string[], string[]][] = [
  ['keeps order, case and repeats', ['A', '1', 'b', '2', 'A', '3'], ['A', '1', 'b', '2', 'A', '3']],
  ['drops hop-by-hop', ['Connection', 'close', 'TE', 'trailers', 'Keep-Alive', '5', 'A', '1'], ['A', '1']],
  ['drops what Connection names', ['Connection', 'X-One, x-two', 'X-One', '1', 'X-TWO', '2', 'A', '1'], ['A', '1']],
  ['drops all that is for a proxy', ['Proxy-Authorization', 's', 'proxy-connection', 'close', 'A', '1'], ['A', '1']],
  ['keeps the length', ['Connection', 'Content-Length', 'Content-Length', '3'], ['Content-Length', '3']],
  ['leaves framing to the next hop', ['Transfer-Encoding', 'chunked', 'Upgrade', 'h2c'], []],
];

for (const [name, raw, expected] of cases) {
  test(name, () => assert.deepEqual(endToEndHeaders(raw), expected));
}

test('drops the headers that the caller names', () =>
  assert.deepEqual(endToEndHeaders(['Host', 'a', 'B', '1'], ['host']), ['B', '1']));
