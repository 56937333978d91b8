import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Deadline } from '@tintype/runtime';
import type { FrameControl, FrameRequest } from '../../browser/page/frame-control.js';
import type { Run } from '../run.js';
import type { FrameSink } from './frame-sink.js';
import { handover, recordLive } from './record-live.js';

interface Played {
  leftMs?: number;
  queueMs?: number;
  /** What the page has used of the time. */
  pageMs?: number;
  warnings?: string[];
  duration?: number;
  /** The page's answer to a question. */
  answer?: () => Promise<unknown>;
  /** What each frame waits for. Resolves to its picture, if that matters. */
  paint?: (request: FrameRequest) => Promise<unknown>;
}

/** Records a page for a second; by default it never changes. */
const record = async (sink: Partial<FrameSink>, frameMs: number, played: Played = {}) => {
  const { leftMs = 60_000, queueMs = 0, warnings = [], duration = 1, paint, pageMs = 0 } = played;
  const { answer = async () => ({}) } = played;
  const run = {
    page: { session: { send: answer } },
    deadline: Deadline.in(leftMs),
    options: { type: 'gif', duration, fps: 20, vw: 100, vh: 100, delay: 0 },
    surroundings: {},
    queueMs,
    publishedAt: Date.now() - queueMs - pageMs,
    warnings,
  };
  const begin = async (request: FrameRequest) => {
    const { screenshot = false } = request;
    await sleep(frameMs);
    const png = String(await paint?.(request));
    return { hasDamage: false, png: screenshot ? png : undefined };
  };
  const { lengthMs, handedOver } = await recordLive({
    run: run as unknown as Run<'animated'>,
    sink: {
      isBusy: false,
      differs: () => false,
      add: async () => {},
      keepShowing: async () => {},
      lagMs: () => 0,
      ...sink,
    } as FrameSink,
    frames: { begin } as FrameControl,
  });
  await handedOver;
  return lengthMs;
};

/** Records a page with one long task. It answers when the task ends, with its frame. */
const recordTask = async (taskMs: number, lateFrame: number) => {
  const warnings: string[] = [];
  const pictures: { frame: number; at: number }[] = [];
  let frame = 0;
  let task: Promise<unknown> = Promise.resolve();
  const paint = async () => {
    task = sleep(++frame === lateFrame ? taskMs : 0);
    await task;
    return frame;
  };
  const add = async (png: string, at: number) => void pictures.push({ frame: Number(png), at });
  await record({ differs: () => true, add }, 1, { paint, warnings, duration: 2, answer: () => task });
  const late = pictures.findIndex((picture) => picture.frame === lateFrame);
  return { taskMs, warnings, gapMs: (pictures[late]?.at ?? 0) - (pictures[late - 1]?.at ?? 0), hasPicture: late > 0 };
};

