import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TintypeError } from '@tintype/contracts';
import { lastOutput, lowerPriority } from '../../browser/process/child-process.js';
import { Backlog } from '../../gif/backlog.js';
import { ivfFrameHeader, ivfHeader } from './ivf.js';
import { type Placed, placesOf } from './places.js';

export type VideoType = 'mp4' | 'webm';

interface VideoOptions {
  type: VideoType;
  /** The video has this many pictures a second, equal ones included. */
  fps: number;
  maxBytes: number;
  /** Pixels of the pictures. */
  width: number;
  height: number;
}

/** Looking ahead changed no picture with these options, and took 47 bytes a pixel. */
const fastVp9 = ['-deadline', 'realtime', '-cpu-used', '8', '-lag-in-frames', '0'];

const codecs: Record<VideoType, readonly string[]> = {
  mp4: ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-movflags', '+faststart'],
  webm: ['-c:v', 'libvpx-vp9', ...fastVp9, '-crf', '30', '-b:v', '0'],
};

/** Chroma of 4:2:0, which every player shows, needs even sizes: the last column and row are repeated. */
const evenSize = ({ width, height }: VideoOptions): string[] => {
  const [right, bottom] = [width % 2, height % 2];
  if (right + bottom === 0) return [];
  const padded = `pad=${width + right}:${height + bottom}`;
  return ['format=gbrp', padded, `fillborders=right=${right}:bottom=${bottom}:mode=smear`];
};

const tags = 'range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709';

/** Players guess BT.709 for large untagged videos, but ffmpeg makes BT.601. */
const colours = ['scale=out_color_matrix=bt709:out_range=tv', 'format=yuv420p', `setparams=${tags}`];

/** File descriptors of ffmpeg, after its standard streams: the open file, and the pipe that counts encoded pictures. */
const [fileNumber, progressNumber] = [3, 4];
/** ffmpeg counts the encoded pictures each 0.2 s. */
const progress = ['-progress', `pipe:${progressNumber}`, '-stats_period', '0.2'];

const usualPlaces = ['/usr/local/bin/ffmpeg', '/usr/bin/ffmpeg', '/opt/homebrew/bin/ffmpeg'];

/** The path of ffmpeg; undefined if it is not installed. */
export const installedFfmpeg = (places = usualPlaces): string | undefined =>
  places.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());

/** The path of ffmpeg. Throws `invalid_option` if it is not installed. */
export const findFfmpeg = (type: VideoType, places = usualPlaces): string => {
  const found = installedFfmpeg(places);
  if (found) return found;
  throw new TintypeError('invalid_option', `\`type=${type}\` needs ffmpeg, which this server does not have. Use gif.`);
};

/** ffmpeg gets a picture that stays again each half second, and encodes it up to there. */
const repeatsASecond = 2;

/** Encodes the pictures of a recording with ffmpeg while they come. ffmpeg decodes each only once, and repeats it. */
export class VideoRecorder {
  readonly #options: VideoOptions;
  readonly #file: FileHandle;
  readonly #ffmpeg: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #errors: () => string;
  readonly #backlog = new Backlog();
  #taken = Promise.withResolvers<void>();
  /** Since when a picture waits for ffmpeg, and how long pictures waited before. */
  #waitsSince: number | undefined;
  #waitedMs = 0;
  /** The latest picture, and its first place in the video. The place may change until ffmpeg gets the picture. */
  #latest: (Placed & { png: Uint8Array }) | undefined;
  /** The last place that was given to ffmpeg. */
  #given = -1;
  /** Pictures of the video that ffmpeg can make of what it took, and those that it has encoded. */
  #takenCount = 0;
  #encoded = 0;

