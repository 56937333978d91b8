import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { RenderJob } from '@tintype/contracts';
import { type Deadline, DeadlineExceeded } from '@tintype/runtime';
import { PageCrashed } from './browser/cdp/connection.js';
import type { PagePool } from './browser/pool/lazy-pool.js';
import { VirtualTimeStuck } from './capture/recording/virtual-time.js';
import { recordingBytes } from './recording-room.js';
import { type Renderer, renderJob } from './render-job.js';

interface Played {
  pairs?: Record<string, string>;
  /** Failures of the pool, one for each attempt. */
  failures?: Error[];
  /** Called in the wait for the room. */
  wait?: () => void;
  leftMs?: number;
  /** Called before the pool fails. */
  take?: () => void;
}

const queueMs = 200;

/** Stops the clock. The returned function moves it by 150 ms. */
const steps = ({ mock }: TestContext) => {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  return () => mock.timers.tick(150);
};

/** Plays a recording whose pool has no page. Returns its failure and its use of the room. */
const played = async ({ pairs = {}, failures = [], wait, leftMs = 60_000, take: takes }: Played = {}) => {
  const deadline = { signal: new AbortController().signal } as Deadline;
  const sizes: number[] = [];
  const [left, taken] = [{ count: 0 }, { count: 0 }];
  const take = async () => {
    taken.count += 1;
    assert.equal(left.count, 0);
    takes?.();
    throw failures.shift() ?? new Error('no page');
  };
  const pool = { take } as unknown as PagePool;
  const enter = async (size: number) => {
    sizes.push(size);
    wait?.();
    return () => {
      left.count += 1;
    };
  };
  const job = {
    ...{ id: randomUUID(), class: 'recording', endpoint: 'animated', account: 'tester', key: 'key', requestId: 'req' },
    ...{ pairs: { url: 'https://example.com', vw: '1000', vh: '1000', scaleFactor: '3', ...pairs }, resultBytes: null },
    ...{ deadline: Date.now() + leftMs, publishedAt: Date.now() - queueMs },
  } as RenderJob;
  const renderer: Renderer = {
    ...{
      pool,
      hiddenPool: pool,
      recordings: { room: { enter, bytes: recordingBytes(10, 'mp4') }, frameControl: true },
    },
    ...{ surroundings: { explain: () => undefined }, readPairs: (job: RenderJob) => job.pairs },
  };
  const prepared = { outputs: [job], deadline, onMade: () => undefined };
  const failure = await renderJob(renderer, prepared).catch((error) => error);
  return { failure: failure as Error & { code?: string }, sizes, left: left.count, taken: taken.count };
};

test('a recording that fails leaves the room', async () => {
  const { failure, sizes, left } = await played();
  assert.equal(failure.message, 'no page');
  assert.deepEqual([sizes, left], [[recordingBytes(9, 'gif')], 1]);
});

test('a screencast enters with one pixel per CSS pixel', async () => {
  assert.deepEqual((await played({ pairs: { stealth: 'true' } })).sizes, [recordingBytes(1, 'gif')]);
});

test('a video enters with the memory of ffmpeg, and is refused if the whole room is too small', async () => {
  assert.deepEqual((await played({ pairs: { type: 'mp4' } })).sizes, [recordingBytes(9, 'mp4')]);
  const { failure, sizes } = await played({ pairs: { type: 'mp4', vw: '1200' } });
  assert.deepEqual([failure.code, sizes], ['result_too_large', []]);
});

test('a recording that is too large is refused before it waits', async () => {
  const { failure, sizes } = await played({ pairs: { vw: '5000', vh: '5000' } });
  assert.deepEqual([failure.code, sizes], ['result_too_large', []]);
});

test('a repeat in real time keeps its place in the room', async () => {
  const { failure, sizes, left, taken } = await played({ failures: [new VirtualTimeStuck('stuck')] });
  assert.equal(failure.message, 'no page');
  assert.deepEqual([sizes.length, left, taken], [1, 1, 2]);
});

test('a wait that leaves no time is blamed on the queue, and ends at once', async (context) => {
  const wait = steps(context);
  const message = /^The request waited 0\.2 s in the queue, which left no time to record the page\. Try again\.$/;
  const used = await played({
    wait: () => {
      throw new DeadlineExceeded('The deadline has passed.');
    },
  });
  assert.deepEqual([used.failure.code, used.left, used.taken], ['overloaded', 0, 0]);
  assert.match(used.failure.message, message);
  const late = await played({ leftMs: 3010, wait });
  assert.deepEqual([late.failure.code, late.left, late.taken], ['overloaded', 1, 0]);
  assert.match(late.failure.message, message);
  // The page of a request that never had more time is tried.
  assert.equal((await played({ leftMs: 2000, wait })).failure.message, 'no page');
});

test('a late second attempt after a crash is no fault of the queue, and keeps its place', async (context) => {
  const failures = [new PageCrashed('crashed')];
  const { failure, sizes, left, taken } = await played({ take: steps(context), leftMs: 3010, failures });
  assert.equal(failure.message, 'no page');
  assert.deepEqual([sizes.length, left, taken], [1, 1, 2]);
});
