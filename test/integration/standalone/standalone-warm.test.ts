import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Pod } from '@tintype/crds';
import { KillStage, signalProcess } from '../../kit/kills/stage.js';
import { idleIn, pool, untilWarm } from '../../kit/kills/warm.js';
import { isReady } from '../../kit/standalone/local-node-stage.js';
import { until } from '../../kit/until.js';

const open = async (stage: KillStage): Promise<string> => {
  const { status, body } = await stage.call('POST', '', { maxTtlSeconds: 300 });
  assert.equal(status, 201, body.error);
  return body.sessionId;
};

const close = async (stage: KillStage, session: string) => {
  const { status, body } = await stage.call('DELETE', `/${session}`);
  assert.equal(status, 200, body.error);
};

const metric = async ({ stack }: KillStage, sample: RegExp): Promise<number> => {
  const text = await (await fetch(`${stack.privateUrl}/metrics`)).text();
  const line = text.split('\n').find((each) => sample.test(each));
  return Number(line?.split(' ').at(-1) ?? 0);
};

const given = (stage: KillStage, kind: 'warm' | 'cold') =>
  metric(stage, new RegExp(`^tintype_pool_given_total\\{.*kind="${kind}"`));
const standing = (stage: KillStage, state: 'warm' | 'starting' | 'claimed') =>
  metric(stage, new RegExp(`^tintype_pool_pods\\{.*state="${state}"`));

describe('warm browsers on one machine', { timeout: 600_000 }, () => {
  let stage: KillStage;

  before(async () => {
    stage = await KillStage.start({ TINTYPE_WARM_SESSIONS: '2' });
  });
  after(() => stage?.stop());

  it('are claimed by sessions and replaced', async () => {
    await untilWarm(stage, 2);
    const before = await idleIn(stage);
    const session = await open(stage);
    const [found] = await stage.sessions();
    assert.ok(before.some(({ metadata }) => metadata.uid === found?.status?.pod?.uid));
    const gone = await stage.call('POST', `/${session}/actions`, {
      type: 'goto',
      payload: { url: stage.stack.examplePage },
    });
    assert.equal(gone.status, 200, gone.body.error);
    await untilWarm(stage, 2);
    assert.equal(await given(stage, 'warm'), 1);
    assert.deepEqual([await standing(stage, 'warm'), await standing(stage, 'claimed')], [2, 1]);
    assert.equal(await metric(stage, /^tintype_pool_refill_seconds_count/), 3);
    await close(stage, session);
    await stage.charged(session);
  });

  it('are replaced although a session waits for a cold start', async () => {
    await untilWarm(stage, 2);
    const warm = await idleIn(stage);
    const opening = Array.from({ length: 3 }, () => open(stage));
    const agent = await agentOf(stage, await coldPod(stage));
    signalProcess(agent, 'SIGSTOP');
    await until('two are open', async () => (await claimedOf(stage, warm)) === 2);
    await until('one is warm again', async () => (await idleIn(stage)).some(isReady));
    signalProcess(agent, 'SIGCONT');
    const sessions = await Promise.all(opening);
    assert.equal(await given(stage, 'cold'), 1);
    assert.ok((await metric(stage, /^tintype_pool_wait_seconds_count/)) >= 3);
    await untilWarm(stage, 2);
    for (const session of sessions) await close(stage, session);
  });
});

const claimedOf = async (stage: KillStage, warm: readonly Pod[]): Promise<number> => {
  const sessions = await stage.sessions();
  const uids = warm.map(({ metadata }) => metadata.uid);
  return sessions.filter(({ status }) => status?.phase === 'Active' && uids.includes(status.pod?.uid ?? '')).length;
};

const coldPod = async (stage: KillStage): Promise<Pod> => {
  let pod: Pod | undefined;
  await until('one is made for a session', async () => {
    pod = (await stage.pods()).find(({ metadata }) => metadata.name.startsWith('sess-'));
    return pod !== undefined;
  });
  return pod as Pod;
};

const agentOf = async (stage: KillStage, pod: Pod): Promise<number> => {
  await until('its program runs', () => stage.agentOf(pod) !== undefined);
  return stage.agentOf(pod) as number;
};

describe('how many browsers are warm', { timeout: 600_000 }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tintype-warm-'));
  after(() => rmSync(dataDir, { recursive: true, force: true }));

  const start = (count: number) => KillStage.start({ TINTYPE_WARM_SESSIONS: String(count) }, dataDir);

  it('has the size of the setting at each start, also after kill -9', async () => {
    const first = await start(1);
    await untilWarm(first, 1);
    process.kill(first.stack.pid, 'SIGKILL');
    await first.stack.exited;
    await first.leave();
    const second = await start(0);
    await second.untilIdle();
    const { body } = await second.call('GET', '');
    assert.deepEqual(body.sessions, []);
    await close(second, await open(second));
    assert.equal((await second.store.get('BrowserPool', pool))?.spec.replicas, 0);
    await second.stop();
  });
});
