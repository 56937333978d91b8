import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import { subjects } from '@tintype/contracts';
import { numberOf } from '../../../kit/pages/numbered-site.js';
import { browsersOf } from '../../../kit/process/leftovers.js';
import { type FaultStage, limit, startFaultStage } from '../../../kit/service/fault-stage.js';

describe('a node fails', { timeout: 600_000 }, () => {
  let stage: FaultStage;

  before(async () => {
    stage = await startFaultStage({ slots: 1 });
  });
  afterEach(() => stage.check());
  after(() => stage?.stop());

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
