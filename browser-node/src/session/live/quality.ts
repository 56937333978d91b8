import { limits, liveLevels } from '@tintype/contracts';

export type QualityLevel = (typeof liveLevels)[number];

interface Look {
  /** Quality of the JPEG, 0 to 100. */
  quality: number;
  /** Relative to the greatest size that the viewer can show. */
  scale: number;
}

const looks: Record<QualityLevel, Look> = {
  sharp: { quality: 80, scale: 1 },
  good: { quality: 60, scale: 1 },
  reduced: { quality: 50, scale: 0.7 },
  low: { quality: 35, scale: 0.5 },
};

export interface PictureSize {
  width: number;
  height: number;
}

export interface CastSettings {
  quality: number;
  maxWidth: number;
  maxHeight: number;
}

/** Sizes are rounded up to this step, so that similar screens share a picture. */
const stepPixels = 64;
const leastPixels = 256;

const bounded = (pixels: number) =>
  Math.min(limits.livePicturePixels, Math.max(leastPixels, Math.ceil(pixels / stepPixels) * stepPixels));

export const castSettings = (level: QualityLevel, { width, height }: PictureSize): CastSettings => {
  const { quality, scale } = looks[level];
  return { quality, maxWidth: bounded(width * scale), maxHeight: bounded(height * scale) };
};

/**
 * Lateness is the time beyond the round trip, for sending and drawing. The level falls above 250 ms and rises below 80
 * ms.
 */
const lateMs = 250;
const earlyMs = 80;
const samplesForWorse = 3;
const samplesForBetter = 10;
const betterAfterMs = 3000;
/** After a better level proved too much, the wait before the next try doubles, up to 60 s. */
const longestWaitMs = 60_000;
/** Weight of the newest picture in the average: one late picture alone changes nothing. */
const weight = 0.2;
/** After a change, this many pictures of the previous level are still on their way. */
const staleAfterChange = 2;

/** Chooses the quality of one viewer by how late it draws. Times are monotonic milliseconds. */
export class ViewerQuality {
  #at = 0;
  #roundTripMs = Number.POSITIVE_INFINITY;
  #lateness = 0;
  #samples = 0;
  #stale = 0;
  #changedAt = Number.NEGATIVE_INFINITY;
  #waitMs = betterAfterMs;
  #wasRaised = false;

  get level(): QualityLevel {
    return liveLevels[this.#at] ?? 'low';
  }

  /** The shortest time counts: a picture on the way delays an answer. */
  roundTrip(ms: number): void {
    this.#roundTripMs = Math.min(this.#roundTripMs, ms);
  }

  /** A picture was drawn this long after it was sent. */
  drawn(ms: number, now: number): void {
    this.roundTrip(ms);
    if (this.#stale > 0) this.#stale -= 1;
    else this.#judge(ms, now);
  }

  #judge(ms: number, now: number): void {
    const late = ms - this.#roundTripMs;
    this.#lateness = this.#samples === 0 ? late : this.#lateness + weight * (late - this.#lateness);
    this.#samples += 1;
    if (this.#lateness > lateMs && this.#samples >= samplesForWorse) this.#worsen(now);
    else if (this.#lateness < earlyMs && this.#samples >= samplesForBetter) this.#improve(now);
  }

  #worsen(now: number): void {
    if (this.#at === liveLevels.length - 1) return;
    if (this.#wasRaised) this.#waitMs = Math.min(longestWaitMs, this.#waitMs * 2);
    this.#wasRaised = false;
    this.#change(this.#at + 1, now);
  }

  #improve(now: number): void {
    if (this.#at === 0 || now - this.#changedAt < this.#waitMs) return;
    this.#wasRaised = true;
    this.#change(this.#at - 1, now);
  }

  #change(at: number, now: number): void {
    this.#at = at;
    this.#changedAt = now;
    this.#samples = 0;
    this.#stale = staleAfterChange;
  }
}
