import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits, TintypeError } from '@tintype/contracts';
import type { ActionContext } from '../context/action-context.js';
import { batch } from './batch.js';

const step = { type: 'title', payload: {}, screenshot: false } as never;
const fails = (code: 'timeout' | 'invalid_request') => () => Promise.reject(new TintypeError(code));
const succeeds = () => Promise.resolve({});

/** A batch of which a step ends when hardly any time is left. */
const late = async (steps: (() => Promise<object>)[]) => {
  const ahead = [...steps];
  const deadline = { remaining: 60_000 };
  const act = () => {
    const work = ahead.shift();
    if (ahead.length === 0 || steps.length - ahead.length === 2) deadline.remaining = 100;
    return work?.() ?? Promise.reject(new Error('There is no such step.'));
  };
  const context = { deadline, act } as unknown as ActionContext;
  return batch(context, { actions: steps.map(() => step), stopOnError: true });
};

describe('a batch with hardly any time left', () => {
  it('is answered when all of it has been done', async () => {
    const { completed, failedIndex } = await late([succeeds, succeeds]);
    assert.deepEqual([completed, failedIndex], [2, null]);
  });

  it('is answered when it ends with an error of another kind', async () => {
    const { completed, failedIndex } = await late([succeeds, fails('invalid_request'), succeeds]);
    assert.deepEqual([completed, failedIndex], [1, 1]);
  });

  it('says how far it came when steps remain, or the last one had no time', async () => {
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

describe('a batch that answers much, and runs out of time', () => {
  it('says which steps were done, and no more', async () => {
    const much = () => Promise.resolve({ title: '中'.repeat(limits.actionErrorBytes / 3) });
    await assert.rejects(late([much, fails('timeout')]), ({ details }: TintypeError) => {
      const [first, second] = details.results as Record<string, unknown>[];
      assert.deepEqual(Object.keys(first ?? {}), ['type', 'success', 'notes']);
      assert.deepEqual([first?.success, second?.code, details.completed, details.failedIndex], [true, 'timeout', 1, 1]);
      return true;
    });
  });
});

describe('a batch that answers much', () => {
  const picture = { contentType: 'image/png', bodyBase64: 'A'.repeat(limits.actionAnswerBytes) };
  const doing = (answer: object) => {
    const context = { deadline: { remaining: 60_000 }, act: async () => answer } as unknown as ActionContext;
    return batch(context, { actions: [step, step], stopOnError: true });
  };

  it('leaves out pictures of what has been done, with a note', async () => {
    const { results, completed } = await doing({ title: 'x', notes: ['before'], screenshot: picture });
    assert.equal(completed, 2);
    assert.deepEqual(results[1], {
      type: 'title',
      success: true,
      title: 'x',
      notes: ['before', 'The picture was left out. The batch has answered too much already.'],
    });
  });

  it('counts bytes, not letters', async () => {
    const { results, completed } = await doing({ content: '中'.repeat(limits.actionAnswerBytes / 5) });
    assert.deepEqual([completed, Object.keys(results[1] ?? {})], [2, ['type', 'success', 'notes']]);
  });

  it('says of a step that it was done where its answer has no room', async () => {
    const { results, completed, failedIndex } = await doing(picture);
    const notes = ['It was done. What it answered was left out: the batch has answered too much already.'];
    assert.deepEqual([completed, failedIndex, results[0]], [2, null, { type: 'title', success: true, notes }]);
  });

  it('says of a step that it failed however little room there is, in so many letters', async () => {
    const ahead = [
      async () => ({ title: 'x'.repeat(limits.actionAnswerBytes - 2 ** 20 - 100) }),
      () => Promise.reject(new TintypeError('invalid_request', 'y'.repeat(20_000))),
    ];
    const context = { deadline: { remaining: 60_000 }, act: () => ahead.shift()?.() } as unknown as ActionContext;
    const { results, failedIndex } = await batch(context, { actions: [step, step], stopOnError: true });
    const { error, ...failure } = results[1] as Record<string, unknown>;
    assert.deepEqual([failedIndex, failure], [1, { type: 'title', success: false, code: 'invalid_request' }]);
    assert.equal(error, `${'y'.repeat(10_000)}…`);
  });
});
