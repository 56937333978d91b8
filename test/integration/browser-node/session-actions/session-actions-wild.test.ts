import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { tokenEstimate } from '@tintype/browser-node/testing';
import {
  errorTable,
  type SessionActionType,
  sessionActionExamples,
  sessionActions,
  sessionActionTypes,
} from '@tintype/contracts';
import fc from 'fast-check';
import { startActing } from '../../../kit/browser-node/acting-session.js';
import type { Answered } from '../../../kit/browser-node/session-node.js';
import { bodyText, wildPayload } from '../../../kit/browser-node/wild-payloads.js';
import { html } from '../../../kit/pages/pages.js';
import { decodePng } from '../../../kit/pages/picture.js';

const form = html(
  `<main><h1>Order</h1><form id="form" action="/order"><label>Name <input id="name"></label>
    <select id="size" aria-label="Size"><option value="s">Small</option><option value="m">Middle</option></select>
    <label><input id="gift" type="checkbox"> Gift</label><button id="save" type="button">Save</button></form>
    <ul id="sizes"><li data-size="s">Small</li><li>Middle</li><li>Large</li></ul><a href="/order?other">other</a></main>
    <div style="height:3000px"></div><script>document.title = 'Order'; console.warn('low stock')</script>`,
);

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

/** Runs for each type. All of them take less than a minute. */
const runs = 6;
/** Does not wait for missing elements. */
const patienceMs = 700;

describe('actions with payloads of any kind', { timeout: 600_000 }, () => {
  const acting = startActing({ '/order': form, '/': form });
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

  const isCatalogued = ({ status, body }: Answered) =>
    typeof body.error === 'string' && errorTable[body.code as keyof typeof errorTable]?.status === status;

  /** The keyboard works, the page reads and writes, and the viewport keeps its size. */
  const livesOn = async () => {
    assert.equal((await start()).status, 200);
    assert.equal((await done('type', { selector: '#name', text: 'Ada', clear: true })).value, 'Ada');
  };

  const tryOut = async (type: SessionActionType, payload: unknown) => {
    const body = bodyText({ type, payload, deadlineMs: patienceMs });
    const answer = await acting.post(body);
    const said = `${type}: ${answer.status} ${JSON.stringify(answer.body)} to ${body.slice(0, 500)}`;
    assert.ok(answer.status < 500 || [502, 504].includes(answer.status), said);
    if (answer.status !== 200) assert.ok(isCatalogued(answer), said);
    if (answer.status !== 400) await livesOn();
  };

  const seedOf = (t: TestContext): number => {
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    t.diagnostic(`SEED=${seed}`);
    return seed;
  };

  for (const type of sessionActionTypes) {
    it(`answer as the catalogue says, and the session lives on: ${type}`, async (t) => {
      await start();
      const options = { numRuns: runs, seed: seedOf(t), endOnFailure: true };
      await fc.assert(
        fc.asyncProperty(wildPayload(type), (payload) => tryOut(type, payload)),
        options,
      );
      await livesOn();
    });
  }
});
