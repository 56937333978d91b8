import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { ConfigError, listen } from '@tintype/runtime';
import { readKept, writePrivately } from '../data-folder/keep.js';

const pageFile = new URL('../../src/example-page/page.html', import.meta.url);

export interface ExamplePage {
  server: Server;
  port: number;
  url: string;
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  'cache-control': 'no-store',
};

const listenAgain = async (server: Server, keptPort: number): Promise<number> => {
  try {
    return await listen(server, { host: '127.0.0.1', port: keptPort });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return listen(server, { host: '127.0.0.1', port: 0 });
  }
};

/** Serves the bundled page. It keeps the port of the last run if that is free, so that old signed URLs still work. */
export const startExamplePage = async (dataFolder: string): Promise<ExamplePage> => {
  const page = await readFile(pageFile);
  const server = createServer((request, response) => {
    request.resume();
    // Answers any query: with another query, the URL is new to every cache.
    if (request.url?.split('?', 1)[0] === '/') response.writeHead(200, headers).end(page);
    else response.writeHead(404).end();
  });
  const file = join(dataFolder, 'example-port');
  const kept = Number(await readKept(file));
  const port = await listenAgain(server, Number.isInteger(kept) && kept > 0 && kept < 65_536 ? kept : 0);
  if (port !== kept) await writePrivately(file, `${port}\n`);
  return { server, port, url: `http://127.0.0.1:${port}/` };
};
