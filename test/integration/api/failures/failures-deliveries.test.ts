import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { subjects } from '@tintype/contracts';
import { type FaultStage, limit, startFaultStage } from '../../../kit/service/fault-stage.js';

describe('messages between apis and nodes are lost', { timeout: 600_000 }, () => {
  let stage: FaultStage;

  before(async () => {
    stage = await startFaultStage({ slots: 2 });
  });
  afterEach(() => stage.check());
  after(() => stage?.stop());

  const result = (name: string) => subjects.result(stage.keyOf(name));

  /** Without a confirmation, the node announces again. */
  const loseAnnouncement = async () => {
    const lost = stage.onNodes('drop', 'sent', result('announcement'));
    const answer = stage.ask('announcement');
    await lost;
    assert.equal((await answer).status, 200);
    assert.equal(stage.site.hits('announcement'), 1);
  };

  /** The owner has its result; the node ends the job without a message. */
  const loseConfirmation = async () => {
    const announced = stage.onNodes('watch', 'sent', result('confirmation'));
    const answer = stage.ask('confirmation');
    const { reply } = await announced;
    const lost = stage.apiSeam(0).on('drop', 'sent', reply);
    assert.equal((await answer).status, 200);
    await lost.first;
    return lost;
  };

  /** The owner reads the cache and publishes again, like every waiting request. */
  const loseFailure = async () => {
    stage.site.breakNext('failure', 1);
    const lost = stage.onNodes('drop', 'sent', result('failure'), { says: '"ok":false' });
    const answer = stage.ask('failure');
    await lost;
    assert.equal((await answer).status, 200);
    assert.equal(stage.site.hits('failure'), 2);
  };

  it('an announcement, a confirmation or a failure: every request is served, and charged once', limit, async () => {
    await Promise.all([loseAnnouncement(), loseConfirmation(), loseFailure()]);
    assert.equal(stage.site.hits('confirmation'), 1);
  });

  it('an acknowledgement: the job comes again, and is ended without a second render', limit, async () => {
    const delivered = stage.delivered('ack');
    const answer = stage.ask('ack');
    const job = await delivered;
    const lost = stage.seam(job.node).on('drop', 'sent', job.reply, { says: '+ACK' });
    assert.equal((await answer).status, 200);
    await lost.first;
    assert.equal(await stage.jobs(), 1);
    await stage.deliverAgain(job);
    await stage.settled();
    assert.equal(stage.site.hits('ack'), 1);
  });

  it(
    'a node, three times: the fourth delivery is ended unrendered, and the page can be asked for again',
    limit,
    async () => {
      stage.site.hold('four');
      let delivered = stage.delivered('four');
      const answer = stage.ask('four');
      for (const delivery of [1, 2, 3]) {
        const job = await delivered;
        await stage.site.asked('four', delivery);
        delivered = stage.delivered('four');
        await stage.deliverAgain(job);
      }
      const { status, error } = await answer;
      assert.deepEqual([status, error().code], [500, 'render_failed']);
      assert.equal(stage.site.hits('four'), 3);
      stage.site.release('four');
      assert.equal((await stage.ask('four')).status, 200);
    },
  );

  it('the connection of an api with a running job: its request is still served', limit, async () => {
    stage.site.hold('cut');
    const answer = stage.ask('cut');
    await stage.site.asked('cut');
    stage.apiSeam(0).cut();
    stage.site.release('cut');
    assert.equal((await answer).status, 200);
  });
});
