import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { root } from '../../clients/languages.js';
import { type Origin, startOrigin } from '../../kit/pages/origin.js';

/** A service of one session. The action `title` hangs. */
describe('the program tintype', { timeout: 60_000 }, () => {
  let service: Origin;
  let closeStatus = 200;
  const calls: string[] = [];
  const action = Promise.withResolvers<void>();

  before(async () => {
    service = await startOrigin('127.0.0.1', 0, async (request, response) => {
      const body = await text(request);
      calls.push(`${request.method} ${request.url}`);
      response.setHeader('content-type', 'application/json');
      response.setHeader('x-request-id', 'req_1');
      if (request.url?.endsWith('/actions') && body.includes('"title"')) return action.resolve();
      if (request.method === 'DELETE') response.statusCode = closeStatus;
      const failure = { code: 'internal', error: 'The service failed.' };
      const session = { id: 'sess_1', status: 'closed', billedCredits: 1 };
      const answer = { success: true, sessionId: 'sess_1', url: 'about:blank', expiresAt: '2030', session };
      response.end(JSON.stringify(response.statusCode === 500 ? failure : answer));
    });
  });
  after(() => service.close());
  beforeEach(() => {
    calls.length = 0;
    closeStatus = 200;
  });

  const program = join(root, 'clients/cli/bin/tintype.js');
  const environment = () => ({
    ...process.env,
    TINTYPE_URL: `http://127.0.0.1:${service.port}`,
    TINTYPE_KEY: 'key',
    TINTYPE_SECRET: 'test',
  });
  const start = (...flags: string[]): ChildProcessWithoutNullStreams =>
    spawn(process.execPath, [program, ...flags, 'sessions', 'shell'], { env: environment() });
  const endOf = async (shell: ChildProcessWithoutNullStreams) => {
    const [complaint, [code]] = await Promise.all([text(shell.stderr), once(shell, 'close')]);
    return { complaint, code };
  };

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    it(`closes its session after ${signal}`, async () => {
      const shell = start();
      await once(shell.stderr, 'data');
      // The second line waits behind an action that hangs.
      shell.stdin.write('title\nurl\n');
      await action.promise;
      shell.kill(signal);
      const { code, complaint } = await endOf(shell);
      assert.equal(code, 130, complaint);
      assert.equal(calls.at(-1), 'DELETE /v1/sessions/sess_1');
      assert.match(
        complaint,
        new RegExp(`it cost 1 credit\\.\n${signal === 'SIGINT' ? 'Interrupted' : `${signal} ended the command`}\\.`),
      );
    });

  /** Answers questions of a command on a terminal: each text follows the question before it. Answers the exit code, too. */
  const converse = async (args: string, answers: readonly [question: string, text: string][]) => {
    // `script` gives the program a terminal, and answers its exit code.
    const command = `'${process.execPath}' '${program}' ${args}`;
    const shell = spawn('script', ['-qec', command, '/dev/null'], { env: environment() });
    let shown = '';
    const left = [...answers];
    shell.stdout.setEncoding('utf8').on('data', (part: string) => {
      shown += part;
      const [question = '', answer] = left[0] ?? [];
      if (answer === undefined || !shown.includes(question)) return;
      left.shift();
      shell.stdin.write(answer);
    });
    return { ...(await endOf(shell)), shown };
  };

  it('closes its session after Ctrl-C at its prompt', async () => {
    const { code, shown } = await converse('sessions shell', [['> ', '\x03']]);
    assert.equal(code, 130, shown);
    assert.equal(calls.at(-1), 'DELETE /v1/sessions/sess_1');
    assert.match(shown, /Interrupted\./);
  });

  it('shows the address that a login completed, and asks again for a wrong one', async () => {
    const { code, shown } = await converse('login', [
      ['Address of the service', 'ftp://a.example\r'],
      [
        '"ftp://a.example" is not an address. It takes one such as https://tintype.example.',
        `localhost:${service.port}\r`,
      ],
      ['API key: ', '\x03'],
    ]);
    assert.equal(code, 130, shown);
    assert.match(shown, new RegExp(`The address is http://localhost:${service.port}\\.[\\s\\S]*API key: `));
    assert.deepEqual(calls, ['GET /ip-ranges.json']);
  });

  it('closes its session when the reader of its output has left', async () => {
    const shell = start();
    shell.stdout.destroy();
    shell.stdin.write('url\nurl\n');
    const { complaint } = await endOf(shell);
    assert.equal(calls.at(-1), 'DELETE /v1/sessions/sess_1', complaint);
  });

  it('ends a script at the first line that fails, with its exit code, and closes the session', async () => {
    const shell = start();
    shell.stdin.end('url\n\nclik #save\nurl\n');
    const { code, complaint } = await endOf(shell);
    assert.equal(code, 2, complaint);
    assert.match(
      complaint,
      /it cost 1 credit\.\nLine 3 of the script failed\.\nError: There is no action clik\. Did you mean click\?\n$/,
    );
    const actions = calls.filter((call) => call.endsWith('/actions'));
    assert.deepEqual([actions.length, calls.at(-1)], [1, 'DELETE /v1/sessions/sess_1']);
  });

  it('prints answers as JSON with --json, and ends by `exit`', async () => {
    const shell = start('--json');
    shell.stdin.end('help\nhelp click\nlive   control\nurl\nexit\ntitle\n');
    const [out, { code, complaint }] = await Promise.all([text(shell.stdout), endOf(shell)]);
    assert.equal(code, 0, complaint);
    assert.match(out, /^Type an action[\s\S]*\nclick <selector>\n[\s\S]*\n\{.*"expiresAt":"2030"/);
    assert.ok(calls.includes('POST /v1/sessions/sess_1/live'));
    assert.equal(JSON.parse(out.trim().split('\n').at(-1) ?? '').url, 'about:blank');
  });

  it('says why a close failed', async () => {
    closeStatus = 500;
    const shell = start();
    shell.stdin.end('url\n');
    const { code, complaint } = await endOf(shell);
    assert.equal(code, 8, complaint);
    assert.match(complaint, /Error internal: The service failed\./);
  });
});
