import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { buckets, subjects } from '@tintype/contracts';
import { numberOf } from '../../../kit/pages/numbered-site.js';
import { browsersOf } from '../../../kit/process/leftovers.js';
import { type Asking, type FaultStage, limit, startFaultStage } from '../../../kit/service/fault-stage.js';
import { until } from '../../../kit/until.js';

/** A node asks about a job that was queued longer before it renders it. */
const longQueueMs = 500;

let stage: FaultStage;

before(async () => {
  stage = await startFaultStage({ slots: 1 });
});
afterEach(() => stage.check());
after(() => stage?.stop());

describe('the client of the owner leaves', { timeout: 600_000 }, () => {
  /** A request that the test can abort. */
  const startLeaving = (name: string, asking: Asking = {}) => {
    const client = new AbortController();
    const answer = stage.askDyingApi(name, { ...asking, signal: client.signal });
    const leave = async () => {
      client.abort();
      assert.equal(await answer, undefined);
    };
    return leave;
  };

  /** The owner of a running job on a held page. */
  const startOwner = async (name: string) => {
    stage.site.hold(name);
    const leave = startLeaving(name);
    await stage.site.asked(name);
    return leave;
  };

  it('and no other request waits: the page is closed, and nothing is announced, stored or charged', limit, async () => {
    const unwanted = await stage.outcomes('unwanted');
    const leave = await startOwner('left');
    await leave();
    await until('the page is closed', () => stage.site.gone('left') === 1);
    await stage.untilOutcome('unwanted', unwanted + 1);
    await stage.settled();
    assert.equal(await stage.charges(), 0);
  });

  it('and another request waits at the same api: the same render serves it', limit, async () => {
    const leave = await startOwner('same-api');
    // Covers both ways to read records.
    const reads = ['STREAM.MSG.GET', 'DIRECT.GET'].map((how) => `$JS.API.${how}.KV_${buckets.index}`);
    const subjectsOfReads = [...reads, ...reads.map((read) => `${read}.>`)];
    const looked = Promise.race(subjectsOfReads.map((subject) => stage.apiSeam(0).on('watch', 'sent', subject).first));
    const other = stage.ask('same-api');
    await looked;
    await leave();
    stage.site.release('same-api');
    assert.equal((await other).status, 200);
  });

  it('and another request waits at another api: the same render serves it', limit, async () => {
    const leave = await startOwner('other-api');
    const offered = stage.offered('other-api', 1);
    const other = stage.ask('other-api', { api: 1 });
    await offered;
    const asked = stage.onNodes('watch', 'sent', subjects.wanted(stage.keyOf('other-api')));
    await leave();
    await asked;
    stage.site.release('other-api');
    assert.equal((await other).status, 200);
    assert.deepEqual([stage.site.hits('other-api'), stage.site.gone('other-api')], [1, 0]);
  });

  it('and only a fresh request waits: the render is ended, and the fresh one has its own', limit, async () => {
    const leave = await startOwner('for-fresh');
    const offered = stage.offered('for-fresh', 1);
    const fresh = stage.ask('for-fresh', { api: 1, fresh: true });
    await offered;
    await leave();
    await until('the page is closed', () => stage.site.gone('for-fresh') === 1);
    stage.site.release('for-fresh');
    assert.equal((await fresh).status, 200);
    assert.equal(stage.site.hits('for-fresh'), 2);
  });

  it('and another request comes while the node gives up: its own job serves it', limit, async () => {
    const leave = await startOwner('latecomer');
    const asking = () => stage.onNodes('watch', 'sent', subjects.wanted(stage.keyOf('latecomer')));
    const asked = asking();
    await leave();
    await asked;
    // The node asks twice before it gives up.
    const { node, reply } = await asking();
    const nobody = stage.seam(node).on('hold', 'received', reply);
    await nobody.first;
    const offered = stage.offered('latecomer', 1);
    const other = stage.ask('latecomer', { api: 1 });
    await offered;
    nobody.release();
    await until('the page is closed', () => stage.site.gone('latecomer') === 1);
    stage.site.release('latecomer');
    assert.equal((await other).status, 200);
    assert.equal(stage.site.hits('latecomer'), 2);
  });

  it('while the job is queued: it is never rendered', limit, async () => {
    for (const name of ['busy-1', 'busy-2']) stage.site.hold(name);
    const busy = ['busy-1', 'busy-2'].map((name) => stage.ask(name));
    await Promise.all(['busy-1', 'busy-2'].map((name) => stage.site.asked(name)));
    const unwanted = await stage.outcomes('unwanted');
    const offered = stage.offered('queued', 0);
    const leave = startLeaving('queued');
    await offered;
    const from = Date.now();
    await leave();
    await until('the job is an old one', () => Date.now() - from > longQueueMs);
    for (const name of ['busy-1', 'busy-2']) stage.site.release(name);
    await stage.untilOutcome('unwanted', unwanted + 1);
    assert.equal(stage.site.hits('queued'), 0);
    for (const answer of busy) assert.equal((await answer).status, 200);
    assert.ok(numberOf((await stage.ask('queued')).body) > 0);
  });
});

