import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { TintypeError } from '@tintype/contracts';
import { StreamedAnswer } from '@tintype/runtime';
import type { SessionCalls } from '../../sessions/session-calls.js';
import { ToolCalls } from '../calls/tool-calls.js';
import type { ToolArguments, ToolCall } from '../tool.js';
import { SessionTools } from './session-tools.js';

const nothing = () => undefined;
const call = {
  account: { id: 'ada', limits: { concurrentSessions: 1 } },
  requestId: 'req_1',
  onStep: nothing,
  left: new AbortController().signal,
} as unknown as ToolCall;

const run = async (name: string, args: ToolArguments, sessions: object, how: Partial<ToolCall> = {}) => {
  const tools = new SessionTools({ sessions: sessions as SessionCalls }).all();
  const log = { warn: nothing, info: nothing };
  const calls = new ToolCalls({ tools, rate: { count: nothing }, onEnd: nothing, log });
  const { content } = await calls.run(name, args, { ...call, ...how });
  return content.flatMap((block) => (block.type === 'text' ? block.text : [])).join('\n');
};

describe('tools of sessions', () => {
  it('name the active sessions if there are too many', async () => {
    const open = () => Promise.reject(new TintypeError('session_limit'));
    const list = async () => ({ sessions: [{ id: 'sess_1', expiresAt: '2030-01-31T12:00:00.000Z' }] });
    const text = await run('browser_session_create', {}, { open, list });
    assert.match(text, /Error session_limit: .*\nNext: Close .*\nDetails: .*"sess_1".*2030-01-31T12/);
    const unlisted = await run('browser_session_create', {}, { open, list: () => Promise.reject(new Error('gone')) });
    assert.match(unlisted, /^Error session_limit: /);
  });

  it('say how to open another session by a tool', async () => {
    const get = () => Promise.reject(new TintypeError('session_not_found'));
    const text = await run('browser_session_get', { sessionId: 'sess_1' }, { get });
    assert.match(text, /Open another with `browser_session_create`\.\nNext: Open a session/);
  });

  it('save a login as they close, and refuse a wrong name before', async () => {
    const done: unknown[] = [];
    const session = { id: 'sess_1', status: 'closed', durationSeconds: 3, billedCredits: 1, actionBreakdown: {} };
    const sessions = {
      close: async (...given: unknown[]) => {
        done.push(['close', ...given]);
        return session;
      },
      closeSaving: async (account: string, id: string, name: string, left: AbortSignal) => {
        done.push(['save', account, id, name, left instanceof AbortSignal]);
        return session;
      },
    };
    const close = (more: object) => run('browser_session_close', { sessionId: 'sess_1', ...more }, sessions);
    assert.match(await close({ saveProfile: 'shop' }), /cost 1 credit\. Its login is saved as `shop`\./);
    assert.doesNotMatch(await close({ saveProfile: null }), /saved/);
    assert.match(await close({ saveProfile: 'a b' }), /^Error invalid_request: The name of a profile takes 1 to 64/);
    assert.match(await close({ saveprofile: 'shop' }), /Did you mean `saveProfile`/);
    assert.deepEqual(done, [
      ['save', 'ada', 'sess_1', 'shop', true],
      ['close', 'ada', 'sess_1'],
    ]);
  });

  it('say that a session is shorter than asked for', async () => {
    const created = { sessionId: 'sess_1', expiresAt: '2030-01-31T12:00:00.000Z' };
    const open = async () => ({ created });
    const textOf = (maxTtlSeconds: number) => run('browser_session_create', { maxTtlSeconds }, { open });
    assert.match(await textOf(5000), /\. A session lasts 900 s at most, not the 5000 s of `maxTtlSeconds`\. Next:/);
    assert.doesNotMatch(await textOf(900), /at most/);
  });

  it('say first that an action of a batch failed', async () => {
    const failed = { type: 'click', success: false, code: 'selector_not_found', error: 'No element matches `#x`.' };
    const act = async () => ({ results: [failed], completed: 0, failedIndex: 0, success: true, expiresInSeconds: 9 });
    const actions = [{ type: 'click', payload: { selector: '#x' } }, { type: 'title' }];
    const args = { sessionId: 'sess_1', type: 'batch', payload: { actions } };
    const text = await run('browser_session_act', args, { act });
    assert.match(
      text,
      /^Action 1 of 2 failed, and action 2 did not run\.\nError selector_not_found: .*\nNext: .*\n\{"results"/,
    );
  });

  it('keep what fits of the results of a batch that failed', async () => {
    const results = Array.from({ length: 20 }, () => ({ type: 'title', success: true, title: 'x'.repeat(1000) }));
    const act = () => Promise.reject(new TintypeError('timeout', undefined, { details: { results, completed: 20 } }));
    const args = { sessionId: 'sess_1', type: 'batch', payload: { actions: [] } };
    const text = await run('browser_session_act', args, { act });
    assert.equal(text.match(/"type":"title","success":true/g)?.length, 20);
    assert.ok(text.length < 6000);
  });

  it('take numbers and truth values as text, also in a batch', async () => {
    const asked: unknown[] = [];
    const act = (...[, , action]: unknown[]) => {
      asked.push(action);
      return Promise.resolve({ success: true });
    };
    const open = ({ body }: { body: unknown }) => {
      asked.push(body);
      return Promise.reject(new TintypeError('overloaded'));
    };
    const step = { type: 'snapshot', payload: { maxTokens: '1000', interactiveOnly: 'true' } };
    await run('browser_session_act', { sessionId: 'sess_1', ...step }, { act });
    await run('browser_session_act', { sessionId: 'sess_1', type: 'batch', payload: { actions: [step] } }, { act });
    await run('browser_session_create', { maxTtlSeconds: '60' }, { open });
    const read = { type: 'snapshot', payload: { maxTokens: 1000, interactiveOnly: true } };
    assert.deepEqual(asked.slice(0, 2), [read, { type: 'batch', payload: { actions: [read] } }]);
    assert.equal((asked[2] as { maxTtlSeconds: number }).maxTtlSeconds, 60);
  });

  it('take payloads as JSON text, also in a batch', async () => {
    const asked: unknown[] = [];
    const act = (...[, , action]: unknown[]) => {
      asked.push(action);
      return Promise.resolve({ success: true });
    };
    const step = { type: 'press', payload: JSON.stringify({ key: 'Enter' }) };
    const payload = JSON.stringify({ actions: JSON.stringify([step]) });
    await run('browser_session_act', { sessionId: 'sess_1', ...step }, { act });
    await run('browser_session_act', { sessionId: 'sess_1', type: 'batch', payload }, { act });
    const read = { type: 'press', payload: { key: 'Enter' } };
    assert.deepEqual(asked, [read, { type: 'batch', payload: { actions: [read] } }]);
  });

  it('take null for what a model leaves out, also in a batch', async () => {
    const asked: unknown[] = [];
    const act = (...[, , action]: unknown[]) => {
      asked.push(action);
      return Promise.resolve({ success: true });
    };
    const sessionId = 'sess_1';
    await run('browser_session_act', { sessionId, type: 'title', payload: null }, { act });
    const actions = [
      { type: 'title', payload: null },
      { type: 'fill', payload: { ref: 'e2', selector: null, value: 'x' } },
    ];
    await run('browser_session_act', { sessionId, type: 'batch', payload: { actions, stopOnError: null } }, { act });
    const fill = { type: 'fill', payload: { ref: 'e2', value: 'x' } };
    assert.deepEqual(JSON.parse(JSON.stringify(asked)), [
      { type: 'title', payload: {} },
      { type: 'batch', payload: { actions: [{ type: 'title' }, fill] } },
    ]);
    const open = ({ body }: { body: unknown }) => {
      asked.push(body);
      return Promise.reject(new TintypeError('overloaded'));
    };
    await run('browser_session_create', { maxTtlSeconds: null, cdp: null }, { open });
    assert.ok(Object.values(asked[2] as object).every((value) => value !== null));
  });

  it('show the fields of the actions of a wrong payload', async () => {
    const act = () => Promise.reject(new TintypeError('invalid_request', 'The property `payload.value` is missing.'));
    const fill = { sessionId: 'sess_1', type: 'fill', payload: { ref: 'e2' } };
    assert.match(await run('browser_session_act', fill, { act }), /"payloads":\["fill\(selector\? ref\? value\?/);
    const actions = [{ type: 'title' }, { type: 'press', payload: {} }, { type: 'press', payload: {} }];
    const batch = { sessionId: 'sess_1', type: 'batch', payload: { actions } };
    assert.match(await run('browser_session_act', batch, { act }), /"payloads":\["title\(\)","press\([^"]*"\]\}/);
  });

  it('show no fields if the id of the session is wrong', async () => {
    for (const id of [{}, { sessionId: 7 }, { session_id: 'sess_1' }]) {
      const text = await run('browser_session_act', { ...id, type: 'fill', payload: { ref: 'e2', value: 'x' } }, {});
      assert.match(text, /^Error invalid_request: The argument `session/);
      assert.doesNotMatch(text, /payloads/);
    }
  });

  it('ask the session for no more than a model gets, and advise once if it is too much', async () => {
    const callers: { answerBytes?: number }[] = [];
    const act = async (...[, , , caller]: { answerBytes?: number }[]) => {
      callers.push(caller ?? {});
      return new StreamedAnswer(Readable.from([Buffer.alloc(9 * 1024 * 1024)]), undefined);
    };
    const text = await run('browser_session_act', { sessionId: 'sess_1', type: 'screenshot' }, { act });
    assert.equal(callers[0]?.answerBytes, 8 * 1024 * 1024);
    assert.match(
      text,
      /^Error result_too_large: The action ran, but its answer has more than 8 MiB\.\nNext: Get less: /,
    );
    assert.equal(text.match(/fullPage/g)?.length, 1);
  });

  it('show the fields of a batch if the batch itself is wrong, and those of the window', async () => {
    const act = () =>
      Promise.reject(new TintypeError('invalid_request', 'The property `payload.actions` takes a list.'));
    const batch = { sessionId: 'sess_1', type: 'batch', payload: { actions: [{ type: 'title' }] } };
    const text = await run('browser_session_act', batch, { act });
    assert.match(text, /"payloads":\["batch\(actions=\[\{type payload\}\] stopOnError\?\)"\]/);
    const goto = { sessionId: 'sess_1', type: 'goto', payload: {} };
    assert.match(
      await run('browser_session_act', goto, { act }),
      /"goto\(url waitUntil\?=\S+ vw\? vh\? emulateDevice\?\)"/,
    );
  });

  it('name the argument that is misspelt, not the one that it leaves out', async () => {
    const args = { sesionId: 'sess_1', type: 'title' };
    assert.match(await run('browser_session_act', args, {}), /`sesionId` is unknown. Did you mean `sessionId`\?/);
  });

  it('send a model back to the page after a crash', async () => {
    const act = () => Promise.reject(new TintypeError('render_failed', 'The page crashed.'));
    const text = await run('browser_session_act', { sessionId: 'sess_1', type: 'title' }, { act });
    assert.match(text, /Next: Look at the page .* `goto` its address again/);
  });

  it('refuse steps of a batch whose fields are beside the payload', async () => {
    const args = {
      sessionId: 'sess_1',
      type: 'batch',
      payload: { actions: [{ type: 'fill', ref: 'e2', value: 'x' }] },
    };
    assert.match(await run('browser_session_act', args, {}), /In `payload.actions.0`: put `ref` and the other fields/);
  });

  it('leave the counts of actions out of an ended session', async () => {
    const session = {
      id: 'sess_1',
      status: 'closed',
      closeReason: 'deleted',
      actionBreakdown: { click: { total: 4 } },
    };
    const act = () => Promise.reject(new TintypeError('session_not_active', undefined, { details: { session } }));
    const text = await run('browser_session_act', { sessionId: 'sess_1', type: 'title' }, { act });
    assert.match(text, /\nDetails: \{"session":\{"id":"sess_1","status":"closed","closeReason":"deleted"\}\}\n/);
  });

  it('report the steps of a batch that are over, unless it answers pictures, which may exceed an event', async () => {
    const [, acting] = new SessionTools({ sessions: undefined }).all();
    const batchOf = (...actions: object[]) => ({ type: 'batch', payload: { actions } });
    const picture = { type: 'title', payload: { screenshot: 'true' } };
    const progressOf = (args: ToolArguments) => acting?.progressOf(args);
    assert.equal(progressOf(batchOf({ type: 'title' })), 'steps');
    assert.equal(progressOf({ type: 'batch', payload: JSON.stringify({ actions: [{ type: 'title' }] }) }), 'steps');
    for (const args of [
      batchOf({ type: 'screenshot' }),
      batchOf(picture),
      { type: 'batch', payload: { screenshot: true } },
    ])
      assert.equal(progressOf(args), undefined);
    assert.equal(progressOf({ type: 'goto' }), undefined);
    const seen: number[] = [];
    const act = async (...[, , , { onStep }]: [string, string, object, { onStep: () => void }]) => {
      onStep();
      return { success: true };
    };
    const args = { sessionId: 'sess_1', ...batchOf({ type: 'title' }, { type: 'url' }) };
    await run('browser_session_act', args, { act }, { onStep: (steps) => seen.push(steps) });
    assert.deepEqual(seen, [2]);
  });

  it('refuse parts of a text within a batch', async () => {
    const actions = [{ type: 'content', payload: { offset: 5000 } }];
    const args = { sessionId: 'sess_1', type: 'batch', payload: { actions } };
    assert.match(await run('browser_session_act', args, {}), /invalid_request: A batch does not take `offset`/);
  });
});
