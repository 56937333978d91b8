import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { streams } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import { html, type PageServer, startPages } from '../../../kit/pages/pages.js';
import { type Service, startService, tester } from '../../../kit/service/service.js';
import { callOf } from '../../../kit/service/tool-stage.js';
import { until } from '../../../kit/until.js';

const token = Buffer.from(`${tester.id}:${tester.secret}`).toString('base64');
const initialize = {
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const cancellation = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };

describe('the tool server on two replicas', { timeout: 120_000 }, () => {
  /** Pages whose answers wait for the test, by their query. */
  const held = new Map<string, ServerResponse>();
  let site: PageServer;
  let service: Service;
  let admin: Nats;

  before(async () => {
    site = await startPages({
      '/held': (request, response) => {
        const query = String(request.url?.split('?')[1]);
        held.set(query, response);
        response.on('close', () => held.delete(query));
      },
    });
    service = await startService({ allow: `127.0.0.1:${site.port}`, apis: 2, nodes: 1 });
    admin = await service.connect();
  });
  after(async () => {
    await admin?.close();
    await service?.stop();
    await site?.close();
  });

  const post = (api: number, message: object, client = '') =>
    fetch(`http://127.0.0.1:${service.publicPorts[api]}/mcp/v1`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(client ? { 'mcp-session-id': client, 'mcp-protocol-version': '2025-11-25' } : {}),
      },
      body: JSON.stringify(message),
    });
  /** The label that a replica gave the client. */
  const clientOf = async (api: number) => (await post(api, initialize)).headers.get('mcp-session-id') ?? '';
  const leftOn = async (api: number) => {
    const metrics = await (await fetch(`http://127.0.0.1:${service.apis[api]?.privatePort}/metrics`)).text();
    return Number(/tool_calls_total\{.*tool="service_metadata",outcome="left".*\} (\d+)/.exec(metrics)?.[1]);
  };
  const messagesOf = async (stream: keyof typeof streams) =>
    (await admin.manager.streams.info(streams[stream])).state.messages;

  it('ends a call on one replica that its client cancels through the other, and not that of another client', async () => {
    const [client, other] = [await clientOf(0), await clientOf(1)];
    // Both clients number their calls from the same id.
    const callOn = (query: string) =>
      callOf('service_metadata', { url: `${site.url('/held')}?${query}` }, { progressToken: 1 });
    const events = (await post(0, callOn('cancelled'), client)).body?.pipeThrough(new TextDecoderStream());
    const others = await post(0, callOn('others'), other);
    const reader = events?.getReader();
    let seen = '';
    await until('progress comes', async () => {
      seen += (await reader?.read())?.value ?? '';
      return seen.includes('"method":"notifications/progress"') && held.size === 2;
    });
    assert.equal((await post(1, cancellation, client)).status, 202);
    for (let end = false; !end; ) {
      const { value = '', done = true } = (await reader?.read()) ?? {};
      seen += value;
      end = done;
    }
    assert.doesNotMatch(seen, /"result"/);
    await until('no browser waits for its page', () => !held.has('cancelled'));
    assert.deepEqual([await leftOn(0), await leftOn(1)], [1, 0]);
    html('<h1>late</h1>')(undefined as never, held.get('others') ?? assert.fail('nobody waits'));
    assert.match(await others.text(), /"title":"test"/);
    await until('the queue is empty', async () => (await messagesOf('renders')) === 0);
    assert.equal(await messagesOf('charges'), 1);
  });
});
