import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog, Registry } from '@tintype/runtime';
import type { Context } from 'koa';
import { createObserver, observe } from './observe.js';

const run = async (context: object, below: () => Promise<void> = async () => undefined) => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('test', 'info', { write: (line) => lines.push(JSON.parse(line)) });
  const registry = new Registry();
  await observe(createObserver(registry, log))(context as Context, below);
  return { line: lines[0], metrics: await registry.metrics() };
};

const path = '/key/f37d5fb3ee4540a05bf4ffeed6dffa28/image';
const request = { method: 'GET', url: `${path}?url=x`, path, status: 200 };

describe('observe', () => {
  it('names the pattern of the route, and nothing of the signed URL', async () => {
    const state = { requestId: 'req_1', account: 'acct' };
    const context = { ...request, _matchedRoute: '/:apiKey/:signature/:endpoint', state };
    const { line, metrics } = await run(context);
    const { ms, time, ...rest } = line ?? {};
    assert.deepEqual(rest, {
      level: 'info',
      program: 'test',
      msg: 'request',
      method: 'GET',
      route: '/:apiKey/:signature/:endpoint',
      status: 200,
      code: '',
      account: 'acct',
      requestId: 'req_1',
    });
    assert.equal(typeof ms, 'number');
    assert.equal(typeof time, 'string');
    const labels = 'route="/:apiKey/:signature/:endpoint"';
    assert.ok(metrics.includes(`tintype_http_requests_total{${labels},status="200",code=""} 1`));
    assert.ok(metrics.includes(`tintype_http_request_seconds_count{${labels}} 1`));
    assert.doesNotMatch(JSON.stringify(line) + metrics, /f37d5fb3/);
    assert.doesNotMatch(metrics, /acct/);
  });

  it('counts errors by their code, and paths without a route together', async () => {
    const { metrics } = await run({ ...request, status: 404, state: { errorCode: 'not_found' } });
    assert.ok(metrics.includes('tintype_http_requests_total{route="none",status="404",code="not_found"} 1'));
  });

  it('logs state that later middleware sets', async () => {
    const context = { ...request, state: {}, status: 200 };
    const { line } = await run(context, async () => {
      context.status = 304;
    });
    assert.equal(line?.status, 304);
  });
});
