import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Deadline } from '@tintype/runtime';
import type { BrowserContext, Frame } from 'playwright-core';
import type { ActionContext } from '../context/action-context.js';
import { registerEngine } from '../page-world/engine.js';
import { aroundSilentFrames } from './silent-frames.js';

const browserContext = {} as BrowserContext;
const tookTooLong = Object.assign(new Error('Timeout 15000ms exceeded.'), { name: 'TimeoutError' });

/** A page whose frame answers unless it hangs. */
const stage = () => {
  let hangs = false;
  const main = {} as Frame;
  const textContent = async () => {
    if (hangs) throw tookTooLong;
    return 'true';
  };
  const inner = {
    page: () => ({ context: () => browserContext }),
    locator: () => ({ textContent }),
    isDetached: () => false,
    parentFrame: () => main,
  } as unknown as Frame;
  const page = { mainFrame: () => main, frames: () => [main, inner] };
  const context = { page, deadline: Deadline.in(60_000) } as unknown as ActionContext;
  return { context, inner, hang: () => (hangs = true) };
};

describe('trees of pages with frames that hang', () => {
  before(() => registerEngine(browserContext));

  it('are made again without a frame that hangs only during the first try', async () => {
    const { context, inner, hang } = stage();
    const passedOver: Frame[][] = [];
    const make = async (silent: ReadonlySet<Frame>) => {
      passedOver.push([...silent]);
      if (silent.size > 0) return 'a tree';
      hang();
      throw tookTooLong;
    };
    assert.equal(await aroundSilentFrames(context, make), 'a tree');
    assert.deepEqual(passedOver, [[], [inner]]);
  });

  it('are not made again after another error, or a second timeout', async () => {
    const { context } = stage();
    for (const [failure, tries] of [
      [new Error('crashed'), 1],
      [tookTooLong, 2],
    ] as const) {
      let tried = 0;
      const make = async () => {
        tried += 1;
        throw failure;
      };
      await assert.rejects(aroundSilentFrames(context, make), failure);
      assert.equal(tried, tries);
    }
  });
});
