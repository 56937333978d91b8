import assert from 'node:assert/strict';
import { createSecretKey, randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { HttpSessionAgent } from '@tintype/api/testing';
import { encodeTerminationMessage, limits, noActions, podKeyOf, TintypeError } from '@tintype/contracts';
import type { Pod } from '@tintype/crds';
import { NoPodAnswer, PodNotReached } from '@tintype/runtime';
import { SessionNode } from '../../../kit/browser-node/session-node.js';
import { unusedPort } from '../../../kit/process/unused-port.js';

// Pods of the kit's first node.
const rootKey = createSecretKey(Buffer.alloc(32, 7));
const named = { namespace: 'default', name: 'pod-1', uid: 'u' };

describe('the api and a real session pod', { timeout: 600_000 }, () => {
  let node: SessionNode;
  let agent: HttpSessionAgent;
  let pods: Pod[];
  const session = `sess_${randomUUID()}`;
  const never = new AbortController().signal;
  const caller = { left: never };

  const pod = () => ({ ...named, address: `127.0.0.1:${node.port}` });
  const podObject = (change: Partial<Pod['status']>): Pod => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...named, resourceVersion: '1', creationTimestamp: '2030-01-01T00:00:00Z' },
    spec: { containers: [] },
    status: { podIP: '127.0.0.1', ...change },
  });

  before(async () => {
    node = await SessionNode.start();
    assert.equal(node.podKey, podKeyOf(rootKey, named));
    pods = [podObject({ phase: 'Running' })];
    agent = new HttpSessionAgent({
      rootKey,
      readPod: async ({ name }) => pods.find((each) => each.metadata.name === name),
    });
    await node.activate(session, { confirmed: false });
  });
  after(async () => {
    await agent?.end();
    await node?.stop();
  });

  it('confirm a session, and no other', async () => {
    assert.equal(await agent.confirm(pod(), session), true);
    assert.equal(await agent.confirm(pod(), `sess_${randomUUID()}`), false);
  });

  it('act, and read the state', async () => {
    const order = { type: 'title', payload: {}, deadlineMs: 10_000 };
    assert.deepEqual(await agent.act(pod(), session, order, caller), { title: '' });
    // The longest body that an api takes. JSON may make it longer: a client may have written 1e20.
    const long = { x: Array(Math.floor(limits.actionBodyBytes / 5)).fill(1e20) };
    assert.ok(JSON.stringify(long).length > 4 * limits.actionBodyBytes);
    const noted = await agent.act(pod(), session, { ...order, payload: long }, caller);
    assert.deepEqual(noted, {
      title: '',
      notes: ['The field `x` is unknown and has no effect. The action title has no fields.'],
    });
    const refused = agent.act(pod(), session, { ...order, type: 'goto' }, caller);
    await assert.rejects(refused, (error) => error instanceof TintypeError && error.code === 'invalid_request');
    const stand = await agent.read(pod(), session);
    assert.ok(stand !== 'over');
    assert.deepEqual([stand.counts.actions, stand.counts.success], [2, 2]);
  });

  it('hear of each step of a batch before its answer', async () => {
    const actions = [{ type: 'title' }, { type: 'wait_for_timeout', payload: { timeoutMs: 300 } }];
    const order = { type: 'batch', payload: { actions }, deadlineMs: 10_000 };
    const steps: number[] = [];
    await agent.act(pod(), session, order, { left: never, onStep: () => steps.push(performance.now()) });
    assert.equal(steps.length, 2);
    assert.ok((steps[1] ?? 0) - (steps[0] ?? 0) > 200);
  });

  it('refuse each other without the right key', async () => {
    const stranger = new HttpSessionAgent({
      rootKey: createSecretKey(Buffer.alloc(32, 8)),
      readPod: async () => pods[0],
    });
    await assert.rejects(stranger.read(pod(), session));
    await assert.rejects(stranger.close(pod(), session));
    await assert.rejects(stranger.confirm(pod(), session), PodNotReached);
    const order = { type: 'title', payload: {}, deadlineMs: 1000 };
    await assert.rejects(stranger.act(pod(), session, order, caller), NoPodAnswer);
    const key = 'AAAAAAAAAAAAAAAAAAAAAA==';
    await assert.rejects(stranger.connect(pod(), { session, purpose: 'cdp', key }, never), NoPodAnswer);
    // Another pod at the address of a gone one refuses, too.
    const gone = { ...pod(), uid: 'gone' };
    assert.equal(await stranger.confirm(gone, session), false);
    assert.equal(await stranger.read(gone, session), 'over');
    await stranger.end();
    assert.notEqual(await agent.read(pod(), session), 'over');
  });

  it('close a session, with the same answer again, and then none', async () => {
    const { record, ...rest } = (await agent.close(pod(), session)) ?? {};
    assert.deepEqual(rest, {});
    assert.deepEqual([record?.session, record?.confirmed, record?.counts.actions], [session, true, 5]);
    assert.ok((record?.openMs ?? 0) > 0);
    assert.deepEqual(await agent.close(pod(), session), { record });
    assert.deepEqual(await agent.recall(pod(), session), { record });
    assert.equal(await agent.read(pod(), session), 'over');
    const acting = agent.act(pod(), session, { type: 'title', payload: {}, deadlineMs: 1000 }, caller);
    await assert.rejects(acting, (error) => error instanceof TintypeError && error.code === 'session_not_active');
  });

  it('count a silent pod as ended only if its object shows it', async () => {
    const gone = { ...named, address: `127.0.0.1:${await unusedPort()}` };
    for (const call of ['close', 'recall', 'read'] as const) await assert.rejects(agent[call](gone, session));
    await assert.rejects(agent.confirm(gone, session), PodNotReached);
    for (const phase of ['Succeeded', 'Failed'] as const) {
      pods = [podObject({ phase })];
      assert.deepEqual(await agent.close(gone, session), { pod: pods[0], record: undefined });
      assert.equal(await agent.read(gone, session), 'over');
      assert.equal(await agent.confirm(gone, session), false);
    }
    pods = [];
    assert.equal(await agent.close(gone, session), undefined);
    assert.equal(await agent.close({ ...named }, session), undefined);
  });

  it('read what an ended pod left of its session, and of no other', async () => {
    const gone = { ...named, address: `127.0.0.1:${await unusedPort()}` };
    const record = { session, openMs: 1234, confirmed: true, crashed: false, counts: noActions };
    const finishedAt = '2030-01-01T12:00:00Z';
    const terminated = { exitCode: 0, finishedAt, message: encodeTerminationMessage(record) };
    pods = [podObject({ phase: 'Failed', containerStatuses: [{ name: 'browser', state: { terminated } }] as never })];
    for (const call of ['close', 'recall'] as const)
      assert.deepEqual(await agent[call](gone, session), { pod: pods[0], record });
    assert.deepEqual(await agent.close(gone, `sess_${randomUUID()}`), { pod: pods[0], record: undefined });
  });
});
