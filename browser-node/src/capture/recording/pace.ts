import { screenIntervalMs } from '../../browser/page/frame-control.js';
import { type Placed, placesOf } from './places.js';

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
  /** Milliseconds since the last picture in which none is missing. */
  #restMs = 0;
  readonly #isVideo: boolean;
  /** The last differing picture of a video, and the place of the one before it. */
  #latest: Placed = { at: 0, place: 0 };
  #fixed = 0;

  /** `isVideo`: a video repeats a picture for each place without one, and loses one whose place has a later one. */
  constructor(intervalMs: number, { isVideo = false } = {}) {
    this.#intervalMs = intervalMs;
    this.#isVideo = isVideo;
    this.#dueAt = intervalMs;
  }

  /** In the frame of the screen that is nearest. A late picture does not delay those after it. */
  isDue(at: number): boolean {
    return at >= this.#dueAt - screenIntervalMs / 2;
  }

  /** A picture after the first. A gap after one that did not differ is no miss: the page stood still. */
  take(at: number, differs: boolean): void {
    if (differs) {
      const { ms, count } = this.#isVideo ? this.#place(at) : { ms: at - this.#lastAt, count: 1 };
      this.#taken += count;
      if (this.#differed) {
        this.#movingMs += this.#restMs > 0 ? Math.max(ms - this.#restMs, this.#intervalMs) : ms;
        this.#moving += count;
      }
    }
    this.#restMs = 0;
    this.#differed = differs;
    this.#lastAt = at;
    this.#dueAt = Math.max(this.#dueAt + this.#intervalMs, at + this.#intervalMs / 2);
  }

  /** The places since the picture before, as milliseconds, and by how many the video has more pictures. */
  #place(atMs: number): { ms: number; count: number } {
    const at = atMs / this.#intervalMs;
    const latest = this.#latest;
    const { before, place } = placesOf({ at, before: latest, fixed: this.#fixed });
    this.#latest = { at, place };
    if (before < place) this.#fixed = before;
    return { ms: (place - latest.place) * this.#intervalMs, count: before < place ? 1 : 0 };
  }

  /** Since the last picture, the page painted nothing for this time: none is missing in it. */
  rest(ms: number): void {
    this.#restMs += ms;
  }

  /** The end of the recording. A gap before it has missing pictures, too, if the page moved. Returns whether it did. */
  end(at: number): boolean {
    const lastAt = this.#isVideo ? this.#latest.place * this.#intervalMs : this.#lastAt;
    if (this.#differed) this.#movingMs += Math.max(at - lastAt - this.#restMs - this.#intervalMs, 0);
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
