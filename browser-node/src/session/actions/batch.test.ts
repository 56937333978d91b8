import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits, TintypeError } from '@tintype/contracts';
import type { ActionContext } from '../context/action-context.js';
import { batch } from './batch.js';

const step = { type: 'title', payload: {}, screenshot: false } as never;
const fails = (code: 'timeout' | 'invalid_request') => () => Promise.reject(new TintypeError(code));
const succeeds = () => Promise.resolve({});

/** A batch whose step ends when hardly any time is left. */
const late = async (steps: (() => Promise<object>)[]) => {
  const ahead = [...steps];
  const deadline = { remaining: 60_000 };
  const act = () => {
    const work = ahead.shift();
    if (ahead.length === 0 || steps.length - ahead.length === 2) deadline.remaining = 100;
    return work?.() ?? Promise.reject(new Error('There is no such step.'));
  };
  const context = { deadline, maxBytes: limits.actionAnswerBytes, act, state: {} } as unknown as ActionContext;
  return batch(context, { actions: steps.map(() => step), stopOnError: true });
};

describe('a batch that runs out of time', () => {
  it('succeeds if its last step is done', async () => {
    const { completed, failedIndex } = await late([succeeds, succeeds]);
    assert.deepEqual([completed, failedIndex], [2, null]);
  });

  it('succeeds if it ends with another error than a timeout', async () => {
    const { completed, failedIndex } = await late([succeeds, fails('invalid_request'), succeeds]);
    assert.deepEqual([completed, failedIndex], [1, 1]);
  });

  it('reports its finished steps if steps remain or the last one timed out', async () => {
    for (const [steps, stand] of [
      [
        [succeeds, succeeds, succeeds],
        [2, null],
      ],
      [
        [succeeds, fails('timeout')],
        [1, 1],
      ],
    ] as const)
      await assert.rejects(late([...steps]), ({ code, details }: TintypeError) => {
        assert.deepEqual([code, details.completed, details.failedIndex], ['timeout', ...stand]);
        return true;
      });
  });
});

describe('a batch with large answers that runs out of time', () => {
  it('reports only which steps were done', async () => {
    const much = () => Promise.resolve({ title: '中'.repeat(limits.actionErrorBytes / 3) });
    await assert.rejects(late([much, fails('timeout')]), ({ details }: TintypeError) => {
      const [first, second] = details.results as Record<string, unknown>[];
      assert.deepEqual(Object.keys(first ?? {}), ['type', 'success', 'notes']);
      assert.deepEqual([first?.success, second?.code, details.completed, details.failedIndex], [true, 'timeout', 1, 1]);
      return true;
    });
  });
});

describe('a batch with large answers', () => {
  const picture = { contentType: 'image/png', bodyBase64: 'A'.repeat(limits.actionAnswerBytes) };
  const contextOf = (act: () => unknown, maxBytes = limits.actionAnswerBytes, state: object = {}) =>
    ({ deadline: { remaining: 60_000 }, maxBytes, act, state }) as unknown as ActionContext;
  const doing = (answer: object) => {
    return batch(
      contextOf(async () => answer),
      { actions: [step, step], stopOnError: true },
    );
  };

  it('leaves out pictures of finished steps, with a note', async () => {
    const { results, completed } = await doing({ title: 'x', notes: ['before'], screenshot: picture });
    assert.equal(completed, 2);
    assert.deepEqual(results[1], {
      type: 'title',
      success: true,
      title: 'x',
      notes: ['before', 'The picture is left out: the answers of this batch are too large already.'],
    });
  });

  it('keeps to the bytes that its caller takes: pictures first, then answers', async () => {
    const MiB = 1024 ** 2;
    const screenshot = { contentType: 'image/png', bodyBase64: 'A'.repeat(3 * MiB) };
    const ahead = [
      { screenshot },
      { content: 'a', screenshot },
      { content: 'b', screenshot },
      { content: 'c'.repeat(MiB) },
    ];
    const act = async () => ahead.shift();
    const answer = await batch(contextOf(act, 8 * MiB), { actions: [step, step, step, step], stopOnError: true });
    const kept = answer.results.map((result) => ['screenshot' in result, 'content' in result, result.success]);
    assert.deepEqual(kept, [
      [true, false, true],
      [true, true, true],
      [false, true, true],
      [false, false, true],
    ]);
    assert.ok(Buffer.byteLength(JSON.stringify(answer)) < 8 * MiB);
  });

  it('counts bytes, not letters', async () => {
    const { results, completed } = await doing({ content: '中'.repeat(limits.actionAnswerBytes / 5) });
    assert.deepEqual([completed, Object.keys(results[1] ?? {})], [2, ['type', 'success', 'notes']]);
  });

  it('reports a step as done if its answer does not fit', async () => {
    const { results, completed, failedIndex } = await doing(picture);
    const notes = ['The action was done. Its answer is left out: the answers of this batch are too large already.'];
    assert.deepEqual([completed, failedIndex, results[0]], [2, null, { type: 'title', success: true, notes }]);
  });

  it('leaves the last snapshot as its caller knows it', async () => {
    const seen = { settings: '', text: '- before', truncated: false };
    const state = { lastSnapshot: seen };
    const act = async () => {
      state.lastSnapshot = { ...seen, text: '- within' };
      return {};
    };
    await batch(contextOf(act, limits.actionAnswerBytes, state), { actions: [step], stopOnError: true });
    assert.equal(state.lastSnapshot, seen);
  });

  it('always reports a failed step, with at most 10,000 letters', async () => {
    const ahead = [
      async () => ({ title: 'x'.repeat(limits.actionAnswerBytes - 2 ** 20 - 100) }),
      () => Promise.reject(new TintypeError('invalid_request', 'y'.repeat(20_000))),
    ];
    const { results, failedIndex } = await batch(
      contextOf(() => ahead.shift()?.()),
      { actions: [step, step], stopOnError: true },
    );
    const { error, ...failure } = results[1] as Record<string, unknown>;
    assert.deepEqual([failedIndex, failure], [1, { type: 'title', success: false, code: 'invalid_request' }]);
    assert.equal(error, `${'y'.repeat(10_000)}…`);
  });
});
