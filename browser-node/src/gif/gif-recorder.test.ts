import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { decode, pngOf, randomOf } from './gif-fixture.js';
import { startGif } from './gif-recorder.js';

const size = { width: 120, height: 80 };

const noise = (seed: number): Int32Array => {
  const random = randomOf(seed);
  return Int32Array.from({ length: size.width * size.height }, () => random(1 << 24));
};

const flat = (colour: number): Int32Array => new Int32Array(size.width * size.height).fill(colour);

test('encodes in a worker what comes, and leaves the caller its buffers', async () => {
  const recorder = startGif({ ...size, maxBytes: 1e6 });
  const pool = Buffer.concat([pngOf(flat(1), size), pngOf(flat(2), size)]);
  const middle = pngOf(flat(1), size).length;
  await recorder.frame(pool.subarray(0, middle), 5000);
  await recorder.frame(pool.subarray(middle), 5100);
  const gif = await recorder.finish(5250);
  assert.deepEqual(
    decode(gif).frames.map(({ pixels, delay }) => [pixels[0], delay]),
    [
      [1, 10],
      [2, 15],
    ],
  );
  assert.equal(pool[0], 0x89);
  await assert.rejects(recorder.frame(pool.subarray(0, middle), 5300), /finished/);
});

test('holds the tenth frame back until the worker has taken one', async () => {
  const recorder = startGif({ ...size, maxBytes: 1e7 });
  const done: number[] = [];
  const frames = Array.from({ length: 12 }, async (_, index) => {
    await recorder.frame(pngOf(noise(index), size), 50 * index);
    done.push(index);
  });
  await Promise.all(frames.slice(0, 9));
  assert.deepEqual(done, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  await Promise.all(frames);
  await recorder.finish(1000);
});

test('estimates the rest of its work by the pictures that wait', async () => {
  const recorder = startGif({ ...size, maxBytes: 1e7 });
  assert.equal(recorder.lagMs(), 0);
  const frame = (index: number) => recorder.frame(pngOf(noise(index), size), 50 * index);
  for (let index = 0; index < 9; index += 1) await frame(index);
  const many = recorder.lagMs();
  for (let index = 9; index < 40; index += 1) await frame(index);
  const few = recorder.lagMs();
  assert.ok(few > 0 && many > few, `${many} ms for nine pictures, ${few} ms for two`);
  await recorder.finish(2000);
});

test('answers result_too_large to what waits and to later calls', async () => {
  const recorder = startGif({ ...size, maxBytes: 20_000 });
  const isTooLarge = { code: 'result_too_large', message: /more than 19 KiB/ };
  await assert.rejects(async () => {
    for (let index = 0; index < 40; index += 1) await recorder.frame(pngOf(noise(index), size), 50 * index);
  }, isTooLarge);
  await assert.rejects(recorder.finish(1000), isTooLarge);
});

test('answers a frame of another size with what is wrong', async () => {
  const recorder = startGif({ maxBytes: 20_000 });
  await recorder.ready;
  await recorder.frame(pngOf(new Int32Array(100), { width: 10, height: 10 }), 0);
  await recorder.frame(pngOf(flat(1), size), 50);
  await assert.rejects(recorder.finish(100), /A frame is 120×80 pixels, the recording 10×10/);
});

test('abort lets the worker end by itself, and what waits rejects', async (t) => {
  const terminate = t.mock.method(Worker.prototype, 'terminate');
  const recorder = startGif({ ...size, maxBytes: 1e7 });
  for (let index = 0; index < 9; index += 1) await recorder.frame(pngOf(noise(index), size), 50 * index);
  const waiting = assert.rejects(recorder.finish(100), /ended/);
  await recorder.abort();
  await waiting;
  await recorder.abort();
  assert.equal(terminate.mock.callCount(), 0);
  await assert.rejects(recorder.frame(pngOf(noise(2), size), 200), /ended/);
});
