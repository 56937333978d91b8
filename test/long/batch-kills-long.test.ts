import { after, before, describe, it } from 'node:test';
import { killAroundBatch, victims } from '../kit/kills/batch.js';
import { SeededRandom } from '../kit/played/seeded-random.js';
import { BatchStage } from '../kit/service/batch-stage.js';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 32);
const rounds = 20;

describe('a batch of 1,000 items', { timeout: 1_800_000 }, () => {
  let stage: BatchStage;

  before(async () => {
    stage = await BatchStage.start({ apis: 2 });
    await stage.setAckWait(4000);
  });
  after(() => stage?.stop());

  it('survives twenty kills at random', async (test) => {
    const random = new SeededRandom(seed);
    const kills = Array.from({ length: rounds }, () => random.oneOf(victims));
    test.diagnostic(`SEED=${seed}`);
    await killAroundBatch(stage, { count: 1000, kills, random, note: (what) => test.diagnostic(what) });
  });
});
