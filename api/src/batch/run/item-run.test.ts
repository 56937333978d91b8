import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TintypeError } from '@tintype/contracts';
import { systemClock } from '@tintype/runtime';
import { UploadFailed } from '../../account-storage/upload-faults.js';
import { BatchChanges } from '../batch-changes.js';
import { batchFixture, batchKey, itemOf } from '../batch-fixture.js';
import { BatchViews } from '../batch-view.js';
import { CrashMarks } from './crash-marks.js';

/** Time passes only while everything waits. */
const playedClock = () => {
  const clock = { ...systemClock, now: () => now, after: (ms: number, call: () => void) => skip(ms, call) };
  let now = Date.now();
  const skip = (ms: number, call: () => void) =>
    systemClock.after(0, () => {
      now += ms;
      call();
    });
  return clock;
};

describe('an account’s storage that does not answer', () => {
  const storage = (kind: 'unreachable' | 'failed' | 'dns') =>
    new TintypeError('storage_failed', 'No.', { cause: new UploadFailed({ kind, reach: 'store', sentence: 'No.' }) });

  const stageOf = (awayMs: number, kind: 'unreachable' | 'failed' | 'dns' = 'unreachable') => {
    const clock = playedClock();
    const begun = clock.now();
    let tries = 0;
    let onTry: (() => Promise<void>) | undefined;
    const stage = batchFixture(
      {
        clock,
        render: async () => {
          tries += 1;
          await onTry?.();
          if (clock.now() - begun < awayMs) throw storage(kind);
          return { status: 'completed' };
        },
      },
      begun,
    );
    const runToEnd = async () => {
      for (let again = await stage.run(); again !== undefined; again = await stage.run())
        await new Promise<void>((resolve) => clock.after(again ?? 0, resolve));
    };
    const beforeTry = (act: () => Promise<void>) => {
      onTry = act;
    };
    return { ...stage, clock, runToEnd, tries: () => tries, beforeTry };
  };

  const many = Array.from({ length: 50 }, (_, number) => itemOf(number));

  it('pauses the batch, and no item fails', async () => {
    const { accept, runToEnd, store, tries } = stageOf(1800_000);
    await accept(many);
    await runToEnd();
    assert.deepEqual((await store.finished(batchKey))?.counts, { completed: 50, failed: 0, cancelled: 0 });
    // Each item once, and one of them each 15 to 30 s.
    assert.ok(tries() < 50 + 250, String(tries()));
  });

  it('fails the remaining items after an hour', async () => {
    const { accept, runToEnd, store, tries } = stageOf(Number.POSITIVE_INFINITY);
    await accept(many);
    await runToEnd();
    assert.deepEqual((await store.finished(batchKey))?.counts, { completed: 0, failed: 50, cancelled: 0 });
    assert.ok(tries() < 400, String(tries()));
  });

  it('ends the run within a minute, and the state shows it until the storage answers', async () => {
    const { accept, newRun, run, store, clock, beforeTry } = stageOf(120_000);
    const views = new BatchViews({ store, clock });
    const waitingFor = async () => (await views.state(batchKey))?.waitingFor;
    await accept(many);
    const begun = clock.now();
    const paused = newRun();
    const again = (await paused.run()) ?? 0;
    assert.deepEqual([paused.itemsWaiting, paused.stalledSeconds], [0, 0], 'no node is needed');
    assert.ok(again > 0 && clock.now() - begun < 60_000, `${again} ms after ${clock.now() - begun} ms`);
    const { code, message, since } = (await waitingFor()) ?? {};
    assert.deepEqual([code, message, Date.parse(since ?? '') - begun < 1000], ['storage_failed', 'No.', true]);
    assert.equal(await store.runs.countPaused(), 1);
    await new Promise<void>((resolve) => clock.after(120_000, resolve));
    let seen = 0;
    beforeTry(async () => {
      seen += 1;
      if (seen === 10) assert.equal(await waitingFor(), null);
    });
    assert.equal(await run(), undefined);
    assert.deepEqual([(await store.finished(batchKey))?.counts.completed, await store.runs.countPaused()], [50, 0]);
  });

  it('is shown from its first failure on', async () => {
    const { accept, run, store, clock, beforeTry } = stageOf(5000);
    const views = new BatchViews({ store, clock });
    const shown: unknown[] = [];
    beforeTry(async () => void shown.push((await views.state(batchKey))?.waitingFor?.code));
    await accept(many.slice(0, 1));
    assert.equal(await run(), undefined);
    assert.deepEqual(shown.slice(0, 2), [undefined, 'storage_failed']);
  });

  it('comes again at once if it was cancelled during the pause', async () => {
    const { accept, run, store, log, clock } = stageOf(Number.POSITIVE_INFINITY);
    const changes = new BatchChanges({ store, clock });
    await accept(many);
    const { runs } = store;
    const { park } = runs;
    runs.park = async (...parked) => {
      await changes.cancel(batchKey);
      return park.apply(runs, parked);
    };
    assert.deepEqual([await run(), log.hastened], [0, 0]);
    assert.equal(await run(), undefined);
    assert.equal((await store.finished(batchKey))?.counts.cancelled, 50);
  });

  it('hastens the end of a paused batch that is cancelled', async () => {
    const { accept, run, store, log, tries, clock } = stageOf(Number.POSITIVE_INFINITY);
    const changes = new BatchChanges({ store, clock });
    await accept(many);
    await run();
    assert.equal(await changes.cancel(batchKey), true);
    assert.equal(log.hastened, 1);
    const before = tries();
    await run();
    assert.deepEqual([(await store.finished(batchKey))?.counts.cancelled, tries()], [50, before]);
    await changes.cancel(batchKey);
    assert.equal(log.hastened, 1, 'a finished one needs no run');
  });

  it('tries it once more after an hour without an api', async () => {
    const { accept, run, store, clock } = stageOf(60_000);
    await accept(many);
    await run();
    await new Promise<void>((resolve) => clock.after(2 * 3600_000, resolve));
    await run();
    assert.equal((await store.finished(batchKey))?.counts.completed, 50);
  });

  it('fails the items after ten minutes if its host has no address', async () => {
    const { accept, runToEnd, store, clock } = stageOf(Number.POSITIVE_INFINITY, 'dns');
    await accept(many);
    const begun = clock.now();
    await runToEnd();
    const seconds = (clock.now() - begun) / 1000;
    assert.equal((await store.finished(batchKey))?.counts.failed, 50);
    assert.ok(seconds > 600 && seconds < 900, `${seconds} s`);
  });

  it('does not pause it if the store answers with an error', async () => {
    const { accept, run, store, tries } = stageOf(Number.POSITIVE_INFINITY, 'failed');
    await accept(many.slice(0, 2));
    await run();
    assert.deepEqual([(await store.finished(batchKey))?.counts.failed, tries()], [2, 24]);
  });

  it('does not keep a cancelled batch', async () => {
    const { accept, run, store, tries, beforeTry } = stageOf(Number.POSITIVE_INFINITY);
    await accept(many);
    beforeTry(() => store.cancel(batchKey));
    await run();
    assert.equal((await store.finished(batchKey))?.counts.cancelled, 50);
    assert.ok(tries() < 10, String(tries()));
  });
});

