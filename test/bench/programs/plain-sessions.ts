/**
 * Launches a browser for each session, without a service. Takes the browser's binary and switches, and prints its port.
 * `POST /` returns the URL of a new browser's DevTools, `DELETE /?of=<that>` ends the browser. Ends with its standard
 * input.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [binary = '', ...switches] = process.argv.slice(2);
const browsers = new Map<string, { child: ChildProcess; profile: string }>();

const open = async (): Promise<string> => {
  const profile = mkdtempSync(join(tmpdir(), 'plain-'));
  const own = ['--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'];
  const child = spawn(binary, [...switches, ...own], { stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const line of createInterface({ input: child.stderr as NodeJS.ReadableStream })) {
    const [, url] = /^DevTools listening on (ws:\S+)/.exec(line) ?? [];
    if (!url) continue;
    child.stderr?.resume();
    browsers.set(url, { child, profile });
    return url;
  }
  throw new Error('The browser has ended.');
};

const close = async (url: string): Promise<string> => {
  const browser = browsers.get(url);
  browsers.delete(url);
  if (!browser) return 'none';
  browser.child.kill('SIGKILL');
  await once(browser.child, 'exit');
  rmSync(browser.profile, { recursive: true, force: true, maxRetries: 5 });
  return 'closed';
};

const server = createServer(async (request, response) => {
  const of = new URL(request.url ?? '', 'http://x').searchParams.get('of');
  response.end(of === null ? await open() : await close(of));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
process.stdin.on('end', async () => {
  await Promise.all([...browsers.keys()].map(close));
  process.exit(0);
});
process.stdin.resume();
