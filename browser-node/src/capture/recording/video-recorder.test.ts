import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { colourOf } from '../../gif/colours/colour.js';
import { pngOf, randomOf } from '../../gif/gif-fixture.js';
import { findFfmpeg, installedFfmpeg, VideoRecorder, type VideoType } from './video-recorder.js';

const size = { width: 121, height: 81 };
const random = randomOf(1);
const pictureOf = (colourAt: () => number) =>
  pngOf(Int32Array.from({ length: size.width * size.height }, colourAt), size);
const noise = () => pictureOf(() => random(1 << 24));

const ffmpeg = installedFfmpeg() ?? '';
const ffprobe = join(dirname(ffmpeg), 'ffprobe');

const streamOf = (video: Uint8Array) => {
  const entries = [
    '-count_frames',
    '-show_entries',
    'stream=pix_fmt,width,height,color_range,color_space,color_primaries,nb_read_frames',
    '-of',
    'json',
  ];
  const { stdout } = spawnSync(ffprobe, ['-v', 'error', ...entries, 'pipe:0'], { input: video });
  return JSON.parse(stdout.toString()).streams[0];
};

/** The time of each picture in tenths of a second, and its grey in the middle, rounded to 20. */
const picturesOf = (video: Uint8Array) => {
  const times = ['-show_entries', 'frame=pts_time', '-of', 'csv=p=0', 'pipe:0'];
  const probed = spawnSync(ffprobe, ['-v', 'error', ...times], { input: video, encoding: 'utf8' });
  const raw = ['-vf', 'format=gray,crop=1:1', '-f', 'rawvideo', 'pipe:1'];
  const { stdout } = spawnSync(ffmpeg, ['-v', 'error', '-i', 'pipe:0', ...raw], { input: video });
  return probed.stdout
    .trim()
    .split(/\s+/)
    .map((time, index) => [Math.round(10 * Number(time.replace(',', ''))), 20 * Math.round((stdout[index] ?? 0) / 20)]);
};

/** The colours of the first picture in the middle and in the last pixel. */
const coloursOf = (video: Uint8Array) => {
  const raw = ['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'];
  const { stdout } = spawnSync(ffmpeg, ['-v', 'error', '-i', 'pipe:0', ...raw], { input: video });
  const middle = 3 * (122 * 41 + 61);
  return [stdout.subarray(middle, middle + 3), stdout.subarray(-3)].map((colour) => [...colour]);
};

const isClose = (colour: readonly number[], [red, green, blue]: readonly number[]) =>
  [red, green, blue].every((value, at) => Math.abs((colour[at] ?? Infinity) - (value ?? 0)) <= 6);

test('a video is refused where ffmpeg is absent', () => {
  assert.equal(findFfmpeg('mp4', ['/nowhere/ffmpeg', process.execPath]), process.execPath);
  assert.throws(() => findFfmpeg('mp4', ['/nowhere/ffmpeg']), {
    code: 'invalid_option',
    message: '`type=mp4` needs ffmpeg, which this server does not have. Use gif.',
  });
});

