import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserType } from 'playwright-core';
import type { Puppeteer } from 'puppeteer-core';

/** A version of a library that drives browsers. */
export interface DevToolsClient<T> {
  name: string;
  library: T;
}

const require = createRequire(import.meta.url);

const versionOf = (name: string): string => {
  const entry = require.resolve(name);
  const folder = entry.slice(0, entry.lastIndexOf(`/${name}/`) + name.length + 2);
  return JSON.parse(readFileSync(`${folder}package.json`, 'utf8')).version;
};

const load = async <T>(names: readonly string[], libraryOf: (module: never) => T): Promise<DevToolsClient<T>[]> =>
  Promise.all(
    names.map(async (name) => ({
      name: `${name.replace(/-core.*/, '')} ${versionOf(name)}`,
      library: libraryOf((await import(name)) as never),
    })),
  );

/** The newest and the oldest supported version (docs/devtools.md). */
export const playwrights = await load(
  ['playwright-core', 'playwright-core-1.49'],
  ({ chromium }: { chromium: BrowserType }) => chromium,
);

export const puppeteers = await load(
  ['puppeteer-core', 'puppeteer-core-23'],
  ({ default: puppeteer }: { default: Puppeteer }) => puppeteer,
);