/** Each waits for a clock, so all run at once. */
describe('a recording in real time', { concurrency: true }, () => {
  it('a first picture that the encoder refuses fails the recording, not the program', async () => {
    const add = () => Promise.reject(new Error('no encoder'));
    // An unhandled rejection before the second picture would fail this test.
    await assert.rejects(record({ add }, 100), /no encoder/);
  });

  it('a page that stands still is encoded while the recording runs on', async () => {
    const stays: number[] = [];
    await record({ keepShowing: async (atMs) => void stays.push(atMs) }, 1);
    assert.ok(stays.length > 5 && (stays.at(-1) ?? 0) > 900, `${stays.length}`);
  });

  it('a page that stops painting ends on time, with a warning', async () => {
    const warnings: string[] = [];
    let frames = 0;
    const paint = (): Promise<void> => (++frames > 5 ? new Promise(() => {}) : Promise.resolve());
    const answer = () => new Promise(() => {});
    assert.equal(await record({}, 1, { paint, warnings, answer }), 1000);
    const [, seconds] = /^The page painted nothing in the last (\d\.\d) s of the recording/.exec(warnings.join()) ?? [];
    assert.ok(Number(seconds) > 0, warnings.join());
  });

  it('a page that stops painting is encoded meanwhile, and ends in time for its encoder', async () => {
    const stays: number[] = [];
    let frames = 0;
    const paint = (): Promise<void> => (++frames > 5 ? new Promise(() => {}) : Promise.resolve());
    const keepShowing = async (atMs: number) => void stays.push(atMs);
    await record({ keepShowing }, 1, { paint });
    assert.ok(stays.length > 0 && stays.every((atMs) => atMs <= 500), `${stays}`);
    frames = 0;
    const lengthMs = await record({ lagMs: () => (frames > 5 ? 60_000 : 0) }, 1, { paint });
    assert.ok(lengthMs < 1000, `${lengthMs} ms`);
  });

  it('a long task of the page is no fault of the machine', async () => {
    const tasks = await Promise.all([700, 560, 620, 640, 680, 740].map((taskMs, at) => recordTask(taskMs, 20 - at)));
    for (const { warnings } of tasks)
      assert.match(warnings.join(), /^The page painted nothing for 0\.\d s of the recording\. A script .* busy, or/);
    // One frame of three has a picture. That of a late frame shows the page after the task.
    const shown = tasks.filter(({ hasPicture }) => hasPicture);
    assert.ok(shown.length > 0);
    for (const { gapMs, taskMs } of shown) assert.ok(gapMs >= taskMs, `${gapMs} of ${taskMs} ms`);
  });

  it('a late frame of a page that answers is the fault of the machine', async () => {
    const warnings: string[] = [];
    let frames = 0;
    const paint = () => sleep(++frames === 10 ? 700 : 0);
    await record({ differs: () => true }, 1, { paint, warnings });
    assert.match(warnings.join(), /^The recording has \d+ of \d+ pictures: the machine was too busy/);
  });

  it('a last frame that is late is the fault of the machine if the page answers', async () => {
    const warnings: string[] = [];
    let frames = 0;
    const paint = (): Promise<void> => (++frames > 5 ? new Promise(() => {}) : Promise.resolve());
    assert.equal(await record({ differs: () => true }, 1, { paint, warnings }), 1000);
    assert.match(warnings.join(), /^The recording has \d+ of \d+ pictures: the machine was too busy/);
  });

  it('last frames that never come are the fault of the machine, also for a page that stood still', async () => {
    const stopAt = async (duringFrame: number) => {
      const warnings: string[] = [];
      let frames = 0;
      const paint = (): Promise<void> => (++frames > duringFrame ? new Promise(() => {}) : Promise.resolve());
      assert.equal(await record({}, 1, { paint, warnings, duration: 2 }), 2000);
      const late =
        /^The page painted nothing in the last \d\.\d s of the recording\. The machine was too busy, or the page/;
      assert.match(warnings.join(), late);
    };
    await Promise.all([5, 50].map(stopAt));
  });

  it('late frames of a still page are named, too, if more than a tenth is missing', async () => {
    const warningsOf = async (duration: number) => {
      const warnings: string[] = [];
      let frames = 0;
      const paint = () => sleep(++frames === 45 ? 700 : 0);
      await record({}, 1, { paint, warnings, duration });
      return warnings.join();
    };
    const [short, long] = await Promise.all([warningsOf(3), warningsOf(8)]);
    assert.match(
      short,
      /^The page painted nothing for 0\.\d s of the recording\. The machine was too busy, or the page/,
    );
    assert.equal(long, '');
  });

  it('a long task during the frame after the last picture of a still page is named', async () => {
    const warnings: string[] = [];
    let task: Promise<unknown> | undefined;
    const paint = async ({ screenshot }: FrameRequest) => {
      // A frame of the loop says whether it takes a picture.
      if (screenshot === undefined) task ??= sleep(700);
      await task;
    };
    await record({}, 1, { paint, warnings, duration: 2, answer: async () => task });
    assert.match(
      warnings.join(),
      /^The page painted nothing for 0\.\d s of the recording\. A script of the page was busy, or/,
    );
  });

  it('two callers of an encoder come one after the other, and learn its failure', async () => {
    let running = 0;
    const add = async () => {
      running += 1;
      assert.equal(running, 1);
      await sleep(5);
      running -= 1;
    };
    const { add: give, end } = handover({ add } as unknown as FrameSink);
    await Promise.all([give('', 0), give('', 1), give('', 2)]);
    await end();
    const failing = handover({ add: () => Promise.reject(new Error('no encoder')) } as unknown as FrameSink);
    await failing.add('', 0);
    await assert.rejects(failing.add('', 1), /no encoder/);
  });

  it('a recording that would be shorter than a second names the page or the queue', async () => {
    await assert.rejects(record({}, 1, { leftMs: 2400 }), {
      code: 'timeout',
      message: 'The page left no time to record it. End its waits earlier with `timeout`, or try again.',
    });
    await assert.rejects(record({}, 1, { leftMs: 2400, queueMs: 57_000 }), {
      code: 'overloaded',
      message: 'The request waited 57.0 s in the queue, which left no time to record the page. Try again.',
    });
    const page = { code: 'timeout', message: /^The page left no time to record it\./ };
    await assert.rejects(record({}, 1, { leftMs: 2400, queueMs: 2000, pageMs: 55_400 }), page);
    // A short wait leaves a page enough time.
    await assert.rejects(record({}, 1, { leftMs: 2400, queueMs: 900 }), page);
  });

  it('a recording ends early enough for its encoder', async () => {
    const lengthMs = await record({ lagMs: (atMs) => (atMs < 500 ? 0 : 60_000) }, 1);
    assert.ok(lengthMs >= 500 && lengthMs < 1000, `${lengthMs} ms`);
  });
});
