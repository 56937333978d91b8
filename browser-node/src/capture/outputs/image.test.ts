import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AnswerTooLarge } from '../../browser/cdp/connection.js';
import { hasGrownAtEnd } from '../../in-page/full-page/lazy-scroll.js';
import type { Run } from '../run.js';
import { image } from './image.js';

interface Request {
  clip?: { width: number; height: number; scale: number };
}

const visual = { offsetX: 0, offsetY: 0, pageX: 0, pageY: 0, clientWidth: 1440, clientHeight: 900, scale: 1 };
const layout = {
  cssLayoutViewport: { pageX: 0, pageY: 0 },
  cssVisualViewport: visual,
  cssContentSize: { width: 1440, height: 900 },
};

/** Resizes a window of 1440 × 900, if the first `large` captures are too large. Resolves to the scale of each capture. */
const resize = async (options: { resizeWidth?: number; resizeHeight?: number }, large: number): Promise<number[]> => {
  const scales: number[] = [];
  const send = async (method: string, request: Request) => {
    if (method === 'Page.getLayoutMetrics') return layout;
    scales.push(request.clip?.scale ?? 1);
    if (scales.length <= large) throw new AnswerTooLarge('Page.captureScreenshot');
    return { data: 'AAAA' };
  };
  const page = { session: { send }, inDocument: (shoot: () => unknown) => shoot(), activity: { fonts: 0 } };
  const loadEditor = async () => async () => Buffer.from('edited');
  const run = { page, options: { type: 'jpeg', ...options }, surroundings: { loadEditor }, warnings: [] };
  const deadline = { remaining: 60_000 };
  const made = await image.make({ ...run, deadline } as unknown as Run<'image'>, new AbortController().signal);
  assert.ok('encode' in made);
  assert.equal((await made.encode()).toString(), 'edited');
  return scales;
};

describe('a picture that is too large before its resize', () => {
  it('is drawn in about the wanted size', async () => {
    assert.deepEqual(await resize({ resizeWidth: 360 }, 0), [1]);
    assert.deepEqual(await resize({ resizeWidth: 360 }, 1), [1, 0.25]);
    assert.deepEqual(await resize({ resizeWidth: 360, resizeHeight: 450 }, 1), [1, 0.5]);
  });

  it('is refused with advice that helps, if that is too large, too', async () => {
    const refused = { code: 'result_too_large', message: /before it is resized\. Use a smaller clip/ };
    await assert.rejects(resize({ resizeWidth: 360 }, 2), refused);
    await assert.rejects(resize({ resizeWidth: 2880 }, 1), refused);
  });
});

/** Captures a full page that gives this answer, when it is asked whether it grew at its end. */
const captureFull = async (answer: () => Promise<boolean>): Promise<{ body: string; warnings: string[] }> => {
  const warnings: string[] = [];
  const send = async (method: string) => (method === 'Page.getLayoutMetrics' ? layout : { data: 'AAAA' });
  const call = async (script: unknown) => (script === hasGrownAtEnd ? answer() : 0);
  const page = { session: { send }, call, inDocument: (shoot: () => unknown) => shoot(), activity: { fonts: 0 } };
  const times = { deadline: { remaining: 60_000 }, waitsEnd: Date.now() };
  const run = { page, options: { type: 'png', full: true }, surroundings: {}, warnings, resultBytes: null, ...times };
  const made = await image.make(run as unknown as Run<'image'>, new AbortController().signal);
  assert.ok('body' in made);
  return { body: made.body.toString('base64'), warnings };
};

describe('a picture of the full page', () => {
  it('is not lost if the page fails or hangs afterwards', { timeout: 20_000 }, async () => {
    const hanging = Promise.withResolvers<boolean>();
    // The limit alone does not keep the process alive.
    const alive = setInterval(() => undefined, 1000);
    try {
      for (const answer of [() => Promise.reject(new Error('The page crashed.')), () => hanging.promise])
        assert.deepEqual(await captureFull(answer), { body: 'AAAA', warnings: [] });
    } finally {
      clearInterval(alive);
    }
  });
});
