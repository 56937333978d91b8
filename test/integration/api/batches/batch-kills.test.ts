import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { killAroundBatch, replaceApis, victims } from '../../../kit/kills/batch.js';
import { SeededRandom } from '../../../kit/played/seeded-random.js';
import { BatchStage } from '../../../kit/service/batch-stage.js';
import { until } from '../../../kit/until.js';

/** The same faults in each run, unless `SEED` chooses others. */
const seed = Number(process.env.SEED ?? 27);

describe('a batch of 30 items', { timeout: 600_000 }, () => {
  let stage: BatchStage;

  before(async () => {
    stage = await BatchStage.start({ apis: 2 });
    await stage.setAckWait(4000);
  });
  after(() => stage?.stop());

  it('survives kill -9 of every program, and nothing is lost or charged twice', async (test) => {
    test.diagnostic(`SEED=${seed}`);
    const random = new SeededRandom(seed);
    await killAroundBatch(stage, { count: 30, kills: victims, random, note: (what) => test.diagnostic(what) });
  });

  it('is notified with its first delivery id if the apis are killed between its end and the delivery', async () => {
    stage.refusals = Number.POSITIVE_INFINITY;
    const { json } = await stage.create([{ url: stage.page(100), options: { vw: 0 } }]);
    const sent = () => stage.notifications.filter(({ body }) => body.batchId === json.batchId);
    const { status, notification } = await stage.untilFinished(json.batchId);
    assert.deepEqual([status, notification.status], ['failed', 'pending']);
    await until('the receiver has refused it', () => sent().length > 0);
    await replaceApis(stage, 0, 1);
    stage.refusals = 0;
    await stage.untilNotified(json.batchId);
    const ids = sent().map(({ deliveryId }) => deliveryId);
    assert.deepEqual([new Set(ids).size, ids[0]], [1, notification.deliveryId]);
  });
});
