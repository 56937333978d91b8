import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { orderApplication } from '../../demo/order-application.js';
import { type PageServer, startPages } from '../../kit/pages/pages.js';
import { type S3Server, startS3Server } from '../../kit/service/s3-server.js';
import { type Stack, startStack } from '../../kit/standalone/stack.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (document: string) => readFileSync(`${root}docs/${document}`, 'utf8');

interface Block {
  language: string;
  code: string;
}

const blocksIn = (part: string): Block[] =>
  [...part.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({ language, code }));

const partOf = (document: string, heading: string) =>
  blocksIn(
    read(document)
      .split(new RegExp(`^##+ ${heading}$`, 'm'))[1]
      ?.split(/^##+ /m)[0] ?? '',
  );
const codeOf = (blocks: readonly Block[], language: string) =>
  blocks.filter((block) => block.language === language).map(({ code }) => code);

describe('the commands of the documents', { timeout: 600_000 }, () => {
  let shop: PageServer;
  let store: S3Server;
  let stack: Stack;
  let folder: string;

  before(async () => {
    shop = await startPages(orderApplication());
    store = await startS3Server();
    folder = mkdtempSync(join(tmpdir(), 'tintype-documents-'));
    const allowed = [shop.port, store.settings.endpoint.port].map((port) => `127.0.0.1:${port}`);
    stack = await startStack({ environment: { TINTYPE_EGRESS_ALLOW: allowed.join() } });
  });
  after(async () => {
    await stack?.stop();
    await store?.stop();
    await shop?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** The commands of a document, with the addresses of this test. */
  const here = (code: string) =>
    code
      .replaceAll('127.0.0.1:7071', store.settings.endpoint.host)
      .replaceAll(
        '"key":"local","secret":"local-secret"',
        `"key":"${store.settings.key}","secret":"${store.settings.secret}"`,
      )
      .replaceAll('/tmp/my-s3/', `${store.folder}/`)
      .replaceAll('https%3A%2F%2Fexample.com%2F', encodeURIComponent(stack.examplePage))
      .replaceAll('127.0.0.1:8090', `127.0.0.1:${shop.port}`)
      .replaceAll('http://127.0.0.1:8080', stack.url)
      .replaceAll('.tintype/account', `${stack.dataDir}/account`);

  const run = async (file: string, args: string[], { cwd = root, environment = {} } = {}) => {
    const env = { ...process.env, ...environment };
    const { stdout } = await promisify(execFile)(file, args, { cwd, env, timeout: 600_000 });
    return stdout.replaceAll(`127.0.0.1:${shop.port}`, '127.0.0.1:8090');
  };
  const inShell = (code: readonly string[], cwd = root) => run('sh', ['-euc', here(code.join('\n'))], { cwd });
  const walkthrough = (heading: string) => partOf('walkthrough.md', heading);

  it('does the task by actions, with the shown answers', async () => {
    const blocks = walkthrough('By actions');
    assert.equal(await inShell(codeOf(blocks, 'sh')), codeOf(blocks, 'text').join(''));
  });

  it('does the task by Playwright', async () => {
    const [setup = ''] = codeOf(walkthrough('By actions'), 'sh');
    const named = setup.split('\n').filter((line) => /^(IFS|API|AUTH)/.test(line));
    const blocks = walkthrough('By Playwright');
    const [connect = ''] = codeOf(blocks, 'sh').map((code) => code.replace(/^node .*$/m, 'echo "$CONNECT_URL"'));
    const url = (await inShell([...named, connect])).trim();
    const script = here(codeOf(blocks, 'js').join(''));
    const environment = { CONNECT_URL: url };
    const said = await run(process.execPath, ['--input-type=module', '-e', script], { environment });
    assert.equal(said, codeOf(blocks, 'text').join(''));
  });

  /** Runs the commands of a section of `api.md` that need nothing but a running service. Answers what they print. */
  const play = (heading: string) => {
    const codes = codeOf(partOf('api.md', heading), 'sh').filter((code) => !code.includes('make run'));
    assert.equal(codes.length, 1, heading);
    return inShell(codes, folder);
  };
  const written = (name: string) => readFileSync(join(folder, name));

  it('store a picture in a bucket of the account, and redirect to it', async () => {
    const printed = await play('Storage');
    assert.match(printed, /"source":"account"/);
    assert.match(printed, /"uploads":true,"works":true/);
    assert.match(printed, /"publicRead":\{"url":"[^"]*","works":false/);
    const [, location = ''] = /HTTP\/1\.1 302 [\s\S]*^Location: (\S+)/m.exec(printed) ?? [];
    const [object = ''] = /\/screenshots\/\d{4}\/\d\d\/\d\d\/reports\/example\.png$/m.exec(printed) ?? [];
    assert.ok(object && location === `${store.settings.endpoint.href}pictures${object}`, printed);
    assert.equal(store.bytes(object).toString('latin1', 1, 4), 'PNG');
    assert.match(printed, /"storage":null,"source":null/);
  });

  it('render a batch, show and list its state, and cancel it', async () => {
    const [, setUp = ''] = codeOf(partOf('api.md', 'Storage'), 'sh');
    const put = setUp.slice(0, setUp.indexOf('\n', setUp.indexOf('-X PUT')));
    await inShell([put]);
    const printed = await play('Batches');
    const answers = printed.split(/(?<=\})(?=\{"success")/).map((text) => JSON.parse(text));
    const [shown, cancelled, { batches }] = answers;
    assert.deepEqual(
      [shown.total, shown.items.map(({ file_name }: { file_name: string }) => file_name)],
      [2, ['front', null]],
    );
    assert.deepEqual([cancelled.batchId, batches[0].batchId], [shown.batchId, shown.batchId]);
  });

  it('check the signature of a notification', async () => {
    const [check = ''] = codeOf(partOf('api.md', 'Notification'), 'js');
    const time = Math.floor(Date.now() / 1000);
    const header = `t=${time},v1=${createHmac('sha256', 's').update(`${time}.body`).digest('hex')}`;
    const ask = (body: string) => `console.log(isGenuine('${header}', '${body}', 's'));`;
    const printed = await run(process.execPath, ['--input-type=module', '-e', check + ask('body') + ask('other')]);
    assert.equal(printed, 'true\nfalse\n');
  });

  it('open a link to a file, in whole and in part, and take it back', async () => {
    const printed = await play('Links to files');
    const picture = written('page.png');
    assert.equal(picture.toString('latin1', 1, 4), 'PNG');
    assert.deepEqual(written('copy.png'), picture);
    assert.deepEqual(written('first-100-bytes'), picture.subarray(0, 100));
    assert.equal(printed.trim(), '{"success":true}');
  });

  it('use a preset, and options of the query over it', async () => {
    const printed = await play('Presets');
    assert.match(printed, /"name":"card"[\s\S]*\{"success":true\}\s*$/);
    const picture = written('card.jpg');
    const frame = picture.indexOf(Buffer.from([0xff, 0xc0]));
    assert.deepEqual([picture.readUInt16BE(frame + 7), picture.readUInt16BE(frame + 5)], [800, 630]);
  });
});
