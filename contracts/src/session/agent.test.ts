import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ActivateRequest, activateOrderSchema, agentCalls, agentPaths, sessionIdSchema } from './agent.js';
import { tokenPurposes } from './token.js';

const order: ActivateRequest = {
  account: 'acme',
  maxTtlSeconds: 900,
  startBy: '2030-01-01T12:00:00.000Z',
  cdp: false,
  proxy: true,
  upstreamProxy: 'http://user:password@proxy.example:3128',
  bypassBotDetection: false,
  confirmed: true,
};

const isOrder = (change: object) => activateOrderSchema.safeParse({ ...order, ...change }).success;

describe('the protocol of the agent', () => {
  it('has a token per call', () => {
    for (const call of agentCalls) assert.ok(tokenPurposes.includes(call));
  });

  it('names the session in the path', () => {
    assert.equal(agentPaths.call('sess_1', 'close'), '/sessions/sess_1/close');
    assert.ok(sessionIdSchema.safeParse('sess_00000000-0000-4000-8000-000000000001').success);
    for (const id of ['sess_', 'sess_a/b', 'sess_a.b', 'other', 'sess_a\n'])
      assert.ok(!sessionIdSchema.safeParse(id).success, id);
  });

  it('takes proxies that a browser can use', () => {
    assert.ok(isOrder({}));
    assert.ok(isOrder({ upstreamProxy: 'socks5://proxy.example:1080' }));
    assert.ok(isOrder({ proxy: false, upstreamProxy: undefined }));
    for (const upstreamProxy of ['proxy.example:3128', 'ftp://proxy.example', 'file:///etc/passwd'])
      assert.ok(!isOrder({ upstreamProxy }), upstreamProxy);
  });

  it('refuses a session that lacks its proxy', () => {
    assert.ok(!isOrder({ upstreamProxy: undefined }));
    assert.ok(!isOrder({ proxy: false }));
  });

  it('refuses a session that never ends', () => {
    for (const maxTtlSeconds of [0, 901, 1.5, Number.NaN])
      assert.ok(!isOrder({ maxTtlSeconds }), String(maxTtlSeconds));
    assert.ok(!isOrder({ startBy: 'tomorrow' }));
  });
});
