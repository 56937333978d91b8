import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContext, Frame } from 'playwright-core';
import { askWithRefs } from './ask.js';
import { registerEngine } from './engine.js';

const context = {} as BrowserContext;
const limit = { timeout: 1000, signal: new AbortController().signal };

/** A frame that gives this many refs, or never answers. Records its first number. */
const frameThat = (gives: number | undefined) => {
  const told: number[] = [];
  const locator = (selector: string) => ({
    textContent: async () => {
      const [, { firstRef }] = JSON.parse(decodeURIComponent(selector.slice(selector.indexOf('=') + 1)));
      told.push(firstRef);
      if (gives === undefined) throw new Error('It took too long.');
      return JSON.stringify({ answer: {}, nextRef: firstRef + gives });
    },
  });
  const frame = { page: () => ({ context: () => context }), locator } as unknown as Frame;
  return { frame, told };
};

describe('askWithRefs', () => {
  const question = { wanted: ['a', 'b', 'c'] };

  it('never reuses a number that a late frame may still give', async () => {
    await registerEngine(context);
    const state = { nextRef: 1 };
    const [late, other] = [frameThat(undefined), frameThat(1)];
    await assert.rejects(askWithRefs(late.frame, 'ariaRefs', { question, refs: state, limit }));
    await askWithRefs(other.frame, 'ariaRefs', { question, refs: state, limit });
    assert.deepEqual([late.told, other.told], [[1], [4]]);
  });

  it('wastes no numbers if all frames answer', async () => {
    const state = { nextRef: 7 };
    const { frame, told } = frameThat(1);
    await askWithRefs(frame, 'ariaRefs', { question, refs: state, limit });
    await askWithRefs(frame, 'ariaRefs', { question, refs: state, limit });
    assert.deepEqual([told, state.nextRef], [[7, 8], 9]);
  });
});
