import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { readSessionAction, type SessionActionType, sessionActionTypes } from '@tintype/contracts';
import fc from 'fast-check';
import { bodyText, wildPayload } from '../../../kit/browser-node/wild-payloads.js';
import { SessionApiStage } from '../../../kit/service/session-api-stage.js';

/** Runs per type. */
const runs = 40;

const isRead = (text: string): boolean => {
  try {
    return Boolean(readSessionAction(JSON.parse(text)));
  } catch {
    return false;
  }
};

describe('actions by REST with payloads of any kind', { timeout: 600_000 }, () => {
  let stage: SessionApiStage;
  let id: string;

  before(async () => {
    stage = await SessionApiStage.start();
    id = await stage.create();
  });
  after(async () => {
    await stage?.clear();
    await stage?.stop();
  });

  const asked = () => stage.pods.calls.filter((call) => call === `act ${id}`).length;

  /** A valid action reaches the pod. Any other gets a row of the catalogue, and the pod sees nothing of it. */
  const tryOut = async (text: string) => {
    const before = asked();
    const { status, body } = await stage.call('POST', `/${id}/actions`, { body: text });
    const said = `${status} ${JSON.stringify(body).slice(0, 500)} to ${text.slice(0, 500)}`;
    assert.equal(status, isRead(text) ? 200 : 400, said);
    assert.equal(asked() - before, status === 200 ? 1 : 0, said);
    if (status === 200) return;
    assert.deepEqual([body.success, body.code], [false, 'invalid_request'], said);
    assert.match(body.requestId, /^req_/);
    assert.doesNotMatch(body.error, /expected|Invalid input|Too (big|small)|received/, said);
  };

  const seedOf = (t: TestContext): number => {
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    t.diagnostic(`SEED=${seed}`);
    return seed;
  };

  const check = async (t: TestContext, texts: fc.Arbitrary<string>) => {
    await fc.assert(fc.asyncProperty(texts, tryOut), { numRuns: runs, seed: seedOf(t), endOnFailure: true });
    assert.equal((await stage.get(id)).status, 'active');
  };

  const ofType = (type: SessionActionType) => wildPayload(type).map((payload) => bodyText({ type, payload }));

  for (const type of sessionActionTypes)
    it(`run or are refused, and the session stays: ${type}`, (t) => check(t, ofType(type)));

  it('run or are refused, and the session stays: bodies that are none', (t) =>
    check(
      t,
      fc.oneof(
        fc.json(),
        fc.string({ unit: 'binary' }),
        fc.anything().map((body) => JSON.stringify(body) ?? ''),
      ),
    ));
});
