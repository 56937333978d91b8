import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { checkFits, RecordingRoom, recordingBytes, roomOfMachine } from './recording-room.js';

test('recordings wait in order until they fit, and one that needs all of the room is alone', async () => {
  const room = new RecordingRoom(10);
  const { signal } = new AbortController();
  const entered: number[] = [];
  const enter = async (size: number) => {
    const leave = await room.enter(size, signal);
    entered.push(size);
    return leave;
  };
  const leaves = [enter(6), enter(4), enter(99), enter(1)];
  await setImmediate();
  assert.deepEqual(entered, [6, 4]);
  (await leaves[0])?.();
  await setImmediate();
  assert.deepEqual(entered, [6, 4]);
  (await leaves[1])?.();
  await setImmediate();
  assert.deepEqual(entered, [6, 4, 99]);
  (await leaves[2])?.();
  await leaves[3];
  assert.deepEqual(entered, [6, 4, 99, 1]);
});

test('a request that ends while it waits lets in those behind it', async () => {
  const room = new RecordingRoom(10);
  const leaving = new AbortController();
  await room.enter(6, AbortSignal.timeout(10_000));
  const refused = assert.rejects(room.enter(9, leaving.signal), /left/);
  const behind = room.enter(2, AbortSignal.timeout(10_000));
  leaving.abort(new Error('left'));
  await refused;
  await behind;
});

test('recordings leave nothing behind, also with fractions of pixels', async () => {
  const whole = recordingBytes(10, 'gif');
  const room = new RecordingRoom(whole);
  const { signal } = new AbortController();
  const sizes = [1.296, 2.0736, 0.1 ** 7].map((megapixels) => recordingBytes(megapixels, 'gif'));
  const leaves = await Promise.all(sizes.map((size) => room.enter(size, signal)));
  for (const leave of leaves) leave();
  // It needs all of the room.
  await room.enter(3 * whole, AbortSignal.timeout(10_000));
});

test('a video that does not fit into the whole room is refused, a GIF is not', () => {
  const roomBytes = recordingBytes(10, 'mp4');
  checkFits(10, 'mp4', roomBytes);
  checkFits(25, 'gif', roomBytes);
  const message =
    /have 10\.1 megapixels; the memory of this server suffices for 10\. .*smaller viewport.*`type=gif`\.$/;
  assert.throws(() => checkFits(10.1, 'mp4', roomBytes), { code: 'result_too_large', message });
  assert.throws(() => checkFits(10, 'webm', roomBytes), { code: 'result_too_large' });
});

test('a container of 3 GiB lets in two of the largest recordings, also on a larger machine', () => {
  const gibibyte = 2 ** 30;
  assert.ok(roomOfMachine(64 * gibibyte, 3 * gibibyte) >= 2 * recordingBytes(25, 'gif'));
  assert.equal(roomOfMachine(3 * gibibyte, 0), roomOfMachine(3 * gibibyte, 2 ** 63));
});
