import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { ToolCalls } from '../calls/tool-calls.js';
import type { Tool, ToolCall } from '../tool.js';
import { Exchanges, isToolCall, withoutEmpty } from './exchange.js';
import { refusalOf } from './refusals.js';

const nothing = () => undefined;

interface Sent {
  tools?: Tool[];
  left?: AbortSignal;
  body?: string;
  headers?: Record<string, string>;
}

const answer = (message: unknown, { tools = [], left = new AbortController().signal, body, headers }: Sent = {}) => {
  const calls = new ToolCalls({
    tools,
    rate: { count: nothing },
    onEnd: nothing,
    log: { warn: nothing, info: nothing },
  });
  const watched: unknown[] = [];
  const cancellations = {
    cancel: nothing,
    watch: (call: unknown) => {
      watched.push(call);
      return new AbortController().signal;
    },
  };
  const exchanges = new Exchanges({ calls, cancellations, version: '1.0.0', log: { debug: nothing } });
  const request = new Request('http://tools.invalid/', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': 'client',
      ...headers,
    },
    body: body ?? JSON.stringify(message),
  });
  const response = exchanges.answer({
    ...{ request, message: withoutEmpty(message), left, readsEvents: tools.length > 0, requestId: 'req_1' },
    account: { id: 'ada' } as ToolCall['account'],
    reachedAt: { host: 'localhost', localAddress: '127.0.0.1', localPort: 80 },
  });
  return { response, watched };
};

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'unknown' } };

describe('messages to the tool server', () => {
  it('arrive one by one: a list is refused whole', async () => {
    const one = await answer(ping).response;
    assert.deepEqual(await one.json(), { jsonrpc: '2.0', id: 1, result: {} });
    const list = await answer([ping, ping]).response;
    assert.equal(list.status, 400);
    assert.equal(((await list.json()) as { error: { code: number } }).error.code, -32600);
  });

  it('are read by the route alone: the library would mend bad bytes, and find a list', async () => {
    const { status, code } = await answer(undefined, { body: JSON.stringify([ping, ping]) }).response.then(
      async (response) => ({
        status: response.status,
        code: ((await response.json()) as { error: { code: number } }).error.code,
      }),
    );
    assert.deepEqual([status, code], [400, -32700]);
  });

  it('start nothing for a client that has left', async () => {
    const { response, watched } = answer(call, { left: AbortSignal.abort(new Error('gone')) });
    await assert.rejects(response, /gone/);
    assert.deepEqual(watched, []);
  });

  it('are refused for a reason, which the metric of requests has as its code', async () => {
    const name = 'io.modelcontextprotocol';
    const modern = { [`${name}/protocolVersion`]: '2030-01-01', [`${name}/clientCapabilities`]: {} };
    const reasonOf = async (message: unknown, headers: Record<string, string> = {}) => {
      const response = await answer(message, { headers }).response;
      return refusalOf(response.status, Buffer.from(await response.arrayBuffer()));
    };
    assert.equal(await reasonOf(ping), undefined);
    assert.equal(await reasonOf(undefined), 'not_json');
    assert.equal(await reasonOf([ping]), 'invalid_request');
    assert.equal(await reasonOf({ ...ping, method: 'server/unknown' }), 'unknown_method');
    assert.equal(await reasonOf(call), 'invalid_params');
    assert.equal(await reasonOf(ping, { 'content-type': 'text/plain' }), 'unknown_content_type');
    assert.equal(await reasonOf(ping, { 'mcp-protocol-version': '2024-01-01' }), 'unknown_version');
    assert.equal(await reasonOf({ ...ping, params: { _meta: modern } }), 'unknown_version');
  });

  it('may have null for no arguments', async () => {
    const params = { name: 'unknown', arguments: null };
    const response = await answer({ ...call, params }).response;
    assert.match(await response.text(), /This tool does not exist/);
  });

  it('are refused as the mistake of the client if an initialize lacks its parameters', async () => {
    const clientInfo = { name: 'a', version: '1' };
    const whole = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const sent = (params: object) => answer({ ...ping, method: 'initialize', params }).response;
    assert.equal((await sent(whole)).status, 200);
    for (const name of Object.keys(whole)) {
      const response = await sent({ ...whole, [name]: undefined });
      const { id, error } = (await response.json()) as { id: number; error: { code: number; message: string } };
      assert.deepEqual([response.status, id, error.code], [400, 1, -32602]);
      assert.ok(error.message.includes(name));
    }
  });

  it('may have null or an empty list for no arguments, as PHP clients do; other non-objects are refused', async () => {
    const seen: unknown[] = [];
    const tool: Tool = {
      ...{ name: 'args', title: 'Args', description: 'Args', annotations: {}, input: { type: 'object' } },
      output: z.object({}),
      progressOf: () => undefined,
      run: async (args) => {
        seen.push(args);
        return { content: [], structured: {} };
      },
    };
    const sent = (params: object) => answer({ ...call, params: { name: 'args', ...params } }, { tools: [tool] });
    for (const none of [null, [], {}]) assert.equal((await sent({ arguments: none }).response).status, 200);
    assert.deepEqual(seen, [{}, {}, {}]);
    for (const [params, part] of [
      [{ arguments: [1] }, 'arguments'],
      [{ arguments: 'x' }, 'arguments'],
      [{ name: 7 }, 'name'],
    ] as const) {
      const { error, id } = (await (await sent(params).response).json()) as { error: { message: string }; id: number };
      assert.equal(id, 1);
      assert.match(error.message, new RegExp(`^The parameter \`${part}\` of tools/call takes `));
    }
    assert.equal(seen.length, 3);
  });

  it('get progress that counts steps, if that is what the tool counts', async () => {
    const tool: Tool = {
      ...{ name: 'steps', title: 'Steps', description: 'Steps', annotations: {}, input: { type: 'object' } },
      output: z.object({}),
      progressOf: () => 'steps',
      run: async (_, { onStep }) => {
        onStep(2);
        onStep(2);
        return { content: [], structured: {} };
      },
    };
    const params = { name: 'steps', _meta: { progressToken: 7 } };
    const events = await (await answer({ ...call, params }, { tools: [tool] }).response).text();
    const reports = events.split('\n').flatMap((line) => (line.startsWith('data: {') ? JSON.parse(line.slice(6)) : []));
    assert.deepEqual(
      reports.slice(0, 2).map((each) => each.params),
      [1, 2].map((n) => ({ progressToken: 7, progress: n, total: 2, message: `Action ${n} of 2 is over.` })),
    );
    assert.ok(reports[2].result);
    const none = { name: 'steps', _meta: { progressToken: null } };
    const silent = (await (await answer({ ...call, params: none }, { tools: [tool] }).response).json()) as object;
    assert.ok('result' in silent, 'a token that is null is none');
  });

  it('are calls of tools if they have an id and a name', () => {
    assert.equal(isToolCall(call), true);
    for (const other of [ping, [call], { ...call, id: undefined }, { ...call, params: {} }, null])
      assert.equal(isToolCall(other), false);
  });
});
