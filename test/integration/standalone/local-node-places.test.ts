import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { labels, type NewPod } from '@tintype/crds';
import { type LocalNode, MemoryGroup } from '@tintype/standalone/testing';
import { type Objects, startObjects } from '../../kit/nats/jetstream-engine.js';
import {
  endedPod,
  isReady,
  leftoversOfPod,
  makeNode,
  newFolder,
  newPod,
  podWhen,
  processesOf,
  readyPod,
  removeFolder,
  terminated,
  userOf,
} from '../../kit/standalone/local-node-stage.js';
import { until } from '../../kit/until.js';

const isRoot = process.getuid?.() === 0;

const canHoldMemory = async (): Promise<boolean> => {
  const [group, child] = [new MemoryGroup(randomUUID()), spawn('sleep', ['600'])];
  const exited = once(child, 'exit');
  const isHeld = await group.limit(child.pid ?? 0, 2 ** 30);
  child.kill('SIGKILL');
  await exited;
  await group.remove();
  return isHeld;
};

describe('places of pods on one machine', { timeout: 600_000 }, () => {
  let objects: Objects;
  let folder: string;
  let node: LocalNode | undefined;

  before(async () => {
    objects = await startObjects();
  });
  after(() => objects.close());
  beforeEach(() => {
    folder = newFolder();
  });
  afterEach(async () => {
    await node?.stop();
    const { items } = await objects.store.list('Pod');
    for (const { metadata } of items) await objects.store.delete('Pod', metadata, { gracePeriodSeconds: 0 });
    removeFolder(folder);
  });

  const start = async (pods = 4) => {
    node = await makeNode({ store: objects.store, folder, pods });
    await node.start();
  };
  const create = (...parts: Parameters<typeof newPod>) => objects.store.create('Pod', newPod(...parts));
  const ready = async (...parts: Parameters<typeof newPod>) => readyPod(objects.store, await create(...parts));

  it('kills a program above its memory limit', async (t) => {
    if (!(await canHoldMemory())) return t.skip('the kernel has no cgroups, or they are not ours to make');
    await start();
    const { env, resources } = { env: { TINTYPE_TEST_TRICK: 'greedy' }, resources: { limits: { memory: '128Mi' } } };
    const order = newPod(env);
    const containers = order.spec.containers.map((container) => ({ ...container, resources }));
    const pod = await objects.store.create('Pod', { ...order, spec: { ...order.spec, containers } });
    const ended = terminated(await endedPod(objects.store, pod));
    assert.deepEqual([ended?.exitCode, ended?.reason], [137, 'OOMKilled']);
    await until('nothing of it is left', () => leftoversOfPod(pod, folder).length === 0);
  });

  it('lets further pods wait, and says so in their status', async () => {
    await start(1);
    const first = await ready();
    const second = await create();
    const waiting = await podWhen(objects.store, second, (now) => now?.status?.conditions !== undefined);
    assert.equal(waiting?.status?.phase, 'Pending');
    assert.equal(waiting?.status?.conditions?.[0]?.reason, 'Unschedulable');
    assert.equal(waiting?.spec.nodeName, undefined);
    await objects.store.delete('Pod', first.metadata);
    await readyPod(objects.store, second);
  });

  const ofSession = (pod: NewPod): NewPod => ({
    ...pod,
    metadata: { ...pod.metadata, labels: { ...pod.metadata.labels, [labels.session]: 'shop' } },
  });

  it('starts warm pods one after the other, and pods of sessions at once', async () => {
    await start();
    const gate = join(folder, 'gate');
    const late = { TINTYPE_TEST_TRICK: 'late', TINTYPE_TEST_GATE: gate };
    const first = await create(late);
    await podWhen(objects.store, first, (now) => now?.spec.nodeName === 'local');
    const second = await create();
    await readyPod(objects.store, await objects.store.create('Pod', ofSession(newPod())));
    assert.equal((await objects.store.get('Pod', second.metadata))?.spec.nodeName, undefined);
    writeFileSync(gate, '');
    await readyPod(objects.store, second);
  });

  it('evicts a warm pod for a pod of a session', async () => {
    await start(2);
    const taken = await objects.store.create('Pod', ofSession(newPod()));
    await readyPod(objects.store, taken);
    const warm = await ready();
    const next = await create();
    const urgent = await objects.store.create('Pod', ofSession(newPod()));
    await readyPod(objects.store, urgent);
    assert.equal(await objects.store.get('Pod', warm.metadata), undefined);
    assert.ok(isReady(await objects.store.get('Pod', taken.metadata)));
    await objects.store.delete('Pod', urgent.metadata);
    await readyPod(objects.store, next);
  });

  it('gives each pod its own user', { skip: !isRoot && 'only root can choose' }, async () => {
    await start();
    const pods = [await ready(), await ready()];
    const users = pods.flatMap((pod) =>
      processesOf(pod)
        .map(userOf)
        .filter((user) => user !== 0),
    );
    assert.equal(users.length, 2);
    assert.equal(new Set(users).size, 2);
  });
});
