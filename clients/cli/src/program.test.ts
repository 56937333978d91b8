import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readLogin, writeLogin } from './config.js';
import { version } from './context.js';
import { answering, play, sending, useLogin } from './playing.test.kit.js';

describe('the command line', () => {
  const folder = useLogin();

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

  it('is published for everybody, as its library is: npm keeps packages with a scope private', () => {
    for (const folder of ['../', '../../javascript/']) {
      const { homepage, publishConfig } = JSON.parse(
        readFileSync(new URL(`${folder}package.json`, import.meta.url), 'utf8'),
      );
      assert.deepEqual([homepage, publishConfig], ['https://tintype.dev', { access: 'public' }], folder);
    }
  });

  const dry: [args: string, url: string][] = [
    [
      'screenshot https://example.com/ --dry-run',
      'http://127.0.0.1:8080/key/c3bb8fe2b3ea0ab7f3f2e7fe9d60b8d3/image?url=https%3A%2F%2Fexample.com%2F',
    ],
    ['pdf example.com --dry-run -X format=A5', '/pdf?url=example.com&format=A5'],
    ['content example.com --dry-run -X hide=.ad,#top', '/content?url=example.com&hide=.ad%2C%23top'],
    ['metadata example.com --dry-run -X headers={"A":"b"}', '/metadata?url=example.com&headers=eyJBIjoiYiJ9'],
    ['content example.com --dry-run -X userAgent=Firefox1', '/content?url=example.com&userAgent=RmlyZWZveDE'],
    ['content example.com --dry-run -X campaign=a --unknown-options', '/content?url=example.com&campaign=a'],
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

  it('shows escape sequences of a page on a terminal, and leaves them to a pipe', async () => {
    const answer = { html: '', textContent: 'a\u001b[2Jb', markdown: '' };
    const shown = (isTTY: boolean) => answering(answer, () => play('content x --format text', { isTTY }));
    assert.equal((await shown(true)).out, 'a\\x1b[2Jb\n');
    assert.equal((await shown(false)).out, 'a\u001b[2Jb\n');
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
    const unnamed = await play('sessions action sess_1 screenshot', { isTTY: true });
    assert.match(unnamed.err, /A terminal cannot show a picture\. .*-o page\.png/);
    const batch = ['--payload', '{"actions":[{"type":"screenshot"}]}'];
    const many = await play(['sessions', 'action', 'sess_1', 'batch', ...batch], { isTTY: true });
    assert.match(many.err, /A terminal cannot show a picture\. Redirect the output: `> answer\.json`/);
    const lost = await shoot('/nowhere/page.png', false);
    assert.deepEqual(
      [lost.code, lost.err],
      [2, 'Error: The file /nowhere/page.png cannot be written: its folder does not exist.\n'],
    );
  });

  it('writes the JSON of an action without a picture to the file', async () => {
    const answer = { success: true, content: 'Words', expiresInSeconds: 60 };
    const file = join(folder, 'answer.json');
    const { code, out } = await answering(answer, () => play(`sessions action sess_1 content -o ${file}`));
    assert.deepEqual([code, JSON.parse(out)], [0, { file }]);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), answer);
    assert.deepEqual(JSON.parse((await answering(answer, () => play('sessions action s content -o -'))).out), answer);
  });

  it('prints the address of an object instead of an empty file', async () => {
    const { fetch } = globalThis;
    const headers = { location: 'https://bucket.example/a.png', 'x-request-id': 'req_1' };
    globalThis.fetch = async () => new Response(null, { status: 302, headers });
    const { code, out } = await play('screenshot x -X s3Redirect=true', { isTTY: true });
    globalThis.fetch = fetch;
    assert.deepEqual([code, out], [0, 'https://bucket.example/a.png\n']);
  });

  it('fails without a device of the name, also with --json', async () => {
    for (const args of ['devices zzz', 'devices zzz --json']) {
      const { code, out, err } = await answering({ devices: [] }, () => play(args));
      assert.deepEqual([code, out], [2, ''], args);
      assert.match(err, /No device has \\?"zzz\\?" in its name\./);
    }
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
    assert.match((await play('--server 127.0.0.1:1 login')).err, /^Error: The API key is missing\./);
    assert.match((await play('--server 127.0.0.1:1 login --key k')).err, /^Error: The API secret is missing\./);
    assert.match((await play('logout')).err, /^Removed /);
    assert.match((await play('logout')).err, /^There is no stored login/);
    const shown = await answering(account, () =>
      play('--server 127.0.0.1:1 login --key k --json', { input: 'secret\n' }),
    );
    assert.deepEqual(JSON.parse(shown.out), { url: 'http://127.0.0.1:1', key: 'k', account: 'acc_1', file });
    assert.doesNotMatch(shown.err, /Logged in/);
    assert.deepEqual(JSON.parse((await play('logout --json')).out), { removed: true, file });
    assert.deepEqual(JSON.parse((await play('logout --json')).out), { removed: false, file: null });
  });

  it('sends the type of the ending with a file', async () => {
    const { sent, code, err } = await sending({}, `render package.json -o ${join(folder, 'a.jpg')}`);
    assert.equal(code, 0, err);
    assert.match(sent.join(), /^POST \/v1\/renders .*"endpoint":"image",.*"type":"jpeg"/);
  });

  it('sends options of a file as typed', async () => {
    const typed = ['-X', 'fileName=1.10', '-X', 'pageRanges=true', '-X', 'header={}'];
    const { sent, code, err } = await sending({}, ['render', 'package.json', '-o', join(folder, 'a.pdf'), ...typed]);
    assert.equal(code, 0, err);
    const { fileName, pageRanges, header } = JSON.parse(sent[0]?.replace(/^POST \S+ /, '') ?? '');
    assert.deepEqual([fileName, pageRanges, header], ['1.10', 'true', 'e30']);
  });

  it('prints results and errors only with --quiet', async (t) => {
    const headers = { 'x-request-id': 'req_1', 'x-warnings': 'One.' };
    t.mock.method(globalThis, 'fetch', async () => new Response('x', { headers }));
    const quiet = { code: 0, out: '', err: '' };
    assert.deepEqual(await play(`-q screenshot x -o ${join(folder, 'a.png')}`), quiet);
    const session = { id: 'sess_1', status: 'active', durationSeconds: 1, actionCount: 0, accruedCredits: 1 };
    const page = { batches: [], sessions: [{ ...session, createdAt: '2030' }], nextCursor: 'c2' };
    assert.deepEqual(await answering(page, () => play('-q batch list')), quiet);
    const listed = await answering(page, () => play('--quiet sessions list'));
    assert.deepEqual([listed.code, listed.err, /^sess_1/m.test(listed.out)], [0, '', true]);
    assert.match((await play('-q screenshot x -X fulll=1 -o a.png')).err, /^Error: -X fulll/);
  });

  it('warns of options that the service does not know', async (t) => {
    const warnings = 'The option `qualty` is unknown and has no effect. Did you mean `quality`? | Another.';
    const headers = { 'x-request-id': 'req_1', 'x-warnings': warnings };
    t.mock.method(globalThis, 'fetch', async () => new Response('x', { headers }));
    const { err, code } = await play(`screenshot x --unknown-options -X qualty=1 -o ${join(folder, 'a.png')}`);
    assert.equal(code, 0, err);
    assert.match(err, /^Warning: `-X qualty` is unknown and has no effect\. .*\nWarning: Another\./);
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
    for (const args of ['help', 'help help']) {
      const { code, out } = await play(args);
      assert.deepEqual([code, /^Usage: tintype \[options\]/.test(out)], [0, true], out);
    }
    assert.equal((await play('version')).out, `${version}\n`);
    assert.match((await play('options screenshot full')).out, /^full /m);
    assert.match((await play('sign screenshot x')).out, /\/image\?url=x/);
  });

  it('says why a file cannot be written', async () => {
    const { err, code } = await answering({ metadata: {} }, () => play('metadata x -o /nowhere-at-all/'));
    assert.deepEqual([code, /a folder that does not exist/.test(err)], [2, true], err);
    for (const command of ['content', 'metadata', 'screenshot']) {
      const long = await play(`${command} x -o ${'x'.repeat(300)}`);
      assert.deepEqual([long.code, /cannot be written: its name is too long\.\n$/.test(long.err)], [2, true], long.err);
    }
  });

  it('takes a URL that is longer than a file name, and ends as one', async () => {
    const url = `https://a.example/${'x'.repeat(5000)}.png`;
    const { code, err } = await play(`screenshot ${url} --dry-run`);
    assert.deepEqual([code, err], [0, '']);
  });

  it('explains options', async () => {
    assert.match(
      (await play('options image full')).out,
      /^full {2}true \| false \(false\)\n {4}Capture the full page/m,
    );
  });
});
