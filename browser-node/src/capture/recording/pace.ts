import { screenIntervalMs } from '../../browser/page/frame-control.js';
import { type Placed, placesOf } from './places.js';

/** Counts the pictures of a moving page in real time: those taken, and those missing to the wanted rate. */
export class Pace {
  readonly #intervalMs: number;
  #taken = 1;
  /** Milliseconds between differing pictures, and the number of these gaps. */
  #movingMs = 0;
  #movingGaps = 0;
  #lastAt = 0;
  #dueAt: number;
  #differed = true;
  /** The part of the time since the last picture in which none is missing, in milliseconds. */
  #restMs = 0;
  readonly #isVideo: boolean;
  /** The last differing picture of a video. */
  #latest: Placed = { at: 0, place: 0 };
  /** The place of the picture before, which cannot change. */
  #fixed = 0;

  /** `isVideo`: a video repeats a picture in places without their own, and loses a picture whose place another takes. */
  constructor(intervalMs: number, { isVideo = false } = {}) {
    this.#intervalMs = intervalMs;
    this.#isVideo = isVideo;
    this.#dueAt = intervalMs;
  }

  /** Whether this frame of the screen is the nearest to the next picture's time. A late picture does not delay others. */
  isDue(at: number): boolean {
    return at >= this.#dueAt - screenIntervalMs / 2;
  }

  /** Counts a picture after the first. After a picture that did not differ, none is missing: the page stood still. */
  take(at: number, differs: boolean): void {
    if (differs) {
      const { ms, count } = this.#isVideo ? this.#place(at) : { ms: at - this.#lastAt, count: 1 };
      this.#taken += count;
      if (this.#differed) {
        this.#movingMs += this.#restMs > 0 ? Math.max(ms - this.#restMs, this.#intervalMs) : ms;
        this.#movingGaps += count;
      }
    }
    this.#restMs = 0;
    this.#differed = differs;
    this.#lastAt = at;
    this.#dueAt = Math.max(this.#dueAt + this.#intervalMs, at + this.#intervalMs / 2);
  }

  /** The time between this picture's place and the one before. `count`: how many pictures the video gains, 0 or 1. */
  #place(atMs: number): { ms: number; count: number } {
    const at = atMs / this.#intervalMs;
    const latest = this.#latest;
    const { before, place } = placesOf({ at, before: latest, fixed: this.#fixed });
    this.#latest = { at, place };
    if (before < place) this.#fixed = before;
    return { ms: (place - latest.place) * this.#intervalMs, count: before < place ? 1 : 0 };
  }

  /** Since the last picture, the page painted nothing for this time. So no picture is missing in that time. */
  rest(ms: number): void {
    this.#restMs += ms;
  }

  /** Ends the count. If the page moved at last, the gap before the end has missing pictures. Returns whether it moved. */
  end(at: number): boolean {
    const lastAt = this.#isVideo ? this.#latest.place * this.#intervalMs : this.#lastAt;
    if (this.#differed) this.#movingMs += Math.max(at - lastAt - this.#restMs - this.#intervalMs, 0);
    return this.#differed;
  }

  get taken(): number {
    return this.#taken;
  }

  get missed(): number {
    return Math.max(Math.round(this.#movingMs / this.#intervalMs) - this.#movingGaps, 0);
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
 * Milliseconds of work in virtual time before a comparison with real time. A tenth of the time left, but 1 to 5 s. The
 * first pictures take longer because raster and encoder start, several times longer on a busy machine.
 */
export const trialMsOf = (leftMs: number): number => Math.min(Math.max(leftMs / 10, 1000), 5000);

/** Whether a second load and real time would record more than virtual time at its latest pace. */
export const realTimeShowsMore = ({ atMs, rate, leftMs, loadMs, durationMs }: Progress): boolean =>
  Math.min(leftMs - loadMs, durationMs) > Math.min(atMs + leftMs * rate, durationMs);
