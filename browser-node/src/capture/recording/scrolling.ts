import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@tintype/contracts';
import { ifInTime } from '@tintype/runtime';
import { waitForFrames } from '../../in-page/loading.js';
import { animationClock, scrollThrough, stillMoves } from '../../in-page/scroll-through.js';
import { type Run, withBudget } from '../run.js';

/** A person cannot follow more than two screens a second. */
const screensPerSecond = 2;
/** This part of a recording stands still at its begin, and again at its end. */
const stillPart = 0.1;
/** The scrolling speeds up and slows down for this time. */
const easeMs = 300;

/** Limit for transitions that the first, hidden scroll has begun. */
const settleMs = 1000;
const pollMs = 50;
/** Limit for two frames: a document without scripts has none for us. */
const framesMs = 250;

/**
 * Call this before the first scroll, and the returned function after the scroll. That function waits up to 1 s for the
 * end of motion that began in between. An example is a bar that fades back in at the top. Longer animations do not count.
 */
export const settleAfter = async (run: Run): Promise<() => Promise<void>> => {
  const { page } = run;
  const begun = await page.call(animationClock);
  return async () => {
    const ends = performance.now() + settleMs;
    const settle = async (signal: AbortSignal) => {
      // Scripts notice a scroll in the next frame.
      await ifInTime(page.call(waitForFrames), framesMs);
      for (let left = settleMs; left > 0 && !signal.aborted; left = ends - performance.now()) {
        if (!(await page.call(stillMoves, begun, left))) return;
        await sleep(pollMs);
      }
    };
    await withBudget(run, settleMs, settle);
  };
};

/** Window heights that a recording of this length scrolls through at most. */
export const mostScreens = (durationMs: number): number =>
  (screensPerSecond * (durationMs * (1 - 2 * stillPart) - easeMs)) / 1000;

/** A warning. Advises a longer `duration` if one is allowed, and if the request had time for the present one. */
export const endsBeforePage = (durationMs: number, duration: number): string => {
  const mayBeLonger = durationMs === duration * 1000 && duration < limits.animatedDurationMax;
  const screens = mostScreens(durationMs).toFixed(1);
  const end = `The recording ends before the page does: it scrolls ${screens} screens, two a second at most.`;
  return mayBeLonger ? `${end} Use a longer \`duration\`.` : end;
};

/** The scrolled part of the way at this time, from 0 to 1. The speed is constant, except for `easeMs` at each end. */
export const partAt = (atMs: number, durationMs: number): number => {
  const movingMs = durationMs * (1 - 2 * stillPart);
  const ms = Math.min(Math.max(atMs - durationMs * stillPart, 0), movingMs);
  if (ms > movingMs / 2) return 1 - partAt(durationMs - atMs, durationMs);
  return (ms < easeMs ? ms ** 2 / (2 * easeMs) : ms - easeMs / 2) / (movingMs - easeMs);
};

/** Moves the page of a recording from its top to its end. It acts from outside: a policy may stop the page's own frames. */
export class Scrolling {
  readonly #run: Run<'animated'>;
  readonly #durationMs: number;
  #part = 0;
  #isUnderWay = false;
  #reachesEnd = true;

  private constructor(run: Run<'animated'>, durationMs: number) {
    this.#run = run;
    this.#durationMs = durationMs;
  }

  /** Begins at the top. */
  static async begin(run: Run<'animated'>, durationMs: number): Promise<Scrolling> {
    const scrolling = new Scrolling(run, durationMs);
    await scrolling.#scroll();
    if (!scrolling.#reachesEnd) run.warnings.push(endsBeforePage(durationMs, run.options.duration));
    return scrolling;
  }

  /** Scrolls to where the page is at this time of the recording, unless a busy page still scrolls. */
  async to(atMs: number): Promise<void> {
    const part = partAt(atMs, this.#durationMs);
    if (part === this.#part || this.#isUnderWay) return;
    this.#part = part;
    const before = this.#reachesEnd;
    // The end of a busy script ends the call, too.
    await this.#scroll().catch(() => undefined);
    if (before && !this.#reachesEnd)
      this.#run.warnings.push('The page grew while it was scrolled: the recording does not show its end.');
  }

  async #scroll(): Promise<void> {
    this.#isUnderWay = true;
    try {
      const reachesEnd = await this.#run.page.call(scrollThrough, this.#part, mostScreens(this.#durationMs));
      this.#reachesEnd &&= reachesEnd;
    } finally {
      this.#isUnderWay = false;
    }
  }
}
