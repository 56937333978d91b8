import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { orderApplication } from '../../demo/order-application.js';
import { type PageServer, startPages } from '../../kit/pages/pages.js';
import { type Stack, startStack } from '../../kit/standalone/stack.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const text = readFileSync(`${root}docs/walkthrough.md`, 'utf8');

interface Block {
  language: string;
  code: string;
}

const blocksIn = (part: string): Block[] =>
  [...part.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({ language, code }));

const partOf = (heading: string) =>
  blocksIn(text.split(new RegExp(`^## ${heading}$`, 'm'))[1]?.split(/^## /m)[0] ?? '');
const codeOf = (blocks: readonly Block[], language: string) =>
  blocks.filter((block) => block.language === language).map(({ code }) => code);

describe('docs/walkthrough.md', { timeout: 600_000 }, () => {
  let shop: PageServer;
  let stack: Stack;

  before(async () => {
    shop = await startPages(orderApplication());
    stack = await startStack({ environment: { TINTYPE_EGRESS_ALLOW: `127.0.0.1:${shop.port}` } });
  });
  after(async () => {
    await stack?.stop();
    await shop?.close();
  });

  /** The commands of the page, with the addresses of this test. */
  const here = (code: string) =>
    code
      .replaceAll('127.0.0.1:8090', `127.0.0.1:${shop.port}`)
      .replaceAll('http://127.0.0.1:8080', stack.url)
      .replaceAll('.tintype/account', `${stack.dataDir}/account`);

  const run = async (file: string, args: string[], environment = {}) => {
    const env = { ...process.env, ...environment };
    const { stdout } = await promisify(execFile)(file, args, { cwd: root, env, timeout: 600_000 });
    return stdout.replaceAll(`127.0.0.1:${shop.port}`, '127.0.0.1:8090');
  };
  const inShell = (code: readonly string[]) => run('sh', ['-euc', here(code.join('\n'))]);

  it('does the task by actions, with the shown answers', async () => {
    const blocks = partOf('By actions');
    assert.equal(await inShell(codeOf(blocks, 'sh')), codeOf(blocks, 'text').join(''));
  });

  it('does the task by Playwright', async () => {
    const [setup = ''] = codeOf(partOf('By actions'), 'sh');
    const named = setup.split('\n').filter((line) => /^(IFS|API|AUTH)/.test(line));
    const blocks = partOf('By Playwright');
    const [connect = ''] = codeOf(blocks, 'sh').map((code) => code.replace(/^node .*$/m, 'echo "$CONNECT_URL"'));
    const url = (await inShell([...named, connect])).trim();
    const script = here(codeOf(blocks, 'js').join(''));
    const said = await run(process.execPath, ['--input-type=module', '-e', script], { CONNECT_URL: url });
    assert.equal(said, codeOf(blocks, 'text').join(''));
  });
});
