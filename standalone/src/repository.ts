import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));

/** Programs fetched for this checkout; `make clean` keeps them. */
export const toolsFolder = path('.tools');

export const programs = {
  api: path('api/dist/main.js'),
  'browser-node': path('browser-node/dist/main.js'),
  operator: path('operator/dist/main.js'),
} as const;

/** The version of this checkout. */
export const readVersion = (): string => JSON.parse(readFileSync(path('package.json'), 'utf8')).version;
