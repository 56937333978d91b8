import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { debianProgram, find } from '../debian-programs.js';

export interface MadeGif {
  program: string;
  /** The program and its setting. */
  name: string;
  gif: Buffer;
}

/** A folder with the true frames, for the programs that make GIFs of them, and for the judge. */
export class GifMakers {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tintype-gif-'));
  readonly #fps: number;
  readonly #count: number;
  readonly #ffmpeg: string;

  constructor(ffmpeg: string, frames: readonly Buffer[], fps: number) {
    this.#ffmpeg = ffmpeg;
    this.#fps = fps;
    this.#count = frames.length;
    for (const [index, frame] of frames.entries()) writeFileSync(this.#file(`${index}.png`), frame);
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }

  get #input(): string[] {
    return ['-framerate', `${this.#fps}`, '-i', this.#file('%d.png')];
  }

  #made(program: string, args: readonly string[]): Buffer {
    execFileSync(program, args, { stdio: 'ignore' });
    return readFileSync(this.#file('out.gif'));
  }

  #byFfmpeg(palette: string, use: string): Buffer {
    const filter = `split[a][b];[a]palettegen=${palette}[p];[b][p]paletteuse=${use}:dither=none`;
    return this.#made(this.#ffmpeg, ['-v', 'error', '-y', ...this.#input, '-lavfi', filter, this.#file('out.gif')]);
  }

  #byGifski(gifski: string, quality: number): Buffer {
    const frames = Array.from({ length: this.#count }, (_, index) => this.#file(`${index}.png`));
    const sizes = ['--fps', `${this.#fps}`, '--quality', `${quality}`, '--width', '10000', '--no-sort'];
    return this.#made(gifski, [...sizes, '-o', this.#file('out.gif'), ...frames]);
  }

  /** A GIF of each program and setting. */
  *all(): Generator<MadeGif> {
    const program = 'ffmpeg';
    yield { program, name: 'ffmpeg, one palette', gif: this.#byFfmpeg('stats_mode=full', 'diff_mode=rectangle') };
    const changed = this.#byFfmpeg('stats_mode=diff', 'diff_mode=rectangle');
    yield { program, name: 'ffmpeg, one palette of changed pixels', gif: changed };
    // Not with `diff_mode=rectangle`, which then leaves the colours of earlier palettes: 32 dB on the page with cards.
    yield { program, name: 'ffmpeg, a palette a frame', gif: this.#byFfmpeg('stats_mode=single', 'new=1') };
    const gifski = findGifski();
    if (!gifski) return;
    for (const quality of [100, 98, 90])
      yield { program: 'gifski', name: `gifski, quality ${quality}`, gif: this.#byGifski(gifski, quality) };
  }

  /** Mean SSIM of red, green and blue against the true frames, by ffmpeg. */
  ssim(gif: Uint8Array): number {
    writeFileSync(this.#file('judged.gif'), gif);
    const compare = `[0:v]fps=${this.#fps}:round=near,format=gbrp[a];[1:v]format=gbrp[b];[a][b]ssim`;
    const args = ['-i', this.#file('judged.gif'), ...this.#input, '-lavfi', compare, '-f', 'null', '-'];
    const { stderr } = spawnSync(this.#ffmpeg, args, { encoding: 'utf8' });
    return Number(/SSIM .*All:([\d.]+)/.exec(stderr)?.[1]);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

/** Where `cargo install gifski` put it: Debian has no package. */
export const findGifski = (): string | undefined => find('gifski', [join(homedir(), '.cargo/bin')]);

export const findFfmpeg = (): string | undefined => debianProgram('ffmpeg', 'ffmpeg');
