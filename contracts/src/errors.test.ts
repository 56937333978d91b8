import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ErrorCode, errorTable, lateRender, TintypeError } from './errors.js';

/** The contract's error table, section 2.3; `foreign_host`, 405, 416 and `storage_failed` are ours. */
const contract: Record<number, string> = {
  400: 'missing_url invalid_url invalid_option invalid_request',
  401: 'unknown_api_key invalid_hash expired_url invalid_credentials invalid_signature',
  402: 'credits_exhausted',
  403: 'account_disabled target_blocked foreign_host',
  404: 'not_found session_not_found',
  405: 'method_not_allowed',
  409: 'session_not_active storage_not_configured profile_conflict profile_unusable',
  413: 'request_too_large',
  416: 'range_not_satisfiable',
  422: 'selector_not_found page_failed result_too_large not_renderable',
  429: 'rate_limited session_limit bandwidth_exceeded',
  500: 'render_failed internal',
  502: 'target_unreachable target_dns target_tls storage_failed',
  503: 'overloaded unavailable',
  504: 'timeout',
};

const codes = Object.keys(errorTable) as ErrorCode[];

describe('the error table', () => {
  it('equals the table of the contract', () => {
    const bystatus = Map.groupBy(codes, (code) => errorTable[code].status);
    const joined = Object.fromEntries([...bystatus].map(([status, some]) => [status, some.join(' ')]));
    assert.deepEqual(joined, contract);
  });

  it('has a retry time exactly for errors that ask for a retry', () => {
    for (const code of codes) {
      const error = new TintypeError(code);
      assert.equal(error.retryAfterSeconds !== undefined, [429, 503].includes(error.status), code);
    }
  });

  it('says what to do if a session route refuses or does not answer', () => {
    for (const code of ['invalid_credentials', 'account_disabled', 'target_blocked', 'timeout'] as const)
      assert.match(errorTable[code].message, /\. (Ask|Send|Try|Use) /, code);
  });

  it('says exactly "Invalid hash"', () => assert.equal(new TintypeError('invalid_hash').message, 'Invalid hash'));
});

describe('TintypeError', () => {
  it('takes status and message from the table, or its own message', () => {
    const cause = new Error('internal');
    const { status, message } = new TintypeError('timeout');
    const own = new TintypeError('timeout', 'Too slow.', { cause });
    assert.deepEqual(
      [status, message],
      [504, 'The page took too long. Try again, or capture it earlier with the option `timeout`.'],
    );
    assert.deepEqual([own.status, own.message, own.cause, own.name], [504, 'Too slow.', cause, 'TintypeError']);
  });

  it('says what makes a late render faster, by its endpoint', () => {
    const cause = new Error('late');
    const { code, message, cause: own } = lateRender('animated', cause);
    assert.deepEqual([code, own], ['timeout', cause]);
    assert.match(message, /Shorten `duration`, lower `fps`, or use a smaller viewport\.$/);
    assert.match(lateRender('image').message, /capture it earlier with the option `timeout`\.$/);
  });
});
