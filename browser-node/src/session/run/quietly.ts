import { raceSignal } from '@tintype/runtime';

/** What comes of work; undefined where it fails, or does not come in time. */
export const quietly = <T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> =>
  raceSignal(work, AbortSignal.timeout(milliseconds)).catch(() => undefined);