  private constructor(file: FileHandle, options: VideoOptions) {
    const { type, fps, maxBytes } = options;
    this.#options = options;
    this.#file = file;
    // ffmpeg must not wait for more pictures to guess their rate.
    const input = ['-f', 'ivf', '-fpsprobesize', '0', '-c:v', 'png', '-i', 'pipe:0'];
    const filters = ['-vf', [...evenSize(options), ...colours, `fps=${fps}`].join(',')];
    // ffmpeg ends by itself once the file has more than `maxBytes`.
    const limit = ['-fs', String(maxBytes + 1)];
    const output = [...codecs[type], ...limit, '-threads', '1', '-y', '-f', type, `/dev/fd/${fileNumber}`];
    const args = ['-loglevel', 'error', ...progress, '-threads', '1', ...input, ...filters, ...output];
    this.#ffmpeg = spawn(findFfmpeg(type), args, { env: {}, stdio: ['pipe', 'ignore', 'pipe', file.fd, 'pipe'] });
    this.#ffmpeg.stdio[progressNumber]?.on('data', (lines: Buffer) => this.#count(`${lines}`));
    lowerPriority(this.#ffmpeg);
    this.#errors = lastOutput(this.#ffmpeg);
    this.#ended = once(this.#ffmpeg, 'close');
    this.#ended.catch(() => undefined);
    // An error means that ffmpeg ended early: `#check` says why.
    this.#ffmpeg.stdin?.on('error', () => undefined);
    this.#ffmpeg.stdin?.write(ivfHeader(options));
  }

  static async start(options: VideoOptions): Promise<VideoRecorder> {
    const path = join(tmpdir(), `tintype-video-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    // The index at the begin of an mp4 is written last, so ffmpeg cannot write to a pipe. A file without a name leaves none.
    try {
      await unlink(path);
      return new VideoRecorder(file, options);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** The picture before stays until `atMs`. Resolves when ffmpeg can take more. Throws `result_too_large`. */
  async frame(png: Uint8Array, atMs: number): Promise<void> {
    const at = this.#placesIn(atMs);
    const latest = this.#latest;
    let place = 0;
    if (latest) {
      const places = placesOf({ at, before: latest, fixed: this.#given });
      latest.place = places.before;
      place = Math.max(places.place, this.#given + 1);
    }
    await this.#fill(place, this.#options.fps / repeatsASecond);
    this.#latest = { png, at, place };
  }

  /** Encodes the last picture until about `atMs`. Call neither this nor `frame` while a call of one is pending. */
  keepShowing(atMs: number): Promise<void> {
    return this.#fill(this.#placeAt(atMs), this.#options.fps / repeatsASecond);
  }

  #placesIn(ms: number): number {
    return (ms / 1000) * this.#options.fps;
  }

  #placeAt(atMs: number): number {
    return Math.round(this.#placesIn(atMs));
  }

  /** Gives ffmpeg the latest picture. Repeats it before the place `end` if at least `leastMissing` places are empty there. */
  async #fill(end: number, leastMissing: number): Promise<void> {
    const { png, place = end } = this.#latest ?? {};
    if (!png || place >= end) return;
    if (this.#given < place) await this.#give(png, place);
    if (end - 1 - this.#given >= leastMissing) await this.#give(png, end - 1);
  }

  get #waitingMs(): number {
    return this.#waitsSince === undefined ? 0 : performance.now() - this.#waitsSince;
  }

  /**
   * Milliseconds to the end of the file if the recording ends at `atMs`, from the time that pictures waited. For an
   * mp4, ffmpeg looks ahead before it reports a picture. Until then, half of what it has taken counts as encoded.
   */
  lagMs(atMs: number): number {
    const wanted = this.#placeAt(atMs);
    const perPicture = (this.#waitedMs + this.#waitingMs) / Math.max(this.#encoded, this.#takenCount / 2, 1);
    return Math.max(wanted - this.#encoded, 0) * perPicture;
  }

  #count(lines: string): void {
    for (const [, frame] of lines.matchAll(/^frame=\s*(\d+)/gm)) this.#encoded = Number(frame);
  }

  /** Resolves when the next picture may come. */
  async #give(png: Uint8Array, place: number): Promise<void> {
    const { stdin } = this.#ffmpeg;
    if (!stdin?.writable) return void (await this.#check());
    this.#given = place;
    this.#backlog.add(png.length);
    // The start of ffmpeg, seconds on a busy machine, is no measure for later pictures.
    if (this.#takenCount > 0) this.#waitsSince ??= performance.now();
    stdin.write(ivfFrameHeader(png, place));
    stdin.write(png, () => {
      this.#backlog.take();
      this.#takenCount = place + 1;
      this.#waitedMs += this.#waitingMs;
      this.#waitsSince = this.#backlog.count === 0 ? undefined : performance.now();
      this.#taken.resolve();
      this.#taken = Promise.withResolvers();
    });
    while (this.#backlog.isFull && stdin.writable) await Promise.race([this.#taken.promise, this.#ended]);
  }

  async finish(endMs: number): Promise<Uint8Array> {
    try {
      const end = this.#placeAt(endMs);
      // A picture just before the end has the last place, unless that is taken.
      if (this.#latest) this.#latest.place = Math.min(this.#latest.place, Math.max(end - 1, this.#given + 1));
      await this.#fill(end, 1);
      this.#ffmpeg.stdin?.end();
      const size = await this.#check();
      const { buffer } = await this.#file.read(Buffer.alloc(size), 0, size, 0);
      return buffer;
    } finally {
      await this.abort();
    }
  }

  /** Pending calls reject. Repeated calls are harmless. */
  async abort(): Promise<void> {
    if (this.#ffmpeg.kill('SIGKILL')) await this.#ended.catch(() => undefined);
    await this.#file.close();
  }

  /** The bytes of the file that ffmpeg has ended. */
  async #check(): Promise<number> {
    await this.#ended;
    const { exitCode, signalCode } = this.#ffmpeg;
    if (exitCode !== 0) throw new Error(`ffmpeg ended with ${exitCode ?? signalCode}`, { cause: this.#errors() });
    const { size } = await this.#file.stat();
    if (size > this.#options.maxBytes) throw new TintypeError('result_too_large');
    return size;
  }
}
