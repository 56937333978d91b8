import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { buckets, subjects } from '@tintype/contracts';
import { numberOf } from '../../../kit/pages/numbered-site.js';
import { type Asking, type FaultStage, limit, startFaultStage } from '../../../kit/service/fault-stage.js';
import { until } from '../../../kit/until.js';

/** A node asks about a job that was queued longer before it renders it. */
const longQueueMs = 500;

describe('the client of the owner leaves', { timeout: 600_000 }, () => {
  let stage: FaultStage;

  before(async () => {
    stage = await startFaultStage({ slots: 1 });
  });
  afterEach(() => stage.check());
  after(() => stage?.stop());

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
