import assert from 'node:assert/strict';
import { type MockTracker, test } from 'node:test';
import { Deadline } from '@tintype/runtime';
import type { FrameControl, FrameRequest } from '../../browser/page/frame-control.js';
import type { Run } from '../run.js';
import type { FrameSink } from './frame-sink.js';
import { recordVirtual, ticksOf } from './record-virtual.js';
import { VirtualTimeStuck } from './virtual-time.js';

test('each rate and duration has all of its pictures, and frames near 60 a second', () => {
  for (let fps = 1; fps <= 50; fps += 1)
    for (let seconds = 1; seconds <= 30; seconds += 1) {
      const { perPicture, intervalMs, ticks } = ticksOf(fps, 1000 * seconds);
      assert.equal(ticks, seconds * fps * perPicture, `${fps} a second for ${seconds} s`);
      assert.ok(Math.abs(ticks * intervalMs - 1000 * seconds) < 0.001);
      const frames = fps * perPicture;
      assert.ok(Math.abs(frames - 60) <= fps / 2, `${frames} frames a second`);
    }
  assert.deepEqual(ticksOf(20, 5000), { perPicture: 3, intervalMs: 1000 / 60, ticks: 300 });
  assert.deepEqual(ticksOf(25, 1000), { perPicture: 2, intervalMs: 20, ticks: 50 });
});

interface Played {
  /** Milliseconds of work for a frame at this time of the page. */
  workMs: (atMs: number) => number;
  /** What is left for the request. */
  leftMs: number;
  /** A second load of the page. */
  loadMs?: number;
  /** What the encoder takes for the rest of the file. */
  lagMs?: (atMs: number) => number;
  /** When the page opens a connection, or a worker. */
  liveMs?: number;
  workerMs?: number;
  /** Whether the frame at this time changes the page. */
  changes?: (atMs: number) => boolean;
}

/** Records 5 s of a page on a played clock. Returns the length, the time that it took, and the times of frames and pictures. */
const record = async (mock: MockTracker, played: Played) => {
  const { workMs, leftMs, loadMs = 1000, lagMs = () => 0, liveMs, workerMs, changes = () => true } = played;
  const hasBegun = (ms: number | undefined) => ms !== undefined && pageMs >= ms;
  let [now, pageMs] = [0, 0];
  let version = 0;
  let last = '';
  const frames: number[] = [];
  const pictures: number[] = [];
  mock.method(performance, 'now', () => now);
  mock.timers.enable({ apis: ['setTimeout'] });
  let passed = () => {};
  const session = {
    on: (_: string, listener: () => void) => {
      passed = listener;
      return () => {};
    },
    send: async (method: string, { budget }: { budget?: number }) => {
      if (method === 'Runtime.evaluate') {
        await undefined;
        mock.timers.tick(1000);
        return new Promise(() => undefined);
      }
      if (budget) passed();
      return { virtualTimeTicksBase: 0 };
    },
  };
  const begin = async ({ at = 0, screenshot = false }: FrameRequest) => {
    await undefined;
    now += workMs(at);
    pageMs = at;
    mock.timers.tick(workMs(at));
    frames.push(at);
    const hasDamage = changes(at);
    if (hasDamage) version += 1;
    return { hasDamage, png: screenshot ? `picture ${version}` : undefined };
  };
  const activity = {
    holdsTime: false,
    get isLive() {
      return hasBegun(liveMs);
    },
  };
  const getTargets = async () => ({ targetInfos: [{ browserContextId: hasBegun(workerMs) ? 'ours' : 'other' }] });
  const connection = { browser: { send: getTargets } };
  const run = {
    ...{ page: { session, activity, connection, contextId: 'ours' }, deadline: Deadline.in(leftMs), warnings: [] },
    ...{ options: { duration: 5, fps: 20 }, timings: {}, loadTimings: { navigate: loadMs } },
  };
  const add = async (png: string, atMs: number) => {
    if (png !== last) pictures.push(atMs);
    last = png;
  };
  const differs = (png: string) => png !== last;
  const recorded = await recordVirtual({
    run: run as unknown as Run<'animated'>,
    sink: { differs, add, keepShowing: async () => {}, lagMs } as unknown as FrameSink,
    frames: { begin } as FrameControl,
  }).catch((error: Error) => error);
  run.deadline.clear();
  const { lengthMs, endedBy } = recorded instanceof Error ? { lengthMs: recorded, endedBy: undefined } : recorded;
  return { lengthMs, endedBy, tookMs: now, warnings: run.warnings, frames, pictures };
};

const heavyFrom =
  (heavyMs: number, untilMs = Number.POSITIVE_INFINITY) =>
  (atMs: number) =>
    atMs < heavyMs || atMs > untilMs ? 30 : 700;