describe('a store that refuses a folder', () => {
  const refusal = (isGuess: boolean) => {
    const cause = new UploadFailed({ kind: 'refused', reach: 'access', sentence: 'No.' }, { isGuess });
    return new TintypeError('storage_failed', 'No.', { cause });
  };
  const [guess, answer] = [refusal(true), refusal(false)];

  it('ends an item by its answer, or by a second guess after the first is too old', async () => {
    const clock = playedClock();
    const ahead = [[guess], [guess, answer], [guess, guess], [answer]];
    const triedAt: number[] = [];
    const render = async ({ number }: { number: number }) => {
      if (number === 0) triedAt.push(clock.now());
      const failure = ahead[number]?.shift();
      if (failure) throw failure;
      return { status: 'completed' } as const;
    };
    const { accept, run, store } = batchFixture({ clock, render });
    await accept(ahead.map((_, number) => itemOf(number)));
    await run();
    const ends = [...(await store.ends(batchKey, [0, 4])).entries()].sort(([a], [b]) => a - b);
    assert.deepEqual(
      ends.map(([, { status, attempts }]) => [status, attempts]),
      [
        ['completed', 2],
        ['failed', 2],
        ['failed', 2],
        ['failed', 1],
      ],
    );
    const [first = 0, second = 0] = triedAt;
    assert.ok(second - first > 10_000, `${second - first} ms`);
  });
});

