import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits, TintypeError } from '@tintype/contracts';
import type { ActionContext } from './action.js';
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
      ...{ type: 'title', success: true, title: 'x' },
      notes: ['before', 'The picture was left out. The batch has answered too much already.'],
    });
  });

  it('counts bytes, not letters', async () => {
    const { results, completed } = await doing({ content: '中'.repeat(limits.actionAnswerBytes / 5) });
    assert.deepEqual([completed, results[1]?.code], [1, 'result_too_large']);
  });

  it('fails where nothing can be left out', async () => {
    const { results, completed, failedIndex } = await doing(picture);
    assert.deepEqual([completed, failedIndex, results[0]?.code], [0, 0, 'result_too_large']);
  });
});
