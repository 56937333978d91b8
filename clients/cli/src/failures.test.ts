import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError, ConnectionError, errorTable, TimeoutError } from '@tintype/client';
import { kindOf, linesOf } from './failures.js';

describe('exit codes', () => {
  const api = (code: string) =>
    new ApiError({ code, status: errorTable[code as 'internal']?.status ?? 500, retryAfter: undefined, body: {} });

  it('follow the class of the error', () => {
    const cases: [error: unknown, kind: string][] = [
      [api('invalid_option'), 'usage'],
      [api('invalid_hash'), 'credentials'],
      [api('credits_exhausted'), 'account'],
      [api('selector_not_found'), 'page'],
      [api('session_not_active'), 'session'],
      [api('rate_limited'), 'limit'],
      [api('overloaded'), 'service'],
      [api('timeout'), 'timeout'],
      [new ConnectionError('x'), 'connection'],
      [new TimeoutError('x'), 'timeout'],
      [new Error('x'), 'failed'],
    ];
    for (const [error, kind] of cases) assert.equal(kindOf(error), kind);
  });

  it('come with a sentence about what to do', () => {
    assert.match(linesOf(api('invalid_hash')).join('\n'), /^Error invalid_hash: The secret is not one of this API key/);
    const lost = new ConnectionError('No connection to http://a.example. Check the base URL and the network.');
    assert.match(linesOf(lost).join(), /Check the address \(`--server` or TINTYPE_URL\) and the network\./);
    const limited = new ApiError({ code: 'rate_limited', status: 429, retryAfter: 7, requestId: 'req_1', body: {} });
    assert.deepEqual(linesOf(limited).slice(1), ['Try again in 7 s.', 'Request id: req_1']);
  });
});
