import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TintypeError } from '@tintype/contracts';
import type { Tool, ToolCall } from '../tool.js';
import { RenderTools } from '../tools/render-tools.js';
import { SessionTools } from '../tools/session-tools.js';
import { ToolCalls } from './tool-calls.js';
import type { ToolEnd } from './tool-metrics.js';

const nothing = () => undefined;
const rate = { count: nothing };
const log = { warn: nothing, info: nothing };
const unused = (): never => {
  throw new Error('A test of lists calls nothing.');
};
const all = (): Tool[] => [
  ...new RenderTools({
    ...{ renders: { render: unused }, links: { pathOf: unused }, bandwidth: { count: unused } },
    ...{ baseUrl: undefined, edgeHost: undefined },
  }).all(),
  ...new SessionTools({ sessions: undefined }).all(),
];
const call = (left: AbortSignal = new AbortController().signal): ToolCall => ({
  account: { id: 'ada' } as ToolCall['account'],
  requestId: 'req_1',
  reachedAt: { host: 'localhost', localAddress: '127.0.0.1', localPort: 80 },
  progress: undefined,
  onStep: nothing,
  left,
});

describe('the list of tools', () => {
  const { list } = new ToolCalls({ tools: all(), rate, onEnd: nothing, log });

  it("has the contract's eight", () => {
    const names = ['screenshot', 'pdf', 'content', 'metadata'].map((name) => `service_${name}`);
    const sessions = ['create', 'act', 'close', 'get'].map((name) => `browser_session_${name}`);
    assert.deepEqual(
      list.map(({ name }) => name),
      [...names, ...sessions],
    );
  });

  it('names one type a schema, which is all that some clients read', () => {
    assert.doesNotMatch(JSON.stringify(list), /"type":\[/);
  });

  it('has less than 3,000 tokens of what models read: 4.2 characters are one with o200k_base', () => {
    const seen = list.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    const { length } = JSON.stringify(seen);
    assert.ok(length / 4 < 3000, `${length} characters`);
  });
});

describe('calls of tools', () => {
  const run = (how: Tool['run'], given = call()) => {
    const ends: ToolEnd[] = [];
    const tool = { ...(all()[0] as Tool), run: how };
    const calls = new ToolCalls({ tools: [tool], rate, onEnd: (end) => ends.push(end), log });
    return { ends, result: calls.run(tool.name, {}, given) };
  };
  const textOf = async (result: ReturnType<typeof run>['result']) => JSON.stringify((await result).content);

  it('answer a failure as a result that says what to do next', async () => {
    const { result, ends } = run(() => Promise.reject(new TintypeError('overloaded')));
    assert.match(await textOf(result), /Error overloaded: .*Next: Wait 2 s, then repeat the call\..*req_1/);
    assert.equal((await result).isError, true);
    assert.equal(ends[0]?.outcome, 'overloaded');
  });

  it('have no half characters, which a page may have', async () => {
    const half = '\ud83dx';
    const answer = { content: [{ type: 'text' as const, text: half }], structured: { list: [{ half }] } };
    const { content, structuredContent } = await run(async () => answer).result;
    assert.deepEqual(
      [content, structuredContent],
      [[{ type: 'text', text: '\ufffdx' }], { list: [{ half: '\ufffdx' }] }],
    );
    assert.ok((await textOf(run(() => Promise.reject(new TintypeError('timeout', half))).result)).includes('\ufffdx'));
  });

  it('show nothing internal', async () => {
    const { result } = run(() => Promise.reject(new Error('secret of the house')));
    assert.doesNotMatch(await textOf(result), /secret/);
  });

  it('end their own signal when they are over, so that what they read is given back', async () => {
    const lefts: AbortSignal[] = [];
    const how = async (_: object, { left }: ToolCall) => {
      lefts.push(left);
      assert.equal(left.aborted, false);
      return { content: [], structured: {} };
    };
    await run(how).result;
    assert.deepEqual(
      lefts.map(({ aborted }) => aborted),
      [true],
    );
  });

  it('end with their signal', async () => {
    const left = new AbortController();
    const { result, ends } = run(async () => {
      left.abort(new Error('gone'));
      throw new TintypeError('timeout');
    }, call(left.signal));
    await assert.rejects(result, /gone/);
    assert.equal(ends[0]?.outcome, 'left');
  });

  it("count against the account's rate before their arguments are read, those of unknown tools too", async () => {
    const count = () => {
      throw new TintypeError('rate_limited');
    };
    const tools = all();
    const calls = new ToolCalls({ tools, rate: { count }, onEnd: nothing, log });
    for (const { name } of tools)
      assert.match(
        JSON.stringify(await calls.run(name, { wrong: 1 }, call())),
        /rate_limited: .*Wait 1 s, then repeat/,
      );
    await assert.rejects(calls.run('unknown', {}, call()), { code: 'rate_limited' });
  });

  it('refuse unknown tools by the protocol', async () => {
    const calls = new ToolCalls({ tools: all(), rate, onEnd: nothing, log });
    await assert.rejects(calls.run('browser_navigate', {}, call()), { code: -32602 });
  });
});
