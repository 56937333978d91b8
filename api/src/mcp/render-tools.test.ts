import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Pairs } from '@tintype/contracts';
import type { RenderInput, RenderOutcome } from '../render/renders.js';
import { RenderTools } from './render-tools.js';
import type { ToolArguments, ToolCall } from './tool.js';

const text = '中'.repeat(400_000);
const call: ToolCall = {
  account: { id: 'ada' } as ToolCall['account'],
  requestId: 'req_1',
  reachedAt: { host: 'localhost', localAddress: '127.0.0.1', localPort: 80 },
  isEvents: false,
  left: new AbortController().signal,
};

const read = async (args: ToolArguments, how: Partial<ToolCall> = {}) => {
  let asked: Pairs = {};
  const content = { success: true, html: '', textContent: text, markdown: text };
  const render = async ({ pairs }: RenderInput) => {
    asked = pairs;
    const body = Buffer.from(JSON.stringify(content));
    return { record: { targetStatus: 200 }, body, cache: 'MISS', credits: 1, warnings: [] } as unknown as RenderOutcome;
  };
  const links = { pathOf: () => '/files/x' };
  const tools = new RenderTools({ renders: { render }, links, baseUrl: undefined }).all();
  const tool = tools.find(({ name }) => name === 'service_content') ?? assert.fail('no tool');
  const answer = await tool.run({ url: 'https://example.com/', fresh: true, ...args }, { ...call, ...how });
  return { asked, answer };
};

describe('the text of a page for agents', () => {
  it('is rendered anew for its first part only', async () => {
    assert.equal((await read({})).asked.fresh, 'true');
    assert.equal((await read({ offset: 20_000 })).asked.fresh, undefined);
  });

  it('fits into an event of 1 MiB', async () => {
    const { answer } = await read({ maxChars: 200_000 }, { isEvents: true });
    assert.ok(Buffer.byteLength(JSON.stringify(answer)) < 1024 * 1024);
    assert.ok((answer.structured.nextOffset as number) < 200_000);
    assert.equal((await read({ maxChars: 200_000 })).answer.structured.nextOffset, 200_000);
  });
});
