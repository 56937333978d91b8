import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { buckets, subjects } from '@tintype/contracts';
import { type FaultStage, limit, startFaultStage } from '../../../kit/service/fault-stage.js';
import { until } from '../../../kit/until.js';

/** A step at which the owner's api stops until it is killed. */
interface Step {
  name: string;
  /** Resolves once the api is at the step. */
  reach: (stage: FaultStage, key: string) => Promise<unknown>;
  /** Bytes that only the dead api knew. */
  orphans?: number;
  /** The next request for the page finds this. */
  next: { cache: 'HIT' | 'MISS'; credits: string };
}

const anew = { cache: 'MISS', credits: '1' } as const;

const steps: Step[] = [
  {
    name: 'before the bytes are stored',
    reach: (stage, key) => stage.apiSeam(0).on('hold', 'sent', `$KV.${buckets.results}.*.${key}.>`).first,
    next: anew,
  },
  {
    name: 'between bytes and record',
    reach: (stage, key) => stage.apiSeam(0).on('hold', 'sent', `$KV.${buckets.index}.${key}`).first,
    orphans: 1,
    next: anew,
  },
  {
    name: 'between record and confirmation',
    // Does not wait for the confirmation to arrive.
    reach: (stage) => {
      stage.apiSeam(0).on('hold', 'sent', subjects.allCharges);
      return stage.apiSeam(0).on('hold', 'sent', '_INBOX_node.>').first;
    },
    next: { cache: 'HIT', credits: '1' },
  },
  {
    name: 'between confirmation and charge',
    reach: (stage) => stage.apiSeam(0).on('hold', 'sent', subjects.allCharges).first,
    next: { cache: 'HIT', credits: '1' },
  },
  {
    name: 'between charge and answer',
    reach: async (stage) => {
      const { reply } = await stage.apiSeam(0).on('watch', 'sent', subjects.allCharges).first;
      return stage.apiSeam(0).on('hold', 'received', reply).first;
    },
    next: { cache: 'HIT', credits: '0' },
  },
];

describe('the api that owns a job is killed', { timeout: 600_000 }, () => {
  let stage: FaultStage;

  before(async () => {
    stage = await startFaultStage({ slots: 1 });
  });
  afterEach(() => stage.check());
  after(() => stage?.stop());

  /** Two requests for a held page; api 0 owns the job. */
  const askTwice = async (name: string) => {
    stage.site.hold(name);
    const published = stage.offered(name, 0);
    const lost = stage.askDyingApi(name);
    await published;
    const refused = stage.offered(name, 1);
    const other = stage.ask(name, { api: 1 });
    await refused;
    return { lost, other };
  };

  it('while the job is queued, and the other one who waits is served', limit, async () => {
    for (const name of ['busy-1', 'busy-2']) stage.site.hold(name);
    const busy = ['busy-1', 'busy-2'].map((name) => stage.ask(name, { api: 1 }));
    await Promise.all(['busy-1', 'busy-2'].map((name) => stage.site.asked(name)));
    const { lost, other } = await askTwice('queued');
    await stage.killApi(0);
    assert.equal(await lost, undefined);
    for (const name of ['busy-1', 'busy-2', 'queued']) stage.site.release(name);
    assert.equal((await other).status, 200);
    for (const answer of busy) assert.equal((await answer).status, 200);
  });

  it('while the page is rendered, and the other one who waits is served by that render', limit, async () => {
    const { lost, other } = await askTwice('rendering');
    await stage.site.asked('rendering');
    await stage.killApi(0);
    assert.equal(await lost, undefined);
    stage.site.release('rendering');
    assert.equal((await other).status, 200);
    assert.equal(stage.site.hits('rendering'), 1);
  });

  it('while the page is rendered, with no other request: the node asks, and ends the render', limit, async () => {
    const unwanted = await stage.outcomes('unwanted');
    stage.site.hold('unasked-for');
    const lost = stage.askDyingApi('unasked-for');
    await stage.site.asked('unasked-for');
    await stage.killApi(0);
    assert.equal(await lost, undefined);
    await until('the page is closed', () => stage.site.gone('unasked-for') === 1);
    await stage.untilOutcome('unwanted', unwanted + 1);
  });

  for (const { name, reach, orphans = 0 } of steps) {
    it(`${name}, and the other one who waits is served for one charge`, limit, async () => {
      const page = name.replaceAll(' ', '-');
      const { lost, other } = await askTwice(page);
      // The other api gets the result when the first one stops.
      const announced = stage.apiSeam(1).on('hold', 'received', subjects.result(stage.keyOf(page)));
      const reached = reach(stage, stage.keyOf(page));
      stage.site.release(page);
      await Promise.all([reached, announced.first]);
      await stage.killApi(0);
      assert.equal(await stage.orphans(), stage.tally.orphans + orphans);
      assert.equal(await lost, undefined);
      announced.release();
      assert.equal((await other).status, 200);
      assert.equal(stage.site.hits(page), 1);
      stage.tally.orphans += orphans;
    });
  }

  // Before the bytes are stored, the next request cannot find anything.
  for (const { name, reach, orphans = 0, next } of steps.slice(1)) {
    it(`${name}, with no other request: either this or the next one is charged`, limit, async () => {
      const page = `${name.replaceAll(' ', '-')}-alone`;
      const reached = reach(stage, stage.keyOf(page));
      const lost = stage.askDyingApi(page);
      await reached;
      await stage.killApi(0);
      assert.equal(await lost, undefined);
      await stage.settled();
      const undelivered = next.credits === '0' ? 1 : 0;
      assert.equal(await stage.charges(), stage.tally.results + undelivered);
      stage.tally.orphans += orphans;
      const { headers } = await stage.ask(page, { api: 1 });
      assert.deepEqual([headers.get('x-cache'), headers.get('x-credits-charged')], [next.cache, next.credits]);
    });
  }
});
