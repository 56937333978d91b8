import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tokenEstimate } from '@tintype/browser-node/testing';
import { type SessionActionType, sessionActionExamples, sessionActions, sessionActionTypes } from '@tintype/contracts';
import { startActing } from '../../../../kit/browser-node/acting-session.js';
import { answerWildly, orderForm } from '../../../../kit/browser-node/wild-actions.js';
import { bodyText } from '../../../../kit/browser-node/wild-payloads.js';
import { decodePng } from '../../../../kit/pages/picture.js';

const withoutRefs = (snapshot: string) => snapshot.replaceAll(/ \[ref=e\d+\]/g, '');

/** Their answers are the examples to the letter. */
const exactExamples: ReadonlySet<SessionActionType> = new Set([
  'type',
  'fill',
  'select',
  'check',
  'query',
  'title',
  'batch',
  'move_mouse',
  'drag_mouse',
  'scroll',
]);

/** Runs for each type. `test/long/` tries twelve. */
const runs = 1;

export const wildCases = (): void => {
  describe('actions with payloads of any kind', { timeout: 600_000 }, () => {
    const acting = startActing({ '/order': orderForm, '/': orderForm });
    const { done, goto, url } = acting;
    const start = () => goto('/order', { vw: 800, vh: 600, deviceScaleFactor: 1 });

    const placed = (payload: unknown): unknown =>
      JSON.parse(bodyText(payload), (_name, value) => (value === 'https://example.com/order' ? url('/order') : value));

    const assertPicture = (picture: { contentType: string; bodyBase64: string }, of: SessionActionType) => {
      const { width, height } = decodePng(Buffer.from(picture.bodyBase64, 'base64'));
      assert.deepEqual([picture.contentType, width > 0, height > 0], ['image/png', true, true], of);
    };

    const follow = async (type: SessionActionType) => {
      const { payload, answer } = sessionActionExamples[type];
      const body = await done(type, { ...(placed(payload) as object), screenshot: true });
      const { screenshot, ...others } = body;
      assertPicture(type === 'screenshot' ? body : screenshot, type);
      // The pod answers the state, of which the api makes the answer.
      const keys = type === 'save_profile' ? ['state'] : Object.keys(answer);
      assert.deepEqual(Object.keys(others).sort(), keys.sort(), type);
      if (exactExamples.has(type)) assert.deepEqual(others, answer, type);
    };

    it('do what the examples of the documents say, and add a picture of the page if asked', async () => {
      for (const type of sessionActionTypes) {
        if (type !== 'console' && type !== 'forward') await start();
        await follow(type);
      }
    });

    it('are shown the page as the example of a snapshot says', async () => {
      const { answer } = sessionActionExamples.snapshot;
      const { snapshot, tokenEstimate: tokens } = sessionActions.snapshot.answer.parse(answer);
      assert.equal(tokenEstimate(snapshot), tokens);
      await start();
      const shown = withoutRefs((await done('snapshot', sessionActionExamples.snapshot.payload)).snapshot).split('\n');
      for (const line of withoutRefs(snapshot).split('\n')) assert.ok(shown.includes(line), `${line} in ${shown}`);
    });

    answerWildly(acting, sessionActionTypes, runs);
  });
};
