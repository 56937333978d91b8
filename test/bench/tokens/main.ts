/** `make tokens`: counts a model's tokens for one task, with our tools and with playwright-mcp. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orderApplication } from '../../demo/order-application.js';
import { asUnprivileged } from '../../kit/browser-node/sandboxed-browser.js';
import { startPages } from '../../kit/pages/pages.js';
import { installNpmPackage, npmFile, npmPackages } from '../../kit/programs/npm-packages.js';
import { type OrderTask, orderByOurTools } from '../../kit/service/order-task.js';
import { connectProgram, connectTools, type ToolClient } from '../../kit/service/tool-clients.js';
import { startStack } from '../../kit/standalone/stack.js';
import { browserBinary } from '../bench.js';
import { Meter, type TokensOfTask } from './meter.js';
import { orderByPlaywright } from './playwright-order.js';
import { type CountTokens, loadTokenizer } from './tokenizer.js';

type Connect = (allow: string) => Promise<{ client: ToolClient; stop: () => Promise<unknown> }>;

const connectOurs: Connect = async (allow) => {
  const stack = await startStack({ environment: { TINTYPE_EGRESS_ALLOW: allow } });
  const { id, secret } = stack.account;
  return { client: await connectTools(stack.url, `${id}:${secret}`, 'client 2 of JavaScript'), stop: stack.stop };
};

const connectPlaywright =
  (chromium: string): Connect =>
  async () => {
    // It writes snapshots into its folder.
    const folder = await mkdtemp(join(tmpdir(), 'tintype-tokens-'));
    const binary = await asUnprivileged(chromium, folder);
    const args = [npmFile('playwrightTools', 'cli.js'), '--headless', '--isolated', '--executable-path', binary];
    const client = await connectProgram(process.execPath, args, folder);
    return { client, stop: () => rm(folder, { recursive: true }) };
  };

/** Each task has a shop of its own, whose first order gets the number 1006. */
const measure = async (connect: Connect, task: OrderTask, count: CountTokens): Promise<TokensOfTask> => {
  const shop = await startPages(orderApplication());
  const { client, stop } = await connect(`127.0.0.1:${shop.port}`);
  try {
    const meter = new Meter(client, count);
    await meter.list();
    const call = (name: string, args = {}) => meter.call(name, args);
    assert.match(await task(call, shop.url('')), /Order 1006 is placed/);
    return meter.tokens;
  } finally {
    await client.close();
    await stop();
    await shop.close();
  }
};

const rows: readonly [title: string, of: (tokens: TokensOfTask) => number][] = [
  ['calls', ({ calls }) => calls],
  ['list of tools', ({ list }) => list],
  ['names and arguments of calls', (tokens) => tokens.arguments],
  ['texts of results', ({ results }) => results],
  ['all tokens', (tokens) => tokens.list + tokens.arguments + tokens.results],
  ['list of tools as sent', ({ listAsSent }) => listAsSent],
  ['structured content of results', ({ structured }) => structured],
];

await installNpmPackage('playwrightTools');
await installNpmPackage('tokenizer');
const count = await loadTokenizer();
const chromium = browserBinary('chromium');
assert.ok(chromium, 'This needs chromium.');
const ours = await measure(connectOurs, orderByOurTools, count);
const others = await measure(connectPlaywright(chromium), orderByPlaywright, count);
const cells = rows.map(
  ([title, of]) => `| ${title} | ${of(ours).toLocaleString('en')} | ${of(others).toLocaleString('en')} |`,
);
process.stdout.write(
  `| \`o200k_base\` | ours | playwright-mcp ${npmPackages.playwrightTools.version} |\n|---|--:|--:|\n${cells.join('\n')}\n`,
);
