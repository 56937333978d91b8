import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { pngOf, randomOf } from '../../gif/gif-stage.js';
import { VideoRecorder, type VideoType } from './video-recorder.js';

const size = { width: 121, height: 80 };
const random = randomOf(1);
const noise = () =>
  pngOf(
    Int32Array.from({ length: size.width * size.height }, () => random(1 << 24)),
    size,
  );

const ffprobe = ['/usr/local/bin/ffprobe', '/usr/bin/ffprobe', '/opt/homebrew/bin/ffprobe'].find((path) =>
  existsSync(path),
);

const streamOf = (video: Uint8Array) => {
  const entries = ['-count_frames', '-show_entries', 'stream=pix_fmt,width,nb_read_frames', '-of', 'json'];
  const { stdout } = spawnSync(ffprobe ?? '', ['-v', 'error', ...entries, 'pipe:0'], { input: video });
  return JSON.parse(stdout.toString()).streams[0];
};

describe('VideoRecorder', { skip: !ffprobe && 'no ffmpeg with ffprobe' }, () => {
  const start = (type: VideoType, maxBytes = 1e7) => VideoRecorder.start({ type, fps: 10, maxBytes });

  for (const type of ['mp4', 'webm'] as const) {
    it(`makes ${type} for every player: even sizes, chroma of 4:2:0, still parts in full`, async () => {
      const recorder = await start(type);
      await recorder.frame(noise(), 0);
      await recorder.stay(500);
      await recorder.frame(noise(), 700);
      const stream = streamOf(await recorder.finish(1200));
      assert.deepEqual(stream, { pix_fmt: 'yuv420p', width: 122, nb_read_frames: '12' });
    });
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

  it('ends at once if it is aborted, and again', async () => {
    const recorder = await start('webm');
    await recorder.frame(noise(), 0);
    const finished = assert.rejects(recorder.finish(1e6), /SIGKILL/);
    await recorder.abort();
    await finished;
    await recorder.abort();
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
