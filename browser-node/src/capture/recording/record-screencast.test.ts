import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Deadline } from '@tintype/runtime';
import { CdpSession } from '../../browser/cdp/connection.js';
import type { Run } from '../run.js';
import type { FrameSink } from './frame-sink.js';
import { recordScreencast } from './record-screencast.js';

interface Cast {
  /** A picture comes this often; undefined: one in all. */
  everyMs?: number;
  duration?: number;
  /** Each picture took this long to come, and the first one `firstLatencyMs`. */
  latencyMs?: number;
  firstLatencyMs?: number;
  /** A script does not end. */
  isBusy?: boolean;
}

const record = async (
  sink: Partial<FrameSink>,
  { everyMs, duration = 1, latencyMs = 0, firstLatencyMs = latencyMs, isBusy = false }: Cast,
) => {
  const warnings: string[] = [];
  const counted: unknown[] = [];
  let [count, starts] = [0, 0];
  let timer: NodeJS.Timeout | undefined;
  const picture = () => {
    count += 1;
    const metadata = { timestamp: (Date.now() - (count === 1 ? firstLatencyMs : latencyMs)) / 1000 };
    session.emit('Page.screencastFrame', { data: `${count}`, metadata, sessionId: count });
  };
  const session = new CdpSession(async (method) => {
    if (method === 'Runtime.evaluate' && isBusy) return new Promise<never>(() => {});
    if (method !== 'Page.startScreencast') return {} as never;
    starts += 1;
    setImmediate(picture);
    if (everyMs) timer ??= setInterval(picture, everyMs);
    return {} as never;
  });
  const run = {
    page: { session },
    deadline: Deadline.in(60_000),
    options: { type: 'gif', duration, fps: 20, vw: 100, vh: 100, scaleFactor: 1 },
    surroundings: { countPictures: (each: unknown) => counted.push(each) },
    warnings,
  };
  let lengthMs = 0;
  try {
    lengthMs = await recordScreencast({
      run: run as unknown as Run<'animated'>,
      sink: {
        isBusy: false,
        differs: () => true,
        add: async () => {},
        keepShowing: async () => {},
        lagMs: () => 0,
        ...sink,
      } as FrameSink,
    });
  } finally {
    clearInterval(timer);
  }
  return { warnings, counted, starts, lengthMs };
};

test('an encoder that fails ends the screencast at once, with its error', async () => {
  let added = 0;
  const add = async () => {
    added += 1;
    if (added > 2) throw new Error('too large');
  };
  const begun = performance.now();
  await assert.rejects(record({ add }, { everyMs: 50, duration: 30 }), /too large/);
  assert.ok(performance.now() - begun < 2000);
});

test('a screencast ends early enough for its encoder', async () => {
  const lagMs = (atMs: number) => (atMs < 500 ? 0 : 60_000);
  const { lengthMs } = await record({ lagMs }, { everyMs: 50, duration: 30 });
  assert.ok(lengthMs >= 500 && lengthMs < 30_000, `${lengthMs} ms`);
});

test('a screencast that misses pictures has a warning, and counts them', async () => {
  const slow = await record({}, { everyMs: 200, latencyMs: 100 });
  assert.match(slow.warnings.join(), /has \d+ of \d+ pictures: the machine was too busy/);
  assert.equal(slow.counted.length, 1);
  // A page that changes seldom misses nothing.
  assert.deepEqual((await record({}, { everyMs: 200 })).warnings, []);
});

test('a page whose script does not end has a warning', async () => {
  const { warnings } = await record({}, { isBusy: true });
  assert.match(warnings.join(), /A script of the page was running when the recording ended/);
});

test('a still page of a screencast is encoded while the recording runs on', async () => {
  const stays: number[] = [];
  await record({ keepShowing: async (atMs) => void stays.push(atMs) }, {});
  assert.ok(stays.length > 5 && (stays.at(-1) ?? 0) > 300, `${stays.at(-1)}`);
});

test('no picture is later than asked for, though the first one took a while to come', async () => {
  const times: number[] = [];
  const add = async (_: string, atMs: number) => void times.push(atMs);
  await record({ add }, { everyMs: 50, firstLatencyMs: 300 });
  assert.ok(times.length > 5 && times.every((atMs) => atMs < 1000), times.join());
  const stays: number[] = [];
  await record({ keepShowing: async (atMs) => void stays.push(atMs) }, { firstLatencyMs: 900 });
  assert.ok(stays.length > 5 && stays.every((atMs) => atMs <= 1000), stays.join());
});

test('a screencast starts again when its page rests, because Chromium may have dropped the last picture', async () => {
  const added: string[] = [];
  const differs = (png: string) => Number(png) <= 2 && png !== added.at(-1);
  const add = async (png: string) => void (differs(png) && added.push(png));
  const { starts } = await record({ differs, add }, {});
  assert.deepEqual([starts, added], [3, ['1', '2']]);
});
