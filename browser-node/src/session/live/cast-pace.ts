import { limits } from '@tintype/contracts';

/** Time between pictures. */
const periodMs = 1000 / limits.liveFramesPerSecond;
/** While this many pictures are unacknowledged, Chromium drops further ones for good. */
const unackedMax = 3;
/** A page that has not changed for this long is at rest. */
const restMs = 150;

/**
 * When to acknowledge the pictures of a screencast, and when to begin it anew. Chromium drops pictures that come too
 * fast, also the last one before the page rests. Only another start then shows the final page. Times are monotonic
 * milliseconds.
 */
export class CastPace {
  #unacked = 0;
  #hasDropped = false;
  #ackedAt = Number.NEGATIVE_INFINITY;
  #changedAt = Number.NEGATIVE_INFINITY;

  received(now: number): void {
    this.#unacked += 1;
    this.#changedAt = now;
    this.#hasDropped ||= this.#unacked >= unackedMax;
  }

  acknowledged(now: number): void {
    this.#unacked = Math.max(0, this.#unacked - 1);
    this.#ackedAt = now;
  }

  begun(): void {
    this.#unacked = 0;
    this.#hasDropped = false;
  }

  /** Milliseconds until the next acknowledgement. Undefined if Chromium waits for none. */
  ackInMs(now: number): number | undefined {
    return this.#unacked === 0 ? undefined : Math.max(0, this.#ackedAt + periodMs - now);
  }

  /**
   * Milliseconds until a new start. Undefined if the last picture shows the final page, or while pictures are
   * unacknowledged.
   */
  restartInMs(now: number): number | undefined {
    if (!this.#hasDropped || this.#unacked > 0) return undefined;
    return Math.max(0, Math.max(this.#changedAt, this.#ackedAt) + restMs - now);
  }
}
