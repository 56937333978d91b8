import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { labels, type NewPod } from '@tintype/crds';
import type { LocalNode } from '@tintype/standalone';
import { type Objects, startObjects } from '../kit/jetstream-engine.js';
import {
  isReady,
  makeNode,
  newFolder,
  newPod,
  podWhen,
  processesOf,
  readyPod,
  removeFolder,
  userOf,
} from '../kit/local-node-stage.js';

const isRoot = process.getuid?.() === 0;

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

  it('lets pods wait while as many run as may, and says so', async () => {
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

  it('starts pods that no session waits for one after the other, and the others at once', async () => {
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

  it('takes away a pod that no session has when one that a session waits for has no place', async () => {
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

  it('gives each pod a user of its own', { skip: !isRoot && 'only root can choose' }, async () => {
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
