import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { errorTable, streams, subjects } from '@tintype/contracts';
import { type FaultStage, limit, startFaultStage } from '../../../kit/service/fault-stage.js';
import { type Answer, untilReady } from '../../../kit/service/service.js';
import { until } from '../../../kit/until.js';

const crowd = { id: 'crowd', apiKey: 'crowd-key', secret: 'crowd-secret' };

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

let stage: FaultStage;

before(async () => {
  stage = await startFaultStage({ slots: 2, accounts: [crowd] });
});
afterEach(() => stage.check());
after(() => stage?.stop());

describe('messages between apis and nodes are lost', { timeout: 600_000 }, () => {
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

describe('the queue', { timeout: 600_000 }, () => {
  it('is full: 503 with Retry-After for a new page, and the queued ones are served to all who ask', limit, async () => {
    const { config } = await stage.admin.manager.streams.info(streams.renders);
    await stage.admin.manager.streams.update(streams.renders, { ...config, max_msgs: 4 });
    const full = names('full', 4);
    for (const name of full) stage.site.hold(name);
    const answers = full.map((name) => stage.ask(name));
    await Promise.all(full.map((name) => stage.site.asked(name)));
    const refused = await stage.ask('too-many', { api: 1 });
    assert.deepEqual([refused.status, refused.error().code], [503, 'overloaded']);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    const offered = stage.offered('full-0', 1);
    const joined = stage.ask('full-0', { api: 1 });
    await offered;
    for (const name of full) stage.site.release(name);
    for (const answer of [...answers, joined]) assert.equal((await answer).status, 200);
    await stage.admin.manager.streams.update(streams.renders, config);
    assert.equal((await stage.ask('too-many')).status, 200);
  });

  it('has at most the account’s limit of jobs, and another account comes before the rest', limit, async () => {
    await stage.setLimits(crowd, { concurrentRenders: 2 });
    const pages = names('crowd', 10);
    for (const name of pages) stage.site.hold(name);
    const answers = pages.map((name, index) => stage.ask(name, { api: index % 2, account: crowd }));
    await until('the crowd has its share', async () => (await stage.jobsOf(crowd)) >= 2);
    assert.equal((await stage.ask('alone', { api: 0 })).status, 200);
    assert.equal((await stage.ask('alone-too', { api: 1 })).status, 200);
    assert.ok((await stage.jobsOf(crowd)) <= 3, 'two, and one for the second api');
    for (const name of pages) stage.site.release(name);
    for (const answer of answers) assert.equal((await answer).status, 200);
  });

  /** Renders run and wait on both apis while something happens to nats-server. */
  const askThrough = async (prefix: string, happen: () => Promise<void>) => {
    const pages = names(prefix, 8);
    for (const name of pages) stage.site.hold(name);
    const answers = pages.flatMap((name) => [0, 1].map((api) => stage.ask(name, { api })));
    await until('all are queued', async () => (await stage.jobs()) === pages.length);
    await until('all slots are busy', () => pages.filter((name) => stage.site.hits(name) > 0).length === 4);
    await happen();
    for (const name of pages) stage.site.release(name);
    const known = ({ status, error }: Answer) => status === 200 || error().code in errorTable;
    for (const answer of await Promise.all(answers)) assert.ok(known(answer), String(answer.status));
    await Promise.all([...stage.service.apis, ...stage.service.nodes].map(untilReady));
    // If a charge's answer was lost, this delivery is the one that pays.
    for (const name of pages) assert.equal((await stage.ask(name)).status, 200);
    // An acknowledgement may be lost; bytes stay if the write of their record is in doubt.
    await stage.setAckWait(1000);
    await stage.settled();
    await stage.setAckWait();
    stage.tally.orphans = await stage.orphans();
  };

  it('is stopped cleanly and started again: every request is answered, and charged once', limit, async () => {
    await askThrough('restarted', () => stage.service.nats.restart());
  });

  it('is killed and started again: every request is answered, and charged once', limit, async () => {
    await askThrough('killed', async () => {
      await stage.service.nats.kill();
      await stage.service.nats.start();
    });
  });

  it(
    'is killed while results are announced, stored and charged: every request is answered, and charged once',
    limit,
    async () => {
      await askThrough('storing', async () => {
        const charges = [0, 1].map((api) => stage.apiSeam(api).on('watch', 'sent', subjects.allCharges).first);
        for (const name of names('storing', 8)) stage.site.release(name);
        await Promise.race(charges);
        await stage.service.nats.kill();
        await stage.service.nats.start();
      });
    },
  );
});
