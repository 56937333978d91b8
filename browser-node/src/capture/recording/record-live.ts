import { screenIntervalMs } from '../../browser/page/frame-control.js';
import { Motion } from './motion.js';
import { type ControlledRecording, firstPicture } from './record.js';

const safetyMs = 1000;

/** Pictures of a moving page, and how many more its rate asked for. */
class Pace {
  readonly #intervalMs: number;
  #taken = 0;
  #missed = 0;
  #lastAt = 0;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  isDue(at: number): boolean {
    return at >= this.#lastAt + this.#intervalMs - screenIntervalMs / 2;
  }

  taken(at: number, isMoving: boolean): void {
    if (isMoving) {
      this.#taken += 1;
      this.#missed += Math.max(Math.round((at - this.#lastAt) / this.#intervalMs) - 1, 0);
    }
    this.#lastAt = at;
  }

  /** Pictures a second while the page moved; undefined if at most a fifth is missing. */
  get tooSlow(): number | undefined {
    const wanted = this.#taken + this.#missed;
    return this.#missed * 5 > wanted ? (1000 / this.#intervalMs) * (this.#taken / wanted) : undefined;
  }
}

/** Records a page whose time is the real one. A still page takes no pictures. Returns the length in ms. */
export const recordLive = async ({ run, sink, frames, durationMs, fps }: ControlledRecording): Promise<number> => {
  const pace = new Pace(1000 / fps);
  const motion = new Motion(safetyMs);
  let begun = 0;
  const first = await firstPicture(() => {
    begun = performance.now();
    return frames.begin({ screenshot: true });
  });
  let added = sink.add(first, 0);
  const add = async (at: number, png: string) => {
    const differs = sink.differs(png);
    pace.taken(at, differs);
    await added;
    added = sink.add(png, at);
    // A failure shows at the next picture, or at the end.
    added.catch(() => undefined);
    if (motion.pictured(at, differs)) await frames.begin({});
  };

  for (let at = performance.now() - begun; at < durationMs; at = performance.now() - begun) {
    // While the encoder is busy, the page moves on.
    const takes = motion.wantsPicture(at) && !sink.busy && pace.isDue(at);
    const { hasDamage, png } = await frames.begin({ screenshot: takes });
    if (png) await add(at, png);
    else motion.painted(hasDamage);
    await run.deadline.sleep(Math.max(at + screenIntervalMs - (performance.now() - begun), 0));
  }
  await added;
  const rate = pace.tooSlow;
  if (rate !== undefined)
    run.warnings.push(`The recording has ${rate.toFixed(1)} pictures a second instead of ${fps}: the machine is busy.`);
  return durationMs;
};
