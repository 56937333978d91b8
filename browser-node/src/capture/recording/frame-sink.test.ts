import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pngOf } from '../../gif/gif-fixture.js';
import { FrameSink } from './frame-sink.js';
import { VideoRecorder } from './video-recorder.js';

const size = { width: 40, height: 30 };
const flat = (colour: number) =>
  Buffer.from(pngOf(new Int32Array(size.width * size.height).fill(colour), size)).toString('base64');

const sinkOf = (signal: AbortSignal) => new FrameSink({ type: 'gif', loop: 0, fps: 20, maxBytes: 1e6 }, signal);

test('a render that is over ends the encoder, and what waits for the file', async () => {
  const over = new AbortController();
  const sink = sinkOf(over.signal);
  await sink.add(flat(1), 0);
  const finished = assert.rejects(sink.finish(1000), /ended/);
  over.abort();
  await finished;
  await sink.abort();
});

test('a picture that is painted after the end is ignored', async () => {
  const sink = sinkOf(new AbortController().signal);
  await sink.add(flat(1), 0);
  const finished = sink.finish(1000);
  await sink.add(flat(2), 900);
  await finished;
  assert.equal(sink.count, 1);
});

test('a picture that comes later starts no encoder', async () => {
  const over = new AbortController();
  const sink = sinkOf(over.signal);
  over.abort(new Error('over'));
  await assert.rejects(sink.add(flat(1), 0), /over/);
  assert.equal(sink.count, 0);
});

test('the file ends after the encoder has taken a picture whose frame was abandoned', async ({ mock }) => {
  const events: string[] = [];
  const taken = Promise.withResolvers<void>();
  const frame = () => taken.promise.then(() => events.push('taken'));
  const finish = async () => {
    events.push('finish');
    return Buffer.of();
  };
  mock.method(VideoRecorder, 'start', async () => ({ frame, finish }));
  const sink = new FrameSink({ type: 'mp4', loop: 0, fps: 20, maxBytes: 1e6 }, new AbortController().signal);
  void sink.add(flat(1), 0);
  const finished = sink.finish(1000);
  await setImmediate();
  taken.resolve();
  await finished;
  assert.deepEqual(events, ['taken', 'finish']);
});
