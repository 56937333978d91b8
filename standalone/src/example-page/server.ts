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

/** Listens on the kept port, or on any port if that is taken. Returns the port. */
const listenOnKeptPort = async (server: Server, keptPort: number): Promise<number> => {
  try {
    return await listen(server, { host: '127.0.0.1', port: keptPort });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return listen(server, { host: '127.0.0.1', port: 0 });
  }
};

/** Serves the bundled page, on the port of the last run if it is free. So the signed URLs of that run still work. */
export const startExamplePage = async (dataFolder: string): Promise<ExamplePage> => {
  const page = await readFile(pageFile);
  const server = createServer((request, response) => {
    request.resume();
    // Serve the page with any query: a person can change the query to get past every cache.
    if (request.url?.split('?', 1)[0] === '/') response.writeHead(200, headers).end(page);
    else response.writeHead(404).end();
  });
  const file = join(dataFolder, 'example-port');
  const keptPort = Number(await readKept(file));
  const isPort = Number.isInteger(keptPort) && keptPort > 0 && keptPort < 65_536;
  const port = await listenOnKeptPort(server, isPort ? keptPort : 0);
  if (port !== keptPort) await writePrivately(file, `${port}\n`);
  return { server, port, url: `http://127.0.0.1:${port}/` };
};