describe('an item that kills its api', () => {
  const many = Array.from({ length: 8 }, (_, number) => itemOf(number));
  const deadly = 3;

  /** Items in work in a dead process never end. */
  const stageOf = () => {
    const seen = { process: 0, isDead: false };
    const forever = () => new Promise<never>(() => undefined);
    const stage = batchFixture({
      render: async ({ number }) => {
        const { process } = seen;
        if (number === deadly) seen.isDead = true;
        await new Promise((resolve) => setImmediate(resolve));
        if (number === deadly || process !== seen.process) await forever();
        return { status: 'completed' };
      },
    });
    const die = async () => {
      Object.assign(seen, { isDead: false, process: seen.process + 1 });
      void stage.runElsewhere();
      for (let ticks = 0; ticks < 1000 && !seen.isDead; ticks += 1)
        await new Promise((resolve) => setImmediate(resolve));
      assert.ok(seen.isDead);
    };
    return { ...stage, die };
  };

  it('fails after it killed five apis, and no other item does', async () => {
    const { accept, store, log, die, runElsewhere } = stageOf();
    await accept(many);
    for (let deaths = 0; deaths < 5; deaths += 1) await die();
    const marks = await store.runs.marks(batchKey);
    const processes = [...new Set(marks.map(({ process }) => process))];
    const inWork = processes.map((each) => marks.filter(({ process }) => process === each).length);
    assert.ok(inWork.length === 5 && Math.max(...inWork) === 2, `only the two in work are marked: ${inWork}`);
    const deaths = many.map((_, number) => marks.filter(({ item }) => item === number).length);
    assert.deepEqual([deaths[deadly], deaths.filter((each) => each > 2).length], [5, 1], 'alone among suspects');
    await runElsewhere();
    const ends = await store.ends(batchKey, [0, 8]);
    assert.deepEqual((await store.finished(batchKey))?.counts, { completed: 7, failed: 1, cancelled: 0 });
    const { code, message } = ends.get(deadly)?.error ?? {};
    assert.deepEqual([code, /ended 5 times/.test(message ?? '')], ['render_failed', true]);
    assert.equal([...log.facts.keys()].filter((key) => key.includes('.begun.')).length, 0);
  });

  it('is not one whose program was stopped', async () => {
    const { accept, run, store, log, draining } = batchFixture({
      suspectTurns: { take: () => assert.fail('suspected') },
    });
    await accept(many);
    draining.abort(new Error('stopping'));
    for (let stops = 0; stops < 4; stops += 1) await assert.rejects(run, /stopping/);
    assert.equal(await store.finished(batchKey), undefined);
    assert.equal([...log.facts.keys()].filter((key) => key.includes('.begun.')).length, 0);
  });

  it('is not one whose process lost NATS', async () => {
    const { log, store } = batchFixture();
    const [own, other] = [new CrashMarks(store.runs), new CrashMarks(store.runs)];
    const left = async (marks: CrashMarks) => [...(await marks.leftByOthers(batchKey))];
    const { remove } = log;
    log.remove = () => Promise.reject(new TintypeError('unavailable'));
    await own.withMark(batchKey, 3, async () => assert.deepEqual([await left(own), await left(other)], [[], [[3, 1]]]));
    assert.deepEqual(await left(other), [[3, 1]]);
    Object.assign(log, { remove });
    await own.leftByOthers(batchKey);
    assert.deepEqual(await left(other), []);
  });
});
