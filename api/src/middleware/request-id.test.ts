import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Context } from 'koa';
import { newRequestId, requestId } from './request-id.js';

describe('requestId', () => {
  it('gives the request an id before anything else sees it, and its answer the same', async () => {
    const headers: Record<string, string> = {};
    const state: { requestId?: string } = {};
    const context = { state, set: (name: string, value: string) => Object.assign(headers, { [name]: value }) };
    let below: string | undefined;
    await requestId()(context as unknown as Context, async () => {
      below = state.requestId;
    });
    assert.match(String(below), /^req_[0-9a-f-]{36}$/);
    assert.deepEqual(headers, { 'X-Request-Id': below });
  });

  it('is never the same', () => assert.notEqual(newRequestId(), newRequestId()));
});
