import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { decodeTerminationMessage } from '@tintype/contracts';
import { agentPortAnnotation, type NewPod, type Pod } from '@tintype/crds';
import type { LocalNode } from '@tintype/standalone/testing';
import { type Objects, startObjects } from '../../kit/nats/jetstream-engine.js';
import {
  agent,
  endedPod,
  groupOf,
  hasEnded,
  isReady,
  leftoversOfPod,
  makeNode,
  newFolder,
  newPod,
  order,
  podWhen,
  processesOf,
  readyPod,
  removeFolder,
  terminated,
  userOf,
} from '../../kit/standalone/local-node-stage.js';
import { until } from '../../kit/until.js';

const program = fileURLToPath(new URL('../../kit/standalone/local-node-process.js', import.meta.url));

const recordIn = (pod: Pod) => decodeTerminationMessage(terminated(pod)?.message ?? '');

describe('pods as processes of one machine', { timeout: 600_000 }, () => {
  let objects: Objects;
  let folder: string;
  let node: LocalNode | undefined;

  before(async () => {
    objects = await startObjects();
  });
  after(async () => {
    await agent.end();
    await objects.close();
  });
  beforeEach(() => {
    folder = newFolder();
  });
  afterEach(async () => {
    await node?.stop();
    node = undefined;
    const { items } = await objects.store.list('Pod');
    for (const { metadata } of items) await objects.store.delete('Pod', metadata, { gracePeriodSeconds: 0 });
    removeFolder(folder);
  });

  const start = async () => {
    node = await makeNode({ store: objects.store, folder });
    await node.start();
  };
  const create = async (...parts: Parameters<typeof newPod>) => objects.store.create('Pod', newPod(...parts));
  const ready = async (...parts: Parameters<typeof newPod>) => readyPod(objects.store, await create(...parts));
  const nothingLeft = (pod: Pod) => until('nothing of the pod is left', () => leftoversOfPod(pod, folder).length === 0);

  it('starts a process for a pod, which is Ready once it answers', async () => {
    await start();
    const pod = await ready();
    assert.equal(pod.spec.nodeName, 'local');
    assert.equal(pod.status?.phase, 'Running');
    assert.equal(pod.status?.podIP, '127.0.0.1');
    assert.ok(Date.parse(pod.status?.startTime ?? '') >= Date.parse(pod.metadata.creationTimestamp));
    assert.match(pod.metadata.annotations?.[agentPortAnnotation] ?? '', /^\d+$/);
    const { startedAt } = await agent.activate(pod, order('sess_one'));
    assert.ok(Date.parse(startedAt) > 0);
  });

  it('keeps a pod not Ready until its program is', async () => {
    await start();
    const gate = join(folder, 'gate');
    const pod = await create({ TINTYPE_TEST_TRICK: 'late', TINTYPE_TEST_GATE: gate });
    const bound = (await podWhen(objects.store, pod, (now) => now?.spec.nodeName === 'local')) as Pod;
    await until('its program runs', () => processesOf(bound).length > 1);
    assert.ok(!isReady(await objects.store.get('Pod', pod.metadata)));
    writeFileSync(gate, '');
    await readyPod(objects.store, pod);
  });

  it('reports record and end of a session whose process was killed', async () => {
    await start();
    const pod = await ready();
    await agent.activate(pod, order('sess_killed'));
    const [pid = 0] = processesOf(pod).filter((each) => userOf(each) === process.getuid?.());
    const before = Date.now();
    process.kill(-groupOf(pid), 'SIGKILL');
    const ended = await endedPod(objects.store, pod);
    assert.equal(ended.status?.phase, 'Failed');
    assert.equal(terminated(ended)?.exitCode, 137);
    const at = Date.parse(terminated(ended)?.finishedAt ?? '');
    // Times of a pod are in whole seconds.
    assert.ok(at >= before - 1000 && at <= Date.now(), `${at - before} ms after it was killed`);
    assert.equal(recordIn(ended)?.session, 'sess_killed');
    assert.equal(recordIn(ended)?.openMs, undefined);
    await nothingLeft(pod);
  });

  it('reports the exit code of a program that ends on its own', async () => {
    await start();
    const pod = await create({ TINTYPE_TEST_TRICK: 'broken' });
    const ended = await endedPod(objects.store, pod);
    assert.equal(ended.status?.phase, 'Failed');
    assert.equal(terminated(ended)?.exitCode, 3);
    await nothingLeft(ended);
  });

  it('ends and releases a deleted pod', async () => {
    await start();
    const pod = await ready();
    const held = await objects.store.delete('Pod', pod.metadata);
    assert.equal(held?.metadata.deletionGracePeriodSeconds, 20);
    await podWhen(objects.store, pod, (now) => now === undefined);
    await nothingLeft(pod);
  });

  it('keeps the record of a deleted pod while a finalizer holds it', async () => {
    await start();
    const pod = await ready();
    const finalizers = ['tintype.dev/record'];
    const claimed = { ...pod, metadata: { ...pod.metadata, finalizers } };
    const held = await objects.store.update('Pod', claimed);
    await agent.activate(held, order('sess_deleted'));
    await objects.store.delete('Pod', pod.metadata);
    const ended = await endedPod(objects.store, pod);
    assert.equal(ended.status?.phase, 'Succeeded');
    assert.ok((recordIn(ended)?.openMs ?? -1) >= 0);
    const released = (await podWhen(
      objects.store,
      pod,
      (now) => now?.metadata.deletionGracePeriodSeconds === 0,
    )) as Pod;
    await objects.store.update('Pod', { ...released, metadata: { ...released.metadata, finalizers: [] } });
    assert.equal(await objects.store.get('Pod', pod.metadata), undefined);
    await nothingLeft(pod);
  });

  it('kills a program that does not end within its grace period', async () => {
    await start();
    const pod = await ready({ TINTYPE_TEST_TRICK: 'deaf' }, { terminationGracePeriodSeconds: 1 });
    await objects.store.delete('Pod', pod.metadata);
    await podWhen(objects.store, pod, (now) => now === undefined);
    await nothingLeft(pod);
  });

  it('kills it at once if the grace period is shortened to 0', async () => {
    await start();
    const pod = await ready({ TINTYPE_TEST_TRICK: 'deaf' }, { terminationGracePeriodSeconds: 3600 });
    await objects.store.delete('Pod', pod.metadata);
    await objects.store.delete('Pod', pod.metadata, { gracePeriodSeconds: 0 });
    await nothingLeft(pod);
  });

  it('ends a pod at its deadline, also at one set later', async () => {
    await start();
    const pod = await ready();
    await objects.store.update('Pod', { ...pod, spec: { ...pod.spec, activeDeadlineSeconds: 1 } });
    const ended = await endedPod(objects.store, pod);
    assert.equal(ended.status?.phase, 'Failed');
    assert.equal(ended.status?.reason, 'DeadlineExceeded');
    assert.ok(Date.parse(terminated(ended)?.finishedAt ?? '') >= Date.parse(pod.status?.startTime ?? '') + 1000);
    await nothingLeft(pod);
  });

  it('deletes its pods at its stop, and keeps the records of those with finalizers', async () => {
    await start();
    const pods = [await ready(), await ready()] as const;
    const finalizers = ['tintype.dev/record'];
    const [held] = pods;
    await objects.store.update('Pod', { ...held, metadata: { ...held.metadata, finalizers } });
    await agent.activate(held, order('sess_stopped'));
    await node?.stop();
    for (const pod of pods) await nothingLeft(pod);
    assert.equal(await objects.store.get('Pod', pods[1].metadata), undefined);
    const ended = (await objects.store.get('Pod', held.metadata)) as Pod;
    assert.ok(hasEnded(ended) && ended.metadata.deletionTimestamp !== undefined);
    assert.ok((recordIn(ended)?.openMs ?? -1) >= 0);
    await objects.store.update('Pod', { ...ended, metadata: { ...ended.metadata, finalizers: [] } });
  });

  it('reports its shutdown on pods of sessions', async () => {
    await start();
    const made = newPod();
    const labels = { ...made.metadata.labels, 'tintype.dev/session': 'shop' };
    await objects.store.create('Pod', { ...made, metadata: { ...made.metadata, labels } });
    const pod = await readyPod(objects.store, made);
    await agent.activate(pod, order('sess_shut'));
    await node?.stop();
    await nothingLeft(pod);
    const ended = (await objects.store.get('Pod', pod.metadata)) as Pod;
    assert.deepEqual(
      [ended.status?.phase, ended.status?.reason, ended.metadata.deletionTimestamp],
      ['Failed', 'Terminated', undefined],
    );
    assert.ok((recordIn(ended)?.openMs ?? -1) >= 0);
  });

  it('recovers after an outage of NATS', async () => {
    await start();
    const pod = await ready();
    await objects.server.kill();
    const [pid = 0] = processesOf(pod);
    process.kill(-groupOf(pid), 'SIGKILL');
    await until('its process is gone', () => processesOf(pod).length === 0);
    await objects.server.start();
    await until('NATS is back', () => objects.nats.connected);
    assert.equal((await endedPod(objects.store, pod)).status?.phase, 'Failed');
    await nothingLeft(pod);
  });

  describe('that it does not know', () => {
    /** A pod of this node without a process, such as one on a restored server disk. */
    const stray = async () => {
      const pod = await objects.store.create('Pod', newPod({}, { nodeName: 'local' }));
      await objects.store.delete('Pod', pod.metadata);
      return pod;
    };

    it('are released when they are deleted', async () => {
      await start();
      const pod = await stray();
      await podWhen(objects.store, pod, (now) => now === undefined);
    });

    it('are released at the start, also if they have ended', async () => {
      const pod = await stray();
      const deleted = (await objects.store.get('Pod', pod.metadata)) as Pod;
      await objects.store.updateStatus('Pod', { ...deleted, status: { phase: 'Failed' } });
      await start();
      await podWhen(objects.store, pod, (now) => now === undefined);
    });
  });

  describe('that are of an earlier boot', () => {
    /** Kills a node in its own process, with a ready pod in which a session runs. */
    const killedWith = async (made: NewPod, session: string): Promise<Pod> => {
      const args = [program, objects.server.url.href, folder];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      const pod = await readyPod(objects.store, await objects.store.create('Pod', made));
      await agent.activate(pod, order(session));
      child.kill('SIGKILL');
      await once(child, 'exit');
      return pod;
    };

    it('become Failed, with the record of their session', async () => {
      const pod = await killedWith(newPod(), 'sess_left');
      await start();
      const ended = (await objects.store.get('Pod', pod.metadata)) as Pod;
      assert.equal(ended.status?.phase, 'Failed');
      assert.equal(ended.status?.reason, 'NodeRestarted');
      assert.equal(recordIn(ended)?.session, 'sess_left');
      // The watcher sent SIGTERM.
      assert.ok((recordIn(ended)?.openMs ?? -1) >= 0);
      const finishedAt = Date.parse(terminated(ended)?.finishedAt ?? '');
      assert.ok(finishedAt >= Date.parse(pod.status?.startTime ?? '') && finishedAt <= Date.now());
      await nothingLeft(pod);
    });

    it('are ended if their watcher has not done it yet', async () => {
      const pod = await killedWith(newPod({ TINTYPE_TEST_TRICK: 'deaf' }), 'sess_deaf');
      await start();
      const ended = (await objects.store.get('Pod', pod.metadata)) as Pod;
      assert.equal(recordIn(ended)?.session, 'sess_deaf');
      assert.equal(recordIn(ended)?.openMs, undefined);
      await nothingLeft(pod);
    });

    it('are removed if they are being deleted', async () => {
      const pod = await killedWith(newPod(), 'sess_gone');
      await objects.store.delete('Pod', pod.metadata);
      await start();
      assert.equal(await objects.store.get('Pod', pod.metadata), undefined);
      await nothingLeft(pod);
    });

    it('leave no files, also without their objects', async () => {
      const pod = await killedWith(newPod(), 'sess_lost');
      await objects.store.delete('Pod', pod.metadata, { gracePeriodSeconds: 0 });
      await start();
      assert.deepEqual(readdirSync(folder), []);
      await nothingLeft(pod);
    });
  });
});
