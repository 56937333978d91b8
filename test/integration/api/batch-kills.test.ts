import { after, before, describe, it } from 'node:test';
import { killAroundBatch, victims } from '../../kit/kills/batch.js';
import { BatchStage } from '../../kit/service/batch-stage.js';

describe('a batch of 60 items', { timeout: 600_000 }, () => {
  let stage: BatchStage;

  before(async () => {
    stage = await BatchStage.start({ apis: 2 });
    await stage.setAckWait(4000);
  });
  after(() => stage?.stop());

  it('survives kill -9 of every program, and nothing is lost or charged twice', async (test) => {
    await killAroundBatch(stage, { count: 60, kills: victims, note: (what) => test.diagnostic(what) });
  });
});
