/**
 * Pictures through the DevTools protocol alone: new context, page, capture, close. Takes the binary of a headless
 * shell, and answers each plan with a load. Ends with its standard input.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Plan } from '../contenders/contender.js';
import { repeat } from '../load.js';

const [binary = ''] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), 'profile-'));
const browser = spawn(binary, ['--remote-debugging-pipe', '--hide-scrollbars', `--user-data-dir=${profile}`], {
  stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
});
const sink = browser.stdio[3] as Writable;
const source = browser.stdio[4] as Readable;

type Result = Record<string, string>;
const waiting = new Map<number | string, (message: { result?: Result }) => void>();
let lastId = 0;

const receive = (text: string) => {
  const message = JSON.parse(text) as { id?: number; method?: string; sessionId?: string; result?: Result };
  const key = message.id ?? `${message.sessionId} ${message.method}`;
  waiting.get(key)?.(message);
  waiting.delete(key);
};

let parts: string[] = [];
source.setEncoding('utf8').on('data', (chunk: string) => {
  const pieces = chunk.split('\0');
  for (const piece of pieces.slice(0, -1)) {
    receive([...parts, piece].join(''));
    parts = [];
  }
  parts.push(pieces.at(-1) ?? '');
});

const heard = (key: number | string) =>
  new Promise<Result>((resolve) => waiting.set(key, ({ result }) => resolve(result ?? {})));

const send = (method: string, params: object = {}, sessionId?: string): Promise<Result> => {
  lastId += 1;
  sink.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
  return heard(lastId);
};

/** Right after load, one capture in five fails and succeeds when repeated. */
const capture = async (sessionId: string, format: Plan['type']): Promise<Buffer> => {
  for (;;) {
    // Tintype's encoder settings.
    const options = format === 'jpeg' ? { format, quality: 80 } : { format, optimizeForSpeed: true };
    const { data } = await send('Page.captureScreenshot', options, sessionId);
    if (data) return Buffer.from(data, 'base64');
  }
};

const shoot = async ({ page, type }: Plan): Promise<Record<string, never>> => {
  const { browserContextId } = await send('Target.createBrowserContext');
  const size = { width: 1440, height: 900 };
  const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId, ...size });
  const { sessionId = '' } = await send('Target.attachToTarget', { targetId, flatten: true });
  await send('Page.enable', {}, sessionId);
  const loaded = heard(`${sessionId} Page.loadEventFired`);
  await send('Page.navigate', { url: page }, sessionId);
  await loaded;
  const picture = await capture(sessionId, type);
  await send('Target.disposeBrowserContext', { browserContextId });
  if (picture.length < 100) throw new Error('no picture');
  return {};
};

await send('Browser.getVersion');
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const plan = JSON.parse(line) as Plan;
  const load = await repeat(() => shoot(plan), plan);
  process.stdout.write(`${JSON.stringify(load)}\n`);
}
// The browser may end before it answers.
void send('Browser.close');
