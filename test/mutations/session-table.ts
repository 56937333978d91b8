import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What notices a mistake, as the documentation has it. */
export interface Recorded {
  name: string;
  mistake: string;
  invariant: string;
  /** A scenario in which it does, or the random schedules. */
  place: string;
}

/** Where a mistake is noticed that no scenario has. */
export const randomSchedules = 'random schedules';

const row = /^\| `([\w-]+)` \| (.+?) \| (.+?) \| (.+?) \|$/gm;

/** The table of mistakes in `docs/explorer.md`. */
export const recordedMistakes = (repository: string): Recorded[] =>
  [...readFileSync(join(repository, 'docs/explorer.md'), 'utf8').matchAll(row)].map(
    ([, name = '', mistake = '', invariant = '', place = '']) => ({ name, mistake, invariant, place }),
  );