describe('VideoRecorder', { skip: !(ffmpeg && existsSync(ffprobe)) && 'no ffmpeg with ffprobe' }, () => {
  const start = (type: VideoType, maxBytes = 1e7) => VideoRecorder.start({ ...size, type, fps: 10, maxBytes });

  for (const type of ['mp4', 'webm'] as const) {
    it(`makes ${type} for every player: even sizes, chroma of 4:2:0, still parts in full`, async () => {
      const recorder = await start(type);
      await recorder.frame(noise(), 0);
      await recorder.keepShowing(500);
      await recorder.frame(noise(), 700);
      const stream = streamOf(await recorder.finish(1200));
      const colours = { color_range: 'tv', color_space: 'bt709', color_primaries: 'bt709' };
      assert.deepEqual(stream, { pix_fmt: 'yuv420p', width: 122, height: 82, ...colours, nb_read_frames: '12' });
    });

    it(`shows each picture at its time in ${type}, however long it stays`, async () => {
      const recorder = await start(type);
      const grey = (level: number) => pictureOf(() => colourOf(level, level, level));
      await recorder.frame(grey(20), 0);
      await recorder.keepShowing(640);
      await recorder.keepShowing(1000);
      await recorder.frame(grey(120), 1010);
      // Too soon after the last one: its place is taken.
      await recorder.frame(grey(220), 1020);
      await recorder.frame(grey(180), 3160);
      const levels = [...new Array(10).fill(20), ...new Array(22).fill(220), 180];
      assert.deepEqual(
        picturesOf(await recorder.finish(3300)),
        levels.map((level, index) => [index, level]),
      );
    });

    it(`has its whole length and each picture in ${type} if pictures come late and just before the end`, async () => {
      const recorder = await start(type);
      const grey = (level: number) => pictureOf(() => colourOf(level, level, level));
      for (const [level, atMs] of [
        [20, 0],
        [80, 160],
        [140, 200],
        [200, 300],
        [240, 460],
      ] as const)
        await recorder.frame(grey(level), atMs);
      const shown = picturesOf(await recorder.finish(500));
      assert.deepEqual(
        shown.map(([place]) => place),
        [0, 1, 2, 3, 4],
      );
      assert.deepEqual(
        shown.map(([, level]) => level),
        [20, 80, 140, 200, 240],
      );
    });

    for (const colour of [
      [255, 0, 0],
      [0, 255, 0],
    ]) {
      it(`keeps ${colour} in ${type}, also at the edge of an odd size`, async () => {
        const recorder = await start(type);
        const [red = 0, green = 0, blue = 0] = colour;
        await recorder.frame(
          pictureOf(() => colourOf(red, green, blue)),
          0,
        );
        const shown = coloursOf(await recorder.finish(500));
        assert.ok(shown.length === 2 && shown.every((each) => isClose(each, colour)), JSON.stringify(shown));
      });
    }
  }

  it('ends, and answers result_too_large, while pictures come', async () => {
    const recorder = await start('mp4', 20_000);
    await assert.rejects(
      async () => {
        for (let index = 0; index < 500; index += 1) await recorder.frame(noise(), index * 100);
      },
      { code: 'result_too_large' },
    );
    await recorder.abort();
  });

  it('says how long the rest takes, less what is encoded', { timeout: 30_000 }, async () => {
    const recorder = await start('webm');
    await recorder.frame(noise(), 0);
    await recorder.keepShowing(3000);
    // It counts after the first picture that ffmpeg takes.
    while (recorder.lagMs(6000) === 0) await setImmediate();
    assert.ok(recorder.lagMs(6000) > recorder.lagMs(3000));
    // ffmpeg counts only while pictures come.
    for (let atMs = 3100; recorder.lagMs(100) > 0; atMs += 100) {
      await recorder.keepShowing(atMs);
      await setImmediate();
    }
    await recorder.abort();
  });

  it('counts no time in which no picture waits', async ({ mock }) => {
    const recorder = await start('webm');
    // The pipe takes small ones at once.
    await recorder.frame(
      pictureOf(() => 0),
      0,
    );
    await recorder.keepShowing(500);
    await setImmediate();
    const later = performance.now() + 60_000;
    mock.method(performance, 'now', () => later);
    assert.ok(recorder.lagMs(500) < 1000, `${recorder.lagMs(500)} ms`);
    await recorder.abort();
  });

  it('ends at once if it is aborted, and again', async () => {
    const recorder = await start('webm');
    await recorder.frame(noise(), 0);
    const finished = assert.rejects(recorder.finish(1e6), /SIGKILL/);
    await recorder.abort();
    await finished;
    await recorder.abort();
  });

  it('leaves no file open if it cannot start', async () => {
    const open = () => readdirSync('/proc/self/fd').length;
    const before = open();
    await assert.rejects(start('avi' as VideoType));
    assert.equal(open(), before);
  });

  it('says what ffmpeg found wrong', async () => {
    const recorder = await start('mp4');
    await recorder.frame(Buffer.from('no picture'), 0);
    await assert.rejects(recorder.finish(1000), ({ message, cause }: Error) => {
      assert.match(message, /^ffmpeg ended with \d+$/);
      return typeof cause === 'string' && cause.length > 0;
    });
  });
});
