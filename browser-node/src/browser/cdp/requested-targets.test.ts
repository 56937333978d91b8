import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RequestedTargets } from './requested-targets.js';

describe('requested targets', () => {
  it('are those in the answers, after they arrive', async () => {
    const asked = new RequestedTargets();
    const [first, second] = [asked.begin(), asked.begin()];
    const isOne = asked.has('a');
    first({ result: { targetId: 'b' } });
    second({ result: { targetId: 'a' } });
    assert.deepEqual([await isOne, await asked.has('b'), await asked.has('c')], [true, true, false]);
    asked.forget('a');
    assert.equal(await asked.has('a'), false);
  });

  it('are none if the browser refuses or its answer is lost', async () => {
    const asked = new RequestedTargets();
    asked.begin()({ error: { message: 'no' } });
    asked.begin()();
    assert.equal(await asked.has('a'), false);
  });
});
