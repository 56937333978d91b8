import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { idleOptions } from '../../render/idle-options.js';
import type { RenderInput, RenderOutcome } from '../../render/renders.js';
import type { ToolArguments, ToolCall } from '../tool.js';
import { RenderTools } from './render-tools.js';

const text = '中'.repeat(400_000);
const call: ToolCall = {
  account: { id: 'ada' } as ToolCall['account'],
  requestId: 'req_1',
  reachedAt: { host: 'localhost', localAddress: '127.0.0.1', localPort: 80 },
  progress: undefined,
  onStep: () => undefined,
  left: new AbortController().signal,
};
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const run = async (
  name: string,
  args: ToolArguments,
  how: Partial<ToolCall> & { body?: Buffer; cache?: string; contentType?: string; warnings?: string[] } = {},
) => {
  const { body = Buffer.from(''), cache = 'MISS', contentType = 'image/png', warnings = [], ...rest } = how;
  let asked: RenderInput | undefined;
  const counted: number[] = [];
  const render = async (input: RenderInput) => {
    asked = input;
    const record = { targetStatus: 200, length: body.length, expiresAt: 0 };
    const outcome = { record, body, cache, credits: 1, warnings, contentType };
    return outcome as unknown as RenderOutcome;
  };
  const tools = new RenderTools({
    renders: { render },
    links: { pathOf: () => '/files/x' },
    bandwidth: { count: (_account, bytes) => counted.push(bytes) },
    ...{ baseUrl: undefined, edgeHost: 'edge.example:8080' },
  }).all();
  const tool = tools.find((each) => each.name === name) ?? assert.fail('no tool');
  const answer = await tool.run({ url: 'https://example.com/', ...args }, { ...call, ...rest });
  return { asked: asked ?? assert.fail('no render'), answer, counted };
};

const content = { success: true, html: '', textContent: text, markdown: text };
const page = { body: Buffer.from(JSON.stringify(content)) };
const read = (args: ToolArguments, how: Partial<ToolCall> & { cache?: string } = {}) =>
  run('service_content', { fresh: true, ...args }, { ...page, ...how });

describe('the warnings of a picture for models', () => {
  it('are in its text, without the route that an agent cannot call', async () => {
    const pairs = { emulateDevice: 'iphone 99' };
    const warnings = idleOptions({ endpoint: 'image', pairs }, pairs);
    const { answer } = await run('service_screenshot', pairs, { body: onePixel, warnings });
    const [block] = answer.content;
    const text = block?.type === 'text' ? block.text : '';
    assert.match(
      text,
      /\nWarning: The device `iphone 99` is unknown: .* A key is iphone_15, .* Did you mean `iphone_\d`.*\?$/,
    );
  });
});

describe('the text of a page for models', () => {
  it('is rendered anew for its first part only', async () => {
    assert.equal((await read({})).asked.pairs.fresh, 'true');
    assert.equal((await read({ offset: 20_000 })).asked.pairs.fresh, undefined);
  });

  it('has arguments of its own, which an unknown one may have meant', async () => {
    const misspelt = read({ maxChar: 5 });
    await assert.rejects(misspelt, /Did you mean `maxChars`.*\? The arguments are format, offset, maxChars, url/);
  });

  it('fits into an event of 1 MiB', async () => {
    const { answer } = await read({ maxChars: 200_000 }, { progress: 'seconds' });
    assert.ok(Buffer.byteLength(JSON.stringify(answer)) < 1024 * 1024);
    assert.ok((answer.structured.nextOffset as number) < 200_000);
    assert.equal((await read({ maxChars: 200_000 })).answer.structured.nextOffset, 200_000);
  });
});

describe('the bandwidth of models', () => {
  it('is what a cached result sends, not what lies behind its link', async () => {
    const shown = await run('service_screenshot', {}, { body: onePixel, cache: 'HIT' });
    assert.deepEqual(shown.counted, [onePixel.length]);
    assert.equal(shown.asked.countsBytes, true);
    const linked = await run('service_screenshot', {}, { body: Buffer.alloc(1_000_001), cache: 'HIT' });
    assert.deepEqual([linked.counted, linked.answer.structured.isShown], [[0], false]);
    assert.deepEqual((await read({ maxChars: 1000 }, { cache: 'HIT' })).counted, [3000]);
  });

  it('is not touched by a new result', async () => {
    assert.deepEqual((await run('service_screenshot', {}, { body: onePixel })).counted, []);
  });
});

describe('a file that is not shown', () => {
  it('is too large, or of a type that models do not take', async () => {
    const textOf = async (how: { body: Buffer; contentType?: string }) =>
      JSON.stringify((await run('service_screenshot', {}, how)).answer.content);
    assert.match(await textOf({ body: Buffer.alloc(1_000_001) }), /It is too large to show/);
    assert.match(await textOf({ body: onePixel, contentType: 'image/avif' }), /set `type` to png/);
  });
});

describe('an account for some endpoints', () => {
  it('renders nothing else by tools', async () => {
    const account = { id: 'ada', endpoints: ['pdf'] } as unknown as ToolCall['account'];
    assert.equal((await run('service_pdf', {}, { account })).asked.endpoint, 'pdf');
    await assert.rejects(run('service_screenshot', {}, { account }), { code: 'account_disabled' });
  });
});

describe('the time of a render for models', () => {
  it('is longer on the edge host', async () => {
    const reachedAt = { ...call.reachedAt, host: 'EDGE.example:8080' };
    assert.equal((await run('service_screenshot', {}, { reachedAt })).asked.time.seconds, 300);
    assert.equal((await run('service_screenshot', {})).asked.time.seconds, 60);
  });
});
