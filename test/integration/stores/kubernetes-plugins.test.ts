import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { ConfigError } from '@tintype/runtime';
import { type KubernetesLimits, type KubernetesStore, openKubernetesStore } from '@tintype/stores';
import { answerJson, PlayedApiServer, type PlayedRequest, refuse } from '../../kit/kube/played-api-server.js';
import { until } from '../../kit/until.js';

const key = { namespace: 'web', name: 'a' };
const good = (request: PlayedRequest) => answerJson(request, 200, { metadata: key });
const nothing = () => undefined;

/** Records its KUBERNETES_EXEC_INFO, and prints a file. */
const script = 'echo "$KUBERNETES_EXEC_INFO" >> "$0/asked"; cat "$0/says"';

/** A zombie counts as ended. */
const isRunning = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

describe('a plugin for credentials', () => {
  let server: PlayedApiServer;
  let folder: string;
  let store: KubernetesStore | undefined;
  before(async () => {
    server = await PlayedApiServer.start();
  });
  beforeEach(() => {
    server.requests.length = 0;
    folder = mkdtempSync(join(tmpdir(), 'tintype-plugin-'));
  });
  afterEach(async () => {
    await store?.close();
    store = undefined;
    rmSync(folder, { recursive: true });
  });
  after(() => server.close());

  const says = (token: string, expirationTimestamp?: string) =>
    writeFileSync(
      join(folder, 'says'),
      JSON.stringify({ kind: 'ExecCredential', status: { token, expirationTimestamp } }),
    );
  const asked = () => readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n');
  const tokens = () => server.requests.map(({ authorization }) => authorization?.replace('Bearer ', ''));

  const open = async (limits: Partial<KubernetesLimits> = {}, program = script, command = 'sh') => {
    const exec = { apiVersion: 'client.authentication.k8s.io/v1', command, args: ['-c', program, folder] };
    const kubeconfig = join(folder, 'kubeconfig');
    const { users, ...rest } = JSON.parse(readFileSync(server.kubeconfig, 'utf8'));
    writeFileSync(kubeconfig, JSON.stringify({ ...rest, users: [{ ...users[0], user: { exec } }] }));
    const log = { info: nothing, warn: nothing };
    store = await openKubernetesStore({ source: { kubeconfig: [kubeconfig] }, program: 'test', log, limits });
    return store;
  };

  it('runs once, and gets KUBERNETES_EXEC_INFO', async () => {
    says('first');
    server.play = good;
    const { namespace } = await open();
    for (let calls = 0; calls < 3; calls += 1) await store?.get('Lease', key);
    assert.equal(namespace, 'web');
    assert.deepEqual(tokens(), ['first', 'first', 'first']);
    const info = {
      kind: 'ExecCredential',
      apiVersion: 'client.authentication.k8s.io/v1',
      spec: { interactive: false },
    };
    assert.deepEqual(
      asked().map((line) => JSON.parse(line)),
      [info],
    );
  });

  const useless: [string, string, string, RegExp][] = [
    ['is not there', '', 'no-such-plugin', /its plugin "no-such-plugin" is not there; install it/],
    ['answers no JSON', 'echo hi', 'sh', /its plugin "sh" does not answer an ExecCredential in JSON; run it by hand/],
    ['answers other JSON', 'echo {}', 'sh', /does not answer an ExecCredential/],
    ['answers nothing', 'echo \'{"status":{}}\'', 'sh', /answers neither a token nor a certificate; run it by hand/],
  ];
  for (const [what, program, command, message] of useless)
    it(`is named by the error when it ${what}`, () =>
      assert.rejects(open({}, program, command), (error) => {
        assert.ok(error instanceof ConfigError, String(error));
        assert.match(error.message, /^The credentials of user ".*" in .* cannot be used: its plugin /);
        assert.match(error.message, message);
        return true;
      }));

  it('is asked again at once when its token is refused', async () => {
    says('first');
    await open();
    says('second');
    server.play = (request) => (tokens().at(-1) === 'second' ? good(request) : refuse(request, 401, 'Unauthorized'));
    await store?.get('Lease', key);
    assert.deepEqual(tokens(), ['first', 'second']);
  });

  it('is asked again when its token has expired', async () => {
    says('first', new Date(Date.now() - 1000).toISOString());
    await open();
    says('second');
    server.play = good;
    await until('a call has the new token', async () => {
      await store?.get('Lease', key);
      return tokens().at(-1) === 'second';
    });
  });

  it('that hangs leaves the earlier credentials', async () => {
    says('first', new Date(Date.now() - 1000).toISOString());
    await open();
    const isAskedAgain = () => asked().length > 1;
    rmSync(join(folder, 'says'));
    execFileSync('mkfifo', [join(folder, 'says')]);
    server.play = good;
    await until('it hangs', async () => {
      await store?.get('Lease', key);
      return isAskedAgain();
    });
    await store?.get('Lease', key);
    assert.equal(tokens().at(-1), 'first');
    // Unblocks the plugin.
    writeFileSync(join(folder, 'says'), '');
  });

  it('that fails at the start stops the start, with an error that names the user', async () => {
    await assert.rejects(open(), (error) => {
      assert.ok(error instanceof ConfigError, `${error}`);
      const text = `The credentials of user "played" in ${join(folder, 'kubeconfig')} cannot be used: cat: `;
      assert.ok(error.message.startsWith(text), error.message);
      return true;
    });
  });

  it('that hangs at the start stops the start, and ends with all that it has started', async () => {
    const waiting = 'sleep 1000 & echo $! > "$0/child"; wait';
    const child = () => Number(readFileSync(join(folder, 'child'), 'utf8'));
    await assert.rejects(open({ credentialsMs: 2000 }, waiting), ConfigError);
    await until('its child has ended', () => !isRunning(child()));
  });

  it('that fails later leaves the earlier credentials', async () => {
    says('first');
    await open();
    rmSync(join(folder, 'says'));
    server.play = (request) => (server.requests.length > 1 ? good(request) : refuse(request, 401, 'Unauthorized'));
    await store?.get('Lease', key);
    assert.deepEqual(tokens(), ['first', 'first']);
    assert.equal(asked().length, 2);
  });
});
