import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserType } from 'playwright-core';
import type { Puppeteer } from 'puppeteer-core';
import { html, type PageServer, startPages } from '../pages/pages.js';

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

/** A form, a frame, a popup, a dialog, a download. */
export const startDevToolsSite = (): Promise<PageServer> =>
  startPages({
    '/': html(`<h1>Start</h1>
      <form action="/received"><input name="word" aria-label="Word"><button>Tell</button></form>
      <a id="popup" href="/received?word=popup" target="_blank">popup</a>
      <a id="download" href="/file" download>download</a>
      <button id="ask" onclick="this.textContent = confirm('Really?') ? 'yes' : 'no'">ask</button>
      <input id="file" type="file" onchange="this.files[0].text().then((text) => { readout.textContent = text })">
      <output id="readout"></output>
      <iframe src="/frame"></iframe>`),
    '/frame': html('<p id="inside">inside</p>'),
    '/received': (request, response) => {
      const word = new URL(request.url ?? '', 'http://x').searchParams.get('word');
      html(`<h1>Told</h1><output>${encodeURIComponent(word ?? '')}</output>`)(request, response);
    },
    '/file': (_request, response) =>
      response.setHeader('content-type', 'application/octet-stream').end(Buffer.alloc(100_000)),
  });
