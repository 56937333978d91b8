import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addRateLimits, type LimitState } from './rate-limit-headers.js';

const headersOf = (...limits: (LimitState | undefined)[]) => {
  const headers: Record<string, string> = {};
  const context = { set: (name: string, value: string) => (headers[name] = value), state: {} };
  for (const limit of limits) addRateLimits(context, [limit]);
  return headers;
};

describe('the headers RateLimit and RateLimit-Policy', () => {
  it('are absent without a limit', () => assert.deepEqual(headersOf(undefined), {}));

  it('give quota and window, rest and time until it is whole again', () => {
    const requests: LimitState = { name: 'requests', quota: 10, windowSeconds: 1, remaining: 8.7, resetSeconds: 1 };
    assert.deepEqual(headersOf(requests), {
      'RateLimit-Policy': '"requests";q=10;w=1',
      RateLimit: '"requests";r=8;t=1',
    });
  });

  it('list all limits, with their units, and never less than nothing', () => {
    const requests: LimitState = { name: 'requests', quota: 2, windowSeconds: 1, remaining: -3, resetSeconds: 2 };
    const bytes: LimitState = { name: 'bandwidth', quota: 5, windowSeconds: 86_400, unit: 'content-bytes' };
    assert.deepEqual(headersOf(requests, { ...bytes, remaining: 0, resetSeconds: 60 }), {
      'RateLimit-Policy': '"requests";q=2;w=1, "bandwidth";q=5;w=86400;qu="content-bytes"',
      RateLimit: '"requests";r=0;t=2, "bandwidth";r=0;t=60',
    });
  });

  it('name each limit once, with its last state', () => {
    const requests: LimitState = { name: 'requests', quota: 2, windowSeconds: 1, remaining: 1, resetSeconds: 1 };
    const headers = headersOf({ ...requests, remaining: 2 }, requests);
    assert.equal(headers.RateLimit, '"requests";r=1;t=1');
    assert.equal(headers['RateLimit-Policy'], '"requests";q=2;w=1');
  });

  it('give only the policy of a limit whose rest is not known', () => {
    const sessions: LimitState = { name: 'sessions', quota: 5, unit: 'concurrent-requests' };
    assert.deepEqual(headersOf(sessions), { 'RateLimit-Policy': '"sessions";q=5;qu="concurrent-requests"' });
  });
});
