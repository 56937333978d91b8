import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface Language {
  name: string;
  /** Programs that have to be on PATH; without one, the language is skipped. */
  needs: readonly string[];
  /** The folder, from the root of the repository. */
  folder: string;
  /** Builds what runs, once. */
  prepare?: readonly string[];
  /** The program of clients/conformance/README.md. */
  program: readonly string[];
}

export const languages: readonly Language[] = [
  { name: 'javascript', needs: ['node'], folder: 'clients/javascript', program: ['node', 'conformance/walk.mjs'] },
];

const folders = () => (process.env.PATH ?? '').split(':').filter(Boolean);

/** The first program that is missing. */
export const missingFor = ({ needs }: Language): string | undefined =>
  needs.find((program) => !folders().some((folder) => existsSync(join(folder, program))));
