import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { controllerFixture, ManualSource } from '../fixtures/controller-fixture.js';
import { type Reconcile, SyncTimeout } from './controller.js';
import { LeadershipReturned } from './election/term.js';

/** A reconcile that waits until the test releases its key. */
const heldReconcile = () => {
  const held = new Map<string, { settle: PromiseWithResolvers<void>; signal: AbortSignal }>();
  const seen: string[] = [];
  const reconcile: Reconcile = async (key, signal) => {
    seen.push(key);
    const settle = Promise.withResolvers<void>();
    held.set(key, { settle, signal });
    await settle.promise;
    held.delete(key);
  };
  return { held, seen, reconcile };
};

describe('Controller', () => {
  it('begins once all of its sources have synced, with what they named before', async () => {
    const seen: string[] = [];
    const [one, other] = [new ManualSource(), new ManualSource()];
    const { controller, clock, term } = controllerFixture(async (key) => void seen.push(key), {
      sources: [one, other],
    });
    void controller.run(term.signal);
    one.add('a');
    one.synced.resolve();
    await clock.advance(1000);
    assert.deepEqual(seen, []);
    other.synced.resolve();
    await clock.advance(0);
    other.add('b', 'a');
    await clock.advance(0);
    assert.deepEqual(seen, ['a', 'b', 'a']);
  });

  it('fails when a source does', async () => {
    const { controller, source, term } = controllerFixture(async () => {});
    const run = controller.run(term.signal);
    source.synced.reject(new Error('no such kind'));
    await assert.rejects(run, /no such kind/);
    assert.equal(source.isStarted, false);
  });

  it('fails when a source has not synced for too long', async () => {
    const { controller, clock, source, term } = controllerFixture(async () => {}, { syncTimeoutMs: 1000 });
    const run = assert.rejects(controller.run(term.signal), SyncTimeout);
    await clock.advance(999);
    assert.equal(source.isStarted, true);
    await clock.advance(1);
    await run;
    assert.equal(source.isStarted, false);
    assert.equal(clock.nextIn, undefined);
  });

  it('has no such limit once all have synced', async () => {
    const { controller, clock, source, term } = controllerFixture(async () => {}, { syncTimeoutMs: 1000 });
    void controller.run(term.signal);
    await clock.advance(999);
    source.synced.resolve();
    await clock.advance(10_000);
    assert.equal(source.isStarted, true);
  });

  it('works on as many keys at once as it has workers, and never on one twice', async () => {
    const { held, seen, reconcile } = heldReconcile();
    const { source, clock, begin } = controllerFixture(reconcile, { workers: 2 });
    await begin();
    source.add('a', 'b', 'c');
    await clock.advance(0);
    source.add('a');
    await clock.advance(0);
    assert.deepEqual(seen, ['a', 'b']);
    held.get('b')?.settle.resolve();
    await clock.advance(0);
    assert.deepEqual(seen, ['a', 'b', 'c']);
    held.get('a')?.settle.resolve();
    await clock.advance(0);
    assert.deepEqual(seen, ['a', 'b', 'c', 'a']);
  });

  it('sees a key again after as long as its reconcile asks for', async () => {
    const wishes: (number | undefined)[] = [500, Number.POSITIVE_INFINITY];
    const seen: number[] = [];
    const { source, clock, results, begin } = controllerFixture(async () => {
      seen.push(clock.monotonic());
      const requeueAfterMs = wishes.shift();
      return requeueAfterMs === undefined ? undefined : { requeueAfterMs };
    });
    await begin();
    source.add('a');
    await clock.advance(10_000);
    assert.deepEqual(seen, [0, 500]);
    assert.deepEqual(results, ['requeue_after 0', 'success 0']);
    assert.equal(clock.nextIn, undefined);
  });

  it('sees a key again at once that asks for it, and for ever, but keeps to the rate of retries', async () => {
    const seen: number[] = [];
    const { source, clock, results, begin } = controllerFixture(
      async () => {
        seen.push(clock.monotonic());
        return { requeueAfterMs: seen.length % 2 === 0 ? 0 : -5 };
      },
      { rateLimit: { firstMs: 100, maxMs: 1000, perSecond: 10, burst: 2 } },
    );
    await begin();
    source.add('a');
    await clock.advance(300);
    assert.deepEqual(seen, [0, 0, 0, 100, 200, 300]);
    assert.deepEqual(new Set(results), new Set(['requeue_after 0']));
  });

  it('backs off after a reconcile in vain, and logs nothing', async () => {
    const seen: number[] = [];
    const { source, clock, results, logged, controller, begin } = controllerFixture(
      async () => {
        seen.push(clock.monotonic());
        return { backOff: seen.length < 5 };
      },
      { rateLimit: { firstMs: 100, maxMs: 400, perSecond: 10, burst: 2 } },
    );
    await begin();
    source.add('a');
    await clock.advance(10_000);
    assert.deepEqual(seen, [0, 100, 300, 700, 1100]);
    assert.deepEqual(new Set(results.slice(0, 4)), new Set(['requeue_after 0']));
    assert.deepEqual([results.at(-1), logged], ['success 0', []]);
    assert.equal(controller.queue.retries('a'), 0);
  });

  it('counts a time that is no number as a failure', async () => {
    const wishes = [Number.NaN, Number.NaN];
    const { source, clock, results, logged, begin } = controllerFixture(async () => ({
      requeueAfterMs: wishes.shift() ?? Number.POSITIVE_INFINITY,
    }));
    await begin();
    source.add('a');
    await clock.advance(10_000);
    assert.deepEqual(results, ['error 0', 'error 0', 'success 0']);
    assert.deepEqual(
      logged.map((each) => (each as { message: string }).message),
      ['cannot reconcile: trying again', 'reconciled after failures'],
    );
  });

  it('retries a failing key, later each time', async () => {
    const seen: number[] = [];
    const { source, clock, results, controller, begin } = controllerFixture(async () => {
      seen.push(clock.monotonic());
      if (seen.length < 4) throw new Error('failure');
    });
    await begin();
    source.add('n/a');
    await clock.advance(10_000);
    assert.deepEqual(seen, [0, 100, 300, 700]);
    assert.deepEqual(results, ['error 0', 'error 0', 'error 0', 'success 0']);
    assert.equal(controller.queue.retries('n/a'), 0);
  });

  it('ends the signal of a reconcile that takes too long, and keeps its key until it settles', async () => {
    const { held, seen, reconcile } = heldReconcile();
    const { source, clock, results, logged, begin } = controllerFixture(reconcile, { deadlineMs: 1000, workers: 2 });
    await begin();
    source.add('a');
    await clock.advance(999);
    const { settle, signal } = held.get('a') ?? assert.fail();
    assert.equal(signal.aborted, false);
    await clock.advance(1);
    assert.equal(signal.reason.name, 'DeadlineExceeded');
    source.add('a');
    await clock.advance(60_000);
    assert.deepEqual(seen, ['a']);
    settle.reject(signal.reason);
    await clock.advance(0);
    assert.deepEqual([results, logged.length], [['timeout 61000'], 1]);
    assert.deepEqual(seen, ['a', 'a']);
  });

  describe('at the end of its term', () => {
    it('starts nothing more, and aborts running reconciles', async () => {
      const { held, seen, reconcile } = heldReconcile();
      const { source, clock, term, logged, begin } = controllerFixture(reconcile, { workers: 2 });
      const run = await begin();
      source.add('a', 'b', 'c');
      await clock.advance(0);
      const lost = new Error('somebody else leads');
      term.abort(lost);
      assert.equal(held.get('a')?.signal.reason, lost);
      held.get('a')?.settle.reject(lost);
      await clock.advance(60_000);
      assert.deepEqual([run.hasEnded, seen, logged], [false, ['a', 'b'], []]);
      held.get('b')?.settle.resolve();
      await clock.advance(0);
      assert.deepEqual([run.hasEnded, seen, source.isStarted], [true, ['a', 'b'], false]);
      assert.equal(clock.nextIn, undefined);
    });

    it('lets running reconciles end if the term is returned', async () => {
      const { held, seen, reconcile } = heldReconcile();
      const { source, clock, term, logged, begin } = controllerFixture(reconcile);
      const run = await begin();
      source.add('a', 'b');
      await clock.advance(0);
      term.abort(new LeadershipReturned('the program ends'));
      await clock.advance(1000);
      assert.deepEqual([run.hasEnded, held.get('a')?.signal.aborted], [false, false]);
      held.get('a')?.settle.reject(new Error('no'));
      await clock.advance(0);
      assert.deepEqual([run.hasEnded, seen, logged.length], [true, ['a'], 1]);
    });

    it('does not start a key between queue and worker', async () => {
      const seen: string[] = [];
      const { source, clock, term, begin } = controllerFixture(async (key) => void seen.push(key));
      const run = await begin();
      source.add('a');
      term.abort();
      await clock.advance(0);
      assert.deepEqual([seen, run.hasEnded], [[], true]);
    });

    it('does nothing in a term that is over', async () => {
      const { term, begin } = controllerFixture(() => assert.fail());
      term.abort();
      const run = await begin();
      assert.equal(run.hasEnded, true);
    });

    it('waits no longer for its sources', async () => {
      const { term, controller } = controllerFixture(() => assert.fail());
      const run = controller.run(term.signal);
      term.abort();
      await run;
    });
  });

  describe('when it is stopped', () => {
    it('lets running reconciles end', async () => {
      const { held, seen, reconcile } = heldReconcile();
      const { source, clock, controller, begin } = controllerFixture(reconcile);
      const run = await begin();
      source.add('a', 'b');
      await clock.advance(0);
      let stopped = false;
      void controller.stop().then(() => {
        stopped = true;
      });
      await clock.advance(100);
      assert.deepEqual([stopped, held.get('a')?.signal.aborted], [false, false]);
      held.get('a')?.settle.resolve();
      await clock.advance(0);
      assert.deepEqual([stopped, run.hasEnded, seen], [true, true, ['a']]);
    });

    it('has nothing to wait for before it runs', async () => {
      const { controller, term } = controllerFixture(() => assert.fail());
      await controller.stop();
      await controller.run(term.signal);
    });
  });
});
