import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PlayedClock } from '@tintype/stores/testing';
import { RateLimiter } from './rate-limiter.js';
import { type Lane, type QueueMetrics, WorkQueue } from './work-queue.js';

const stage = (metrics?: QueueMetrics, limits: { perSecond?: number; burst?: number } = {}) => {
  const clock = new PlayedClock();
  const rateLimiter = new RateLimiter(clock, { firstMs: 100, maxMs: 1000, perSecond: 1000, burst: 1000, ...limits });
  const queue = new WorkQueue({ clock, rateLimiter, ...(metrics && { metrics }) });
  const got: string[] = [];
  /** Takes keys as they come, and keeps them. */
  const take = async (count = 1) => {
    for (let each = 0; each < count; each += 1) void queue.get().then((key) => got.push(key ?? 'end'));
    await clock.advance(0);
  };
  const addAll = (keys: string[], lane?: Lane) => {
    for (const key of keys) queue.add(key, lane);
  };
  return { clock, queue, got, take, addAll };
};

describe('WorkQueue', () => {
  it('gives keys in the order in which they came, each once', async () => {
    const { queue, got, take, addAll } = stage();
    addAll(['a', 'b', 'a', 'c', 'b']);
    assert.equal(queue.depth('normal'), 3);
    await take(4);
    assert.deepEqual(got, ['a', 'b', 'c']);
    queue.add('d');
    await take(0);
    assert.deepEqual(got, ['a', 'b', 'c', 'd']);
  });

  it('gives a key that is added while it is worked on once more, after it is done', async () => {
    const { queue, got, take, addAll } = stage();
    queue.add('a');
    await take(3);
    addAll(['a', 'a']);
    await take(0);
    assert.deepEqual(got, ['a']);
    queue.done('a');
    await take(0);
    assert.deepEqual(got, ['a', 'a']);
    queue.done('a');
    await take(0);
    assert.deepEqual(got, ['a', 'a']);
  });

  it('gives a hot key after all that were there before it was added again', async () => {
    const { queue, got, take, addAll } = stage();
    queue.add('hot');
    await take();
    addAll(['b', 'hot', 'c', 'd']);
    for (let turn = 0; turn < 4; turn += 1) {
      queue.done('hot');
      await take();
      queue.add('hot');
    }
    assert.deepEqual(got, ['hot', 'b', 'hot', 'c', 'd']);
  });

  it('ignores done for a key that nobody has', async () => {
    const { queue, got, take } = stage();
    queue.done('a');
    queue.add('a');
    queue.done('a');
    await take();
    assert.deepEqual(got, ['a']);
  });

  describe('delays', () => {
    it('gives a key when its time has come, not before', async () => {
      const { queue, clock, got, take } = stage();
      queue.addAfter('a', 100);
      await take();
      await clock.advance(99);
      assert.deepEqual(got, []);
      await clock.advance(1);
      assert.deepEqual(got, ['a']);
    });

    it('takes the earliest of several times, and an add without one before all', async () => {
      const { queue, clock, got, take } = stage();
      queue.addAfter('a', 100);
      queue.addAfter('a', 50);
      queue.addAfter('a', 200);
      queue.addAfter('b', 100);
      queue.add('b');
      await take(3);
      assert.deepEqual(got, ['b']);
      await clock.advance(50);
      assert.deepEqual(got, ['b', 'a']);
      queue.done('a');
      queue.done('b');
      await clock.advance(1000);
      assert.deepEqual(got, ['b', 'a'], 'the later times are answered');
      assert.equal(clock.nextIn, undefined);
    });

    it('keeps the time that is asked for while the key is worked on', async () => {
      const { queue, clock, got, take } = stage();
      queue.add('a');
      await take(2);
      queue.addAfter('a', 100);
      queue.done('a');
      await clock.advance(99);
      assert.deepEqual(got, ['a']);
      await clock.advance(1);
      assert.deepEqual(got, ['a', 'a']);
    });

    it('holds back a key whose time comes while it is worked on', async () => {
      const { queue, clock, got, take } = stage();
      queue.add('a');
      await take(2);
      queue.addAfter('a', 100);
      await clock.advance(200);
      assert.deepEqual([got, queue.depth('normal')], [['a'], 0]);
      queue.done('a');
      await clock.advance(0);
      assert.deepEqual(got, ['a', 'a']);
    });

    it('takes no delay, and one that is no number, for none', async () => {
      const { queue, got, take } = stage();
      queue.addAfter('a', 0);
      queue.addAfter('b', -1);
      queue.addAfter('c', Number.NaN);
      await take(3);
      assert.deepEqual(got, ['a', 'b', 'c']);
    });

    it('gives ten thousand delayed keys in order, with one timer', async () => {
      const { queue, clock, got, take } = stage();
      const delays = Array.from({ length: 10_000 }, (_, index) => ((index * 7919) % 10_000) + 1);
      for (const delay of delays) queue.addAfter(String(delay), delay);
      await take(10_000);
      await clock.advance(10_000);
      assert.deepEqual(
        got,
        delays.map(String).sort((one, other) => Number(one) - Number(other)),
      );
    });
  });

  describe('rate limit', () => {
    it('delays a failing key more and more, until it is forgotten', async () => {
      const { queue, clock, got, take } = stage();
      queue.addRateLimited('a');
      await take();
      await clock.advance(100);
      assert.deepEqual(got, ['a']);
      queue.addRateLimited('a');
      queue.done('a');
      await take();
      await clock.advance(199);
      assert.deepEqual([got.length, queue.retries('a')], [1, 2]);
      await clock.advance(1);
      queue.forget('a');
      queue.addRateLimited('a');
      queue.done('a');
      await take();
      await clock.advance(100);
      assert.deepEqual([got.length, queue.retries('a')], [3, 1]);
    });
  });

  it('gives a key again at once, as often as all keys together may be retried', async () => {
    const { queue, clock, got } = stage(undefined, { perSecond: 10, burst: 3 });
    const work = async () => {
      for (let key = await queue.get(); key !== undefined; key = await queue.get()) {
        got.push(key);
        queue.addAgain(key);
        queue.done(key);
      }
    };
    queue.add('a');
    void work();
    await clock.advance(0);
    assert.equal(got.length, 4);
    await clock.advance(1000);
    assert.deepEqual([got.length, queue.retries('a')], [14, 0]);
  });

  describe('lanes', () => {
    it('gives one get in four to the low lane while both wait', async () => {
      const { got, take, addAll } = stage();
      addAll(['l1', 'l2', 'l3'], 'low');
      addAll(['n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7']);
      await take(10);
      assert.deepEqual(got, ['n1', 'n2', 'n3', 'l1', 'n4', 'n5', 'n6', 'l2', 'n7', 'l3']);
    });

    it('saves up no turns for a lane that was empty', async () => {
      const { got, take, addAll } = stage();
      addAll(['n1', 'n2', 'n3', 'n4', 'n5']);
      await take(5);
      addAll(['l1', 'l2'], 'low');
      addAll(['n6']);
      await take(3);
      assert.deepEqual(got.slice(5), ['n6', 'l1', 'l2']);
    });

    it('moves a key up that is wanted in the better lane, and never down', async () => {
      const { queue, got, take, addAll } = stage();
      addAll(['a', 'b'], 'low');
      addAll(['n']);
      addAll(['b']);
      addAll(['n'], 'low');
      assert.deepEqual([queue.depth('normal'), queue.depth('low')], [2, 1]);
      await take(3);
      assert.deepEqual(got, ['b', 'n', 'a']);
    });

    it('has timers and retries in the better lane, wherever the key came from', async () => {
      const { queue, clock, got, take, addAll } = stage();
      addAll(['timer', 'retry'], 'low');
      await take(2);
      queue.addAfter('timer', 10);
      queue.addRateLimited('retry');
      for (const key of ['timer', 'retry']) queue.done(key);
      addAll(['l1', 'l2', 'l3', 'l4'], 'low');
      await clock.advance(100);
      await take(3);
      assert.deepEqual(got.slice(2), ['timer', 'retry', 'l1']);
    });
  });

  describe('shut down', () => {
    it('ends all getters, those of later too, and takes nothing more', async () => {
      const { queue, clock, got, take } = stage();
      await take(2);
      await queue.shutDown();
      queue.add('a');
      queue.addAfter('b', 10);
      queue.addRateLimited('c');
      await take();
      await clock.advance(1000);
      assert.deepEqual(got, ['end', 'end', 'end']);
      assert.equal(clock.nextIn, undefined);
    });

    it('waits for what is in hand, and lets go of the rest', async () => {
      const { queue, clock, got, take, addAll } = stage();
      addAll(['a', 'b', 'c']);
      queue.addAfter('d', 10);
      await take(2);
      let drained = false;
      void queue.shutDown().then(() => {
        drained = true;
      });
      queue.done('a');
      await clock.advance(100);
      assert.equal(drained, false);
      queue.done('b');
      await clock.advance(0);
      assert.equal(drained, true);
      assert.deepEqual(got, ['a', 'b']);
      assert.deepEqual([queue.depth('normal'), clock.nextIn], [0, undefined]);
      await queue.shutDown();
    });
  });

  it('says how long keys waited and were worked on', async () => {
    const told: unknown[] = [];
    const { queue, clock, take } = stage({
      added: () => told.push('added'),
      retried: () => told.push('retried'),
      started: (waitedMs) => told.push(['started', waitedMs]),
      finished: (workedMs) => told.push(['finished', workedMs]),
    });
    queue.add('a');
    queue.add('a');
    await clock.advance(30);
    await take();
    await clock.advance(12);
    assert.deepEqual(queue.processingMs(), [12]);
    queue.addAfter('a', 100);
    queue.done('a');
    await clock.advance(100);
    assert.deepEqual(told, ['added', ['started', 30], 'retried', ['finished', 12], 'added']);
  });
});
