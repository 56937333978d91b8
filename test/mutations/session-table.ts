import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which invariant notices a mistake, as the documentation has it. */
export interface Recorded {
  name: string;
  mistake: string;
  invariant: string;
}

const row = /^\| `([\w-]+)` \| (.+?) \| (.+?) \|$/gm;

/** The table of mistakes in `docs/explorer.md`. */
export const recordedMistakes = (repository: string): Recorded[] =>
  [...readFileSync(join(repository, 'docs/explorer.md'), 'utf8').matchAll(row)].map(
    ([, name = '', mistake = '', invariant = '']) => ({ name, mistake, invariant }),
  );
