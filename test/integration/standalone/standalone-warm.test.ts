import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { labels, type Pod } from '@tintype/crds';
import { KillStage, settleMs, signalProcess } from '../../kit/kills/stage.js';
import { isReady } from '../../kit/standalone/local-node-stage.js';
import { until } from '../../kit/until.js';

const pool = { namespace: 'default', name: 'default' };

const isIdle = ({ metadata }: Pod) => !metadata.labels?.[labels.session] && !metadata.deletionTimestamp;

const idleIn = async (stage: KillStage): Promise<Pod[]> => (await stage.pods()).filter(isIdle);

const untilWarm = (stage: KillStage, count: number) =>
  until(
    `${count} are warm`,
    async () => {
      const idle = await idleIn(stage);
      return idle.length === count && idle.every(isReady);
    },
    settleMs,
  );

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

  it('are replaced one at a time above their maximum age', async () => {
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
    const second = await start(2);
    await untilWarm(second, 2);
    await second.stop();
    const third = await start(0);
    await third.untilIdle();
    const { body } = await third.call('GET', '');
    assert.deepEqual(body.sessions, []);
    await close(third, await open(third));
    assert.equal((await third.store.get('BrowserPool', pool))?.spec.replicas, 0);
    await third.stop();
  });
});
