import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readLogin, writeLogin } from './config.js';
import { version } from './context.js';
import { answering, play } from './playing.test.kit.js';

const variables = ['TINTYPE_URL', 'TINTYPE_KEY', 'TINTYPE_SECRET', 'TINTYPE_EDGE_URL', 'XDG_CONFIG_HOME'];

describe('the command line', () => {
  const kept = Object.fromEntries(variables.map((name) => [name, process.env[name]]));
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tintype-cli-'));
    for (const name of variables) delete process.env[name];
    Object.assign(process.env, { XDG_CONFIG_HOME: folder, TINTYPE_KEY: 'key', TINTYPE_SECRET: 'test' });
  });
  after(() => {
    rmSync(folder, { recursive: true });
    for (const name of variables) delete process.env[name];
    for (const [name, value] of Object.entries(kept)) if (value !== undefined) process.env[name] = value;
  });

  it('prints help without a command', async () => {
    const { code, out } = await play('');
    assert.equal(code, 0);
    for (const name of ['screenshot', 'pdf', 'content', 'metadata', 'animated', 'sessions', 'batch', 'login'])
      assert.match(out, new RegExp(`^  ${name}`, 'm'));
  });

  it('has one version', async () => {
    const { version: packaged } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    assert.equal(packaged, version);
    assert.equal((await play('--version')).out, `${version}\n`);
  });

  const dry: [args: string, url: string][] = [
    [
      'screenshot https://example.com/ --dry-run',
      'http://127.0.0.1:8080/key/c3bb8fe2b3ea0ab7f3f2e7fe9d60b8d3/image?url=https%3A%2F%2Fexample.com%2F',
    ],
    ['pdf example.com --dry-run -X format=A5', '/pdf?url=example.com&format=A5'],
    ['content example.com --dry-run -X hide=.ad,#top', '/content?url=example.com&hide=.ad%2C%23top'],
    ['metadata example.com --dry-run -X headers={"A":"b"}', '/metadata?url=example.com&headers=eyJBIjoiYiJ9'],
    ['animated example.com --dry-run -X duration=3', '/animated?url=example.com&duration=3'],
    ['screenshot example.com --dry-run -o page.jpg', '/image?url=example.com&type=jpeg'],
    ['--server tintype.example sign image example.com -X full=true', '/image?url=example.com&full=true'],
  ];
  for (const [args, end] of dry)
    it(`prints the URL of \`${args}\``, async () => {
      const { code, out, err } = await play(args);
      assert.deepEqual([code, err], [0, '']);
      assert.match(out, /^https?:\/\/[\w.:]+\/key\/[0-9a-f]{32}\/\w+\?url=/);
      if (!end.startsWith('http')) assert.ok(out.endsWith(`${end}\n`), out);
    });

  const wrong: [args: string, code: number, message: RegExp][] = [
    ['screnshot x', 2, /Unknown command 'screnshot'\n\(Did you mean screenshot\?\)/],
    ['screenshot', 2, /Missing required argument 'url'/],
    ['screenshot x -X full', 2, /-X <name=value>.* It takes name=value/],
    ['screenshot x -X full=1 -X full=0', 2, /The option full is given twice/],
    ['screenshot x --edge --dry-run', 2, /`--edge` needs the address/],
    ['screenshot x --json', 2, /add `-o page\.png`/],
    ['screenshot x -X css=@missing.css -o x.png', 2, /-X css: the file missing\.css cannot be read/],
    ['content x --format yaml', 2, /--format <format>.*markdown, html, text/],
    ['sign image x --expires soon', 2, /--expires <when>.*30s, 10m, 2h or 7d/],
    ['sign movie x', 2, /Allowed choices are image, pdf/],
    ['sessions create --ttl -5', 2, /--ttl <seconds>/],
    ['--server ftp://tintype.example devices', 2, /--server <address>.*the address of the service/],
    ['screenshot --url https://example.com', 2, /Unknown option '--url'/],
    ['screenshot x --dark-mode', 2, /Unknown option '--dark-mode'\n\(Did you mean -X darkMode=…\? It takes true/],
    ['batch submit x --full', 2, /Unknown option '--full'\n\(Did you mean -X full=…\?/],
    ['content x --full', 2, /Unknown option '--full'\nAdd --help/],
    ['sessions create --full', 2, /Unknown option '--full'\nAdd --help/],
    ['sessions action x screenshot --selector a', 2, /Unknown option '--selector'\nAdd --help/],
    ['screenshot x -o page.pdf', 2, /`-o page\.pdf` does not fit: image makes png, jpeg, webp, avif/],
    ['screenshot x -o page.bmp', 2, /`-o page\.bmp` does not fit/],
    ['screenshot x -o page.png -X type=webp', 2, /`-o page\.png` contradicts `-X type=webp`/],
    ['animated x -o page.png', 2, /animated makes gif, mp4, webm/],
    ['render package.json --to pdf -o page.png', 2, /pdf makes pdf/],
    ['screenshot x -X url=y --dry-run', 2, /-X url: the address is no option/],
    ['batch submit missing.txt', 2, /The file missing\.txt cannot be read/],
    ['options pdf nothing-of-the-kind', 2, /No option of pdf has/],
    ['--server 127.0.0.1:1 screenshot x -o x.png', 9, /No connection to http:\/\/127\.0\.0\.1:1\. .*TINTYPE_URL/],
  ];
  for (const [args, code, message] of wrong)
    it(`refuses \`${args}\``, async () => {
      const { code: came, err } = await play(args);
      assert.match(err, message);
      assert.equal(came, code, err);
    });

  it('refuses to write a picture to a terminal, and names a file', async () => {
    const { code, err, out } = await play('screenshot example.com -X type=jpeg', { isTTY: true });
    assert.deepEqual([code, out], [2, '']);
    assert.match(err, /A terminal cannot show a picture\. .*-o page\.jpg/);
    assert.equal((await play('pdf example.com', { isTTY: true })).code, 2);
  });

  it('refuses to write the picture of an action to a terminal, or to a folder that is not there', async () => {
    const answer = { success: true, bodyBase64: 'AAAA' };
    const shoot = (output: string, isTTY: boolean) =>
      answering(answer, () => play(`sessions action sess_1 screenshot -o ${output}`, { isTTY }));
    const shown = await shoot('-', true);
    assert.deepEqual([shown.code, shown.out], [2, '']);
    assert.match(shown.err, /A terminal cannot show a picture/);
    const lost = await shoot('/nowhere/page.png', false);
    assert.deepEqual(
      [lost.code, lost.err],
      [2, 'Error: The file /nowhere/page.png cannot be written: its folder does not exist.\n'],
    );
  });

  it('prints the address of an object instead of an empty file', async () => {
    const { fetch } = globalThis;
    const headers = { location: 'https://bucket.example/a.png', 'x-request-id': 'req_1' };
    globalThis.fetch = async () => new Response(null, { status: 302, headers });
    const { code, out } = await play('screenshot x -X s3Redirect=true', { isTTY: true });
    globalThis.fetch = fetch;
    assert.deepEqual([code, out], [0, 'https://bucket.example/a.png\n']);
  });

  it('prints batches: refused ones, and items without an address', async () => {
    const batch = {
      batchId: 'batch_1',
      type: 'image',
      total: 1,
      succeeded: 0,
      failed: 1,
      cancelled: 0,
      waitingFor: null,
    };
    const times = { createdAt: '2030-01-01T00:00:00Z', itemsPerSecond: null, secondsLeft: null };
    const error = { code: 'missing_url', message: 'There is no `url`.' };
    const items = [{ number: 0, status: 'failed', url: null, location: null, error }];
    const state = { ...batch, ...times, status: 'failed', error, items, nextCursor: null };
    const shown = await answering(state, () => play('batch status batch_1'));
    assert.equal(shown.code, 0, shown.err);
    assert.match(shown.out, /^failed\nmissing_url: .*\nitem .*\n0 +failed +– +missing_url: There is no `url`\.\n$/);
    const page = { batches: [state], nextCursor: 'batch_1' };
    const listed = await answering(page, () => play('batch list --limit 1'));
    assert.match(listed.out, /^id .*\nbatch_1 +image +failed +0 of 1 +2030-01-01T00:00:00Z\n$/);
    assert.match(listed.err, /--cursor batch_1/);
  });

  it('warns of options that the endpoint does not have', async () => {
    const { code, err } = await play('screenshot x --dry-run -X fullPage=true -X format=A4');
    assert.equal(code, 0);
    assert.match(err, /-X fullPage: image has no such option, so it changes nothing\. Did you mean `full`\?/);
    assert.match(err, /-X format: image has no such option, so it changes nothing\.\n/);
  });

  it('prints errors as JSON with --json', async () => {
    const { err, code } = await play('--json batch submit missing.txt');
    assert.deepEqual(JSON.parse(err), {
      success: false,
      error: 'The file missing.txt cannot be read.',
      code: 'usage',
      exitCode: code,
    });
  });

  it('says what a cancel leaves', async () => {
    const running = { status: 'processing', total: 300, queued: 290, succeeded: 8, failed: 0, cancelled: 2 };
    const begun = await answering(running, () => play('batch cancel batch_1'));
    assert.equal(
      begun.out,
      'The cancel has begun: 290 of 300 items have not ended yet. Wait for the end: tintype batch watch batch_1\n',
    );
    const ended = { ...running, status: 'completed_with_errors', queued: 0, cancelled: 292 };
    const over = await answering(ended, () => play('batch cancel batch_1'));
    assert.equal(over.out, 'The batch has ended: 292 of 300 items are cancelled.\n');
  });

  it('asks for a login without key and secret', async () => {
    Object.assign(process.env, { TINTYPE_KEY: '', TINTYPE_SECRET: '' });
    const { code, err } = await play('screenshot example.com -o x.png');
    Object.assign(process.env, { TINTYPE_KEY: 'key', TINTYPE_SECRET: 'test' });
    assert.equal(code, 3);
    assert.match(err, /Run `tintype login`, or set TINTYPE_KEY and TINTYPE_SECRET/);
  });

  it('keeps the login in a file for the user alone, under the variables', () => {
    const env = { XDG_CONFIG_HOME: join(folder, 'new') };
    const file = writeLogin({ url: 'https://a.example', key: 'k', secret: 's' }, env);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const stored = { url: 'https://a.example', key: 'k', secret: 's', source: 'file' };
    assert.deepEqual(readLogin(undefined, env), stored);
    assert.deepEqual(readLogin('https://a.example/', env).source, 'file');
    const other = { url: 'https://b.example', storedFor: 'https://a.example', source: 'nowhere' };
    assert.deepEqual(readLogin('https://b.example', env), other);
    assert.deepEqual(readLogin(undefined, { ...env, TINTYPE_URL: 'https://b.example' }), other);
    const half = { url: 'https://a.example', key: 'other', source: 'environment' };
    assert.deepEqual(readLogin(undefined, { ...env, TINTYPE_KEY: 'other' }), half);
    assert.throws(
      () => readLogin(undefined, { ...env, TINTYPE_URL: 'nowhere' }),
      /TINTYPE_URL takes .*it has "nowhere"/,
    );
    writeFileSync(file, '{');
    assert.throws(() => readLogin(undefined, env), /is not valid\. Run `tintype login`/);
  });

  it('sends the stored secret to the stored address only', async () => {
    Object.assign(process.env, { TINTYPE_KEY: '', TINTYPE_SECRET: '' });
    const file = writeLogin({ url: 'https://a.example', key: 'k', secret: 's' });
    const { code, err } = await answering({}, () => play('--server https://b.example account'));
    rmSync(file);
    Object.assign(process.env, { TINTYPE_KEY: 'key', TINTYPE_SECRET: 'test' });
    assert.equal(code, 3, err);
    assert.match(err, /are for https:\/\/a\.example only\. For https:\/\/b\.example, set TINTYPE_KEY/);
  });

  it('logs in over a broken file', async () => {
    const file = writeLogin({});
    writeFileSync(file, '{bad');
    const account = { account: { id: 'acc_1' } };
    const { code, err } = await answering(account, () =>
      play('--server 127.0.0.1:1 login --key k', { input: 'secret\n' }),
    );
    assert.equal(code, 0, err);
    assert.match(err, /^Logged in to http:\/\/127\.0\.0\.1:1 as acc_1\./);
    assert.match((await play('logout')).err, /^Removed /);
    assert.match((await play('logout')).err, /^There is no stored login/);
  });

  for (const shell of ['bash', 'zsh', 'fish'])
    it(`completes ${shell}`, async () => {
      const { out } = await play(`completion ${shell}`);
      const words = [
        'screenshot',
        'darkMode=',
        'submit',
        'dry-run',
        'type=webp',
        'markdown html text',
        'wait_for_selector',
      ];
      for (const word of words) assert.ok(out.includes(word), word);
    });

  it('sends the type of the ending with a file, and does not warn twice', async () => {
    const { fetch } = globalThis;
    const bodies: unknown[] = [];
    globalThis.fetch = async (_url, init) => {
      bodies.push(JSON.parse(String(init?.body)));
      const warnings = 'The option `qualty` is unknown and has no effect. Did you mean `quality`? | Another.';
      return new Response('x', { headers: { 'x-request-id': 'req_1', 'x-warnings': warnings } });
    };
    const { err, code } = await play(`render package.json -X qualty=1 -o ${join(folder, 'a.jpg')}`);
    globalThis.fetch = fetch;
    assert.equal(code, 0, err);
    assert.match(JSON.stringify(bodies), /"endpoint":"image","type":"jpeg"/);
    assert.equal(err.match(/qualty/g)?.length, 1, err);
    assert.match(err, /Warning: Another\./);
  });

  it('tells the format of written text, and prints facts with --json', async () => {
    const answer = { html: '<p>a', textContent: 'a', markdown: 'a' };
    const file = join(folder, 'a.txt');
    const written = await answering(answer, () => play(`content x -o ${file}`));
    assert.match(written.err, /a\.txt: 2 B, text\/plain/);
    const { out } = await answering(answer, () => play('content x --json'));
    assert.deepEqual([JSON.parse(out).markdown, JSON.parse(out).warnings], ['a', []]);
  });

  it('takes the words that people try', async () => {
    assert.match((await play('help sessions action')).out, /^Usage: tintype sessions action/);
    assert.equal((await play('version')).out, `${version}\n`);
    assert.match((await play('options screenshot full')).out, /^full /m);
    assert.match((await play('sign screenshot x')).out, /\/image\?url=x/);
  });

  it('says why a file cannot be written', async () => {
    const { err, code } = await answering({ metadata: {} }, () => play('metadata x -o /nowhere-at-all/'));
    assert.deepEqual([code, /a folder that does not exist/.test(err)], [2, true], err);
  });

  it('explains options', async () => {
    assert.match(
      (await play('options image full')).out,
      /^full {2}true \| false \(false\)\n {4}Capture the full page/m,
    );
  });
});
