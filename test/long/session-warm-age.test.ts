import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KillStage, settleMs } from '../kit/kills/stage.js';
import { idleIn, pool, untilWarm } from '../kit/kills/warm.js';
import { isReady } from '../kit/standalone/local-node-stage.js';
import { until } from '../kit/until.js';

describe('warm browsers above their maximum age', { timeout: 600_000 }, () => {
  // A minute is the shortest age. `plan.test.ts` of the operator has the same decision.
  it('are replaced one at a time', async (t) => {
    const stage = await KillStage.start({ TINTYPE_WARM_SESSIONS: '2' });
    t.after(() => stage.stop());
    await untilWarm(stage, 2);
    const old = (await idleIn(stage)).map(({ metadata }) => metadata.uid);
    const object = await stage.store.get('BrowserPool', pool);
    assert.ok(object);
    await stage.store.update('BrowserPool', { ...object, spec: { ...object.spec, maxAgeSeconds: 60 } });
    let fewest = 2;
    const isRotated = async () => {
      const idle = await idleIn(stage);
      fewest = Math.min(fewest, idle.filter(isReady).length);
      return idle.length === 2 && idle.every((pod) => isReady(pod) && !old.includes(pod.metadata.uid));
    };
    await until('both are others', isRotated, settleMs);
    assert.equal(fewest, 2);
  });
});
