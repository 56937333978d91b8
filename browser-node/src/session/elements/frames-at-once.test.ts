import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Deadline } from '@tintype/runtime';
import type { BrowserContext, Frame } from 'playwright-core';
import type { ActionContext } from '../context/action-context.js';
import { registerEngine } from '../page-world/engine.js';
import { askFrames } from '../snapshot/ask-frames.js';
import { findElement, framesWith } from './locate.js';

const browserContext = {} as BrowserContext;

/** The inner frames answer only when all have been asked, so asking in turn would hang. */
const pageOf = (inner: number) => {
  let asked = 0;
  let answerAll = () => {};
  const allAsked = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  const answersWhenAll = async () => {
    asked += 1;
    if (asked === inner) answerAll();
    await allAsked;
  };
  const frameThat = (answers: () => Promise<void>, count: number): Frame => {
    const textContent = () => answers().then(() => JSON.stringify({ count, visible: count > 0 }));
    return { page: () => ({ context: () => browserContext }), locator: () => ({ textContent }) } as unknown as Frame;
  };
  const main = frameThat(async () => undefined, 0);
  const frames = [main, ...Array.from({ length: inner }, () => frameThat(answersWhenAll, 1))];
  const page = { mainFrame: () => main, frames: () => frames };
  const context = { page, deadline: Deadline.in(60_000) } as unknown as ActionContext;
  return { context, frames: frames.slice(1), answersWhenAll };
};

describe('the frames of a page', () => {
  before(() => registerEngine(browserContext));

  it('are asked at once for matches', async () => {
    const { context, frames } = pageOf(3);
    assert.deepEqual(await framesWith(context, 'button'), frames);
  });

  it('are asked at once for an element', async () => {
    const { context, frames } = pageOf(3);
    assert.equal((await findElement(context, { ref: 'e1' })).found?.frame, frames[0]);
  });

  it('are asked at once by askFrames', async () => {
    const { context, frames, answersWhenAll } = pageOf(3);
    assert.deepEqual(await askFrames(context, { frames, patienceMs: 30_000 }, answersWhenAll), []);
  });
});
