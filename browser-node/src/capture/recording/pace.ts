import { screenIntervalMs } from '../../browser/page/frame-control.js';

/** Pictures of a moving page in real time, the first one included, and how many more its rate asked for. */
export class Pace {
  readonly #intervalMs: number;
  #taken = 1;
  /** Milliseconds between differing pictures, and the number of these gaps. */
  #movingMs = 0;
  #moving = 0;
  #lastAt = 0;
  #dueAt: number;
  #differed = true;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
    this.#dueAt = intervalMs;
  }

  /** In the frame of the screen that is nearest. A late picture does not delay those after it. */
  isDue(at: number): boolean {
    return at >= this.#dueAt - screenIntervalMs / 2;
  }

  /** A picture after the first. A gap after one that did not differ is no miss: the page stood still. */
  take(at: number, differs: boolean): void {
    if (differs) {
      this.#taken += 1;
      if (this.#differed) {
        this.#movingMs += at - this.#lastAt;
        this.#moving += 1;
      }
    }
    this.#differed = differs;
    this.#lastAt = at;
    this.#dueAt = Math.max(this.#dueAt + this.#intervalMs, at + this.#intervalMs / 2);
  }

  /** The page painted nothing until now: no picture is missing before the next one. */
  rest(): void {
    this.#differed = false;
  }

  /** The end of the recording. A gap before it has missing pictures, too, if the page moved. Returns whether it did. */
  end(at: number): boolean {
    if (this.#differed) this.#movingMs += Math.max(at - this.#lastAt - this.#intervalMs, 0);
    return this.#differed;
  }

  get taken(): number {
    return this.#taken;
  }

  get missed(): number {
    return Math.max(Math.round(this.#movingMs / this.#intervalMs) - this.#moving, 0);
  }

  /** More than a tenth is missing: half a second of five. */
  get isTooSlow(): boolean {
    return this.missed * 10 > this.#taken + this.missed;
  }
}

interface Progress {
  /** The page's time that is recorded. */
  atMs: number;
  /** The page's time that a millisecond of work records. */
  rate: number;
  /** For the rest of the recording. */
  leftMs: number;
  /** A second load takes this part of `leftMs`. */
  loadMs: number;
  durationMs: number;
}

/**
 * Work in virtual time before its comparison with real time: a tenth of what is left, 1 to 5 s. The first pictures take
 * longer because raster and encoder start, several times longer on a busy machine.
 */
export const trialMsOf = (leftMs: number): number => Math.min(Math.max(leftMs / 10, 1000), 5000);

/** Whether a second load and real time would record more than virtual time at its latest pace. */
export const realTimeShowsMore = ({ atMs, rate, leftMs, loadMs, durationMs }: Progress): boolean =>
  Math.min(leftMs - loadMs, durationMs) > Math.min(atMs + leftMs * rate, durationMs);
