import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { errorTable, type SessionActionType } from '@tintype/contracts';
import fc from 'fast-check';
import { html } from '../pages/pages.js';
import type { ActingSession } from './acting-session.js';
import type { Answered } from './session-node.js';
import { bodyText, wildPayload } from './wild-payloads.js';

/** The page of the examples of actions. */
export const orderForm = html(
  `<main><h1>Order</h1><form id="form" action="/order"><label>Name <input id="name"></label>
    <select id="size" aria-label="Size"><option value="s">Small</option><option value="m">Middle</option></select>
    <label><input id="gift" type="checkbox"> Gift</label><button id="save" type="button">Save</button></form>
    <ul id="sizes"><li data-size="s">Small</li><li>Middle</li><li>Large</li></ul><a href="/order?other">other</a></main>
    <div style="height:3000px"></div><script>document.title = 'Order'; console.warn('low stock')</script>`,
);

/** Does not wait for missing elements. */
const patienceMs = 700;

const isCatalogued = ({ status, body }: Answered) =>
  typeof body.error === 'string' && errorTable[body.code as keyof typeof errorTable]?.status === status;

const seedOf = (t: TestContext): number => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  t.diagnostic(`SEED=${seed}`);
  return seed;
};

/** Tests each type of action with random payloads, this many a type. `/order` of the session has the form. */
export const answerWildly = (acting: ActingSession, types: readonly SessionActionType[], runs: number): void => {
  const { done, goto } = acting;
  const start = () => goto('/order', { vw: 800, vh: 600, deviceScaleFactor: 1 });

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

  for (const type of types) {
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
};