test('a page that turns heavy after a second is given up for real time, soon', async ({ mock }) => {
  const { lengthMs, tookMs } = await record(mock, { workMs: heavyFrom(1000), leftMs: 30_000 });
  assert.ok(lengthMs instanceof VirtualTimeStuck, `${lengthMs}`);
  assert.ok(tookMs < 12_000, `after ${tookMs} ms`);
});

test('a page that real time would record for no longer keeps its exact time to the end of the request', async ({
  mock,
}) => {
  const { lengthMs, tookMs } = await record(mock, { workMs: heavyFrom(4000), leftMs: 15_000, loadMs: 14_000 });
  assert.ok(typeof lengthMs === 'number' && lengthMs > 4000 && lengthMs < 5000, `${lengthMs}`);
  // A frame that the end finds under way is left.
  assert.ok(tookMs < 13_000 + 700, `after ${tookMs} ms`);
});

test('a script that hangs ends the recording with what was painted, unless real time would show more', async ({
  mock,
}) => {
  const workMs = (atMs: number) => (atMs < 4000 ? 30 : 3001);
  const late = await record(mock, { workMs, leftMs: 20_000, loadMs: 15_000 });
  assert.ok(typeof late.lengthMs === 'number' && Math.abs(late.lengthMs - 4000) < 20, `${late.lengthMs}`);
  assert.equal(late.endedBy, 'In virtual time, a script of the page does not end.');
  mock.restoreAll();
  mock.timers.reset();
  const early = await record(mock, { workMs, leftMs: 40_000 });
  assert.ok(early.lengthMs instanceof VirtualTimeStuck, `${early.lengthMs}`);
});

test('a page that is heavy for four seconds of work keeps its exact time', async ({ mock }) => {
  const { lengthMs } = await record(mock, { workMs: heavyFrom(1000, 1100), leftMs: 30_000 });
  assert.equal(lengthMs, 5000);
});

test('a heavy page that virtual time records in time keeps its exact time', async ({ mock }) => {
  assert.equal((await record(mock, { workMs: () => 90, leftMs: 30_000 })).lengthMs, 5000);
});

test('a recording ends early enough for its encoder', async ({ mock }) => {
  const { lengthMs, tookMs } = await record(mock, { workMs: () => 30, leftMs: 15_000, lagMs: (atMs) => atMs * 2 });
  assert.ok(typeof lengthMs === 'number' && lengthMs > 1000 && lengthMs < 5000, `${lengthMs}`);
  assert.ok(tookMs + lengthMs * 2 * 1.25 < 13_600, `${lengthMs} ms of the page, after ${tookMs} ms`);
});

test('a recording that its encoder ends does not blame a worker that no look at the clock saw', async ({ mock }) => {
  const played = { workMs: () => 30, leftMs: 15_000, lagMs: (atMs: number) => atMs * 2 };
  const { lengthMs, endedBy } = await record(mock, { ...played, workerMs: 2500 });
  assert.ok(typeof lengthMs === 'number' && lengthMs > 2500 && lengthMs < 3000, `${lengthMs}`);
  assert.equal(endedBy, undefined);
});

test('a page that opens a connection or a worker meanwhile is given up for real time', async ({ mock }) => {
  const opened = /^The page opened a connection, a player or a worker while it was recorded\.$/;
  for (const [played, atMost] of [
    [{ liveMs: 1000 }, 1100 / 16],
    [{ workerMs: 200 }, 1100 / 16],
    [{ workerMs: 4600 }, 5000 / 16],
  ] as const) {
    const { lengthMs, tookMs } = await record(mock, { workMs: () => 1, leftMs: 30_000, ...played });
    assert.ok(lengthMs instanceof VirtualTimeStuck, `${lengthMs}`);
    assert.match(lengthMs.message, opened);
    assert.ok(tookMs <= atMost, `${tookMs} frames`);
    mock.restoreAll();
    mock.timers.reset();
  }
});

test('a page that stands still gets all frames, because its script may count them', async ({ mock }) => {
  const { frames } = await record(mock, { workMs: () => 1, leftMs: 30_000, changes: () => false });
  const ticks = new Set(frames.map((at) => Math.round((at * 60) / 1000)));
  assert.equal(ticks.size, 300);
});

test('a change in a frame between two pictures of a still page shows in the next picture', async ({ mock }) => {
  const changes = (atMs: number) => Math.round((atMs * 60) / 1000) === 100;
  const { pictures } = await record(mock, { workMs: () => 1, leftMs: 30_000, changes });
  assert.deepEqual(pictures.map(Math.round), [0, 1700]);
});
