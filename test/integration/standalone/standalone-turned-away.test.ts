import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { limits } from '@tintype/contracts';
import { KillStage, signalProcess } from '../../kit/kills/stage.js';
import { until } from '../../kit/until.js';

const isTakenBack = async (stage: KillStage): Promise<boolean> =>
  (await stage.sessions()).every(({ metadata }) => metadata.deletionTimestamp !== undefined);

describe('a create that is under way when everything is stopped in order', { timeout: 600_000 }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tintype-turned-away-'));
  after(() => rmSync(dataDir, { recursive: true, force: true }));

  it('is answered 503 at once, and costs nothing', async (t) => {
    const stage = await KillStage.start({}, dataDir);
    t.after(async () => {
      await stage.leave();
      await stage.stack.stop();
    });
    const answer = stage.call('POST', '', { maxTtlSeconds: 900 });
    let agent: number | undefined;
    await until('its browser starts', async () => {
      const [pod] = await stage.pods();
      agent = pod && stage.agentOf(pod);
      return agent !== undefined;
    });
    assert.ok(agent && signalProcess(agent, 'SIGSTOP'));
    process.kill(stage.stack.pid, 'SIGINT');
    // Long before its startBy, so not because of that.
    await until('it is taken back', () => isTakenBack(stage), (limits.sessionStartSeconds * 1000) / 2);
    signalProcess(agent, 'SIGCONT');
    const { status, body } = await answer;
    assert.deepEqual([status, body.code], [503, 'unavailable']);
    assert.equal(await stage.stack.exited, 0);

    const next = await KillStage.start({}, dataDir);
    t.after(() => next.stop());
    await next.untilIdle();
    assert.equal((await next.verified()).credits, 0);
  });
});