describe('a node fails', { timeout: 600_000 }, () => {
  it('it is killed while it renders: another one renders the job when ack_wait has passed', limit, async () => {
    await stage.setAckWait(2000);
    stage.site.hold('killed');
    const delivered = stage.delivered('killed');
    const answer = stage.ask('killed');
    const { node } = await delivered;
    await stage.site.asked('killed');
    node.child.kill();
    stage.site.release('killed');
    assert.equal((await answer).status, 200);
    assert.equal(stage.site.hits('killed'), 2);
    await stage.setAckWait();
  });

  it(
    'it stops past ack_wait and continues: a plain request has one charge, a fresh one its own result',
    limit,
    async () => {
      stage.site.hold('stalled');
      const delivered = stage.delivered('stalled');
      const plain = stage.ask('stalled');
      const first = await delivered;
      await stage.site.asked('stalled');
      process.kill(first.node.child.pid, 'SIGSTOP');
      await stage.deliverAgain(first);
      stage.site.release('stalled');
      assert.equal((await plain).status, 200);
      stage.site.hold('stalled');
      const fresh = stage.ask('stalled', { api: 1, fresh: true });
      await stage.site.asked('stalled', 3);
      const late = stage.seam(first.node).on('watch', 'sent', subjects.result(stage.keyOf('stalled'))).first;
      process.kill(first.node.child.pid, 'SIGCONT');
      await late;
      stage.site.release('stalled');
      const answer = await fresh;
      assert.equal(answer.headers.get('x-cache'), 'MISS');
      assert.ok(numberOf(answer.body) > numberOf((await plain).body));
    },
  );

  it(
    'its browser dies at every attempt: the answer is render_failed, and the page can be asked for again',
    limit,
    async () => {
      stage.site.hold('poison');
      const answer = stage.ask('poison');
      for (const attempt of [1, 2, 3]) {
        await stage.site.asked('poison', attempt);
        const nodes = stage.service.nodes.map(({ child }) => child.pid);
        for (const pid of browsersOf(nodes)) process.kill(pid, 'SIGKILL');
      }
      const { status, error } = await answer;
      assert.deepEqual([status, error().code], [500, 'render_failed']);
      stage.site.release('poison');
      assert.equal((await stage.ask('poison')).status, 200);
    },
  );

  it('its job cannot be read: the job is ended, and the request at its subject is served', limit, async () => {
    for (const text of ['{', JSON.stringify({ id: 'x' })]) {
      const key = createHash('sha256').update(text).digest('hex');
      await stage.admin.jetstream.publish(subjects.job('still', 'tester', key), text);
    }
    await stage.untilOutcome('unreadable', 2);
    await stage.admin.jetstream.publish(subjects.job('still', 'tester', stage.keyOf('unreadable')), 'x');
    assert.equal((await stage.ask('unreadable')).status, 200);
  });
});
