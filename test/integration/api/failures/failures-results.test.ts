import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, it } from 'node:test';
import { limits } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import { type FaultStage, limit, startFaultStage } from '../../../kit/service/fault-stage.js';
import { PlayedNode } from '../../../kit/service/played-node.js';
import type { Process } from '../../../kit/service/service.js';
import { startSlowReader } from '../../../kit/service/slow-reader.js';

const mebibyte = 1024 * 1024;

/** Resident memory in bytes (Linux only). */
const memoryOf = ({ child }: Process): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024;

describe('results of a node that the test plays', { timeout: 600_000 }, () => {
  let stage: FaultStage;
  let login: Nats;
  let node: PlayedNode;

  before(async () => {
    stage = await startFaultStage({ nodes: 0 });
    login = await stage.service.connect('node');
    node = new PlayedNode(login);
  });
  afterEach(() => stage.check());
  after(async () => {
    await login?.close();
    await stage?.stop();
  });

  const urlOf = (name: string, api = 0) =>
    stage.service.signed(new URLSearchParams(stage.pairs(name)).toString(), { api });

  it('clients do not read a large one: others are served, and memory is bounded', limit, async () => {
    const bytes = randomBytes(20 * mebibyte);
    const first = startSlowReader(urlOf('large'));
    const job = await node.take();
    const { stop: stopServing } = job.serve(bytes);
    assert.equal(await job.announce(bytes), true);
    job.message.ack();
    stopServing();
    const api = stage.service.apis[0] as Process;
    const readers = [await first];
    const before = memoryOf(api);
    for (const _ of Array(4)) readers.push(await startSlowReader(urlOf('large')));
    const grown = (memoryOf(api) - before) / bytes.length;
    const small = stage.ask('small');
    const other = await node.take();
    assert.equal(await other.announce(randomBytes(1000)), true);
    other.message.ack();
    assert.equal((await small).status, 200);
    assert.equal((await stage.ask('small')).headers.get('x-cache'), 'HIT');
    for (const { finish } of readers) stage.tally.add(await finish());
    assert.ok(grown < 4 * 3, `4 readers cost ${grown} times the result`);
  });

  it('the node is gone in the middle of a large one: the next delivery serves it, for one charge', limit, async () => {
    const bytes = randomBytes(20 * limits.inlineResultBytes);
    const answer = stage.ask('halves');
    const job = await node.take();
    const half = job.serve(bytes, 10);
    assert.equal(await job.announce(bytes, { timeoutMs: 1000 }), false);
    await half.exhausted;
    half.stop();
    job.message.nak();
    const again = await node.take();
    assert.equal(again.message.info.deliveryCount, 2);
    const { stop } = again.serve(bytes);
    assert.equal(await again.announce(bytes), true);
    again.message.ack();
    stop();
    assert.equal((await answer).status, 200);
  });

  it(
    'the bytes are not the announced ones: they are not stored; a second announcement of the right ones is',
    limit,
    async () => {
      const [right, wrong] = [randomBytes(1000), randomBytes(1000)];
      const answer = stage.ask('wrong');
      const job = await node.take();
      assert.equal(await job.announce(right, { inline: wrong, timeoutMs: 500 }), false);
      assert.equal(await job.announce(right), true);
      job.message.ack();
      assert.deepEqual((await answer).body, right);
    },
  );

  it('it is announced twice: once it is stored, no api takes it', limit, async () => {
    const bytes = randomBytes(1000);
    const answer = stage.ask('twice');
    const job = await node.take();
    // An api that has stored the first one has unsubscribed.
    const confirmed = (is: boolean) => is || assert.fail('nobody confirmed it');
    await Promise.any([1, 2].map(async () => confirmed(await job.announce(bytes))));
    job.message.ack();
    assert.deepEqual((await answer).body, bytes);
    assert.equal(await job.announce(bytes), false);
  });
});
