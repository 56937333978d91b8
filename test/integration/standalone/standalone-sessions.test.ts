import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { scratchOf } from '../../kit/standalone/local-node-stage.js';
import { noneLeft, type Stack, sessionCalls, startStack, tintype } from '../../kit/standalone/stack.js';
import { until } from '../../kit/until.js';

const podsOf = (dataDir: string): string[] => readdirSync(join(dataDir, 'pods'));

const aboutProcess = (pid: string, file: 'cmdline' | 'environ' | 'status'): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
};

const userOf = (pid: string): string | undefined => /^Uid:\t(\d+)/m.exec(aboutProcess(pid, 'status'))?.[1];

/** The processes of these pods, with their browsers, whose home is the pod's temporary folder (Linux only). */
const processesOf = (pods: readonly string[]): string[] =>
  readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && pods.some((pod) => aboutProcess(pid, 'environ').includes(scratchOf(pod))),
  );

const foldersOf = (pods: readonly string[]): string[] => pods.map(scratchOf).filter((folder) => existsSync(folder));

const nothingLeft = async (dataDir: string, pods: readonly string[]) => {
  await until('no process is left', () => processesOf(pods).length === 0);
  await until(
    'no folder is left',
    () => foldersOf(pods).length === 0 && !podsOf(dataDir).some((pod) => pods.includes(pod)),
  );
};

/** The ledger has no fault, and every session is charged. */
const verified = async (dataDir: string) => {
  const { output, code, complaint } = await tintype(['ledger', 'verify', '--json'], { TINTYPE_DATA_DIR: dataDir });
  assert.equal(code, 0, `${output}${complaint}`);
  assert.equal(JSON.parse(output).unsettled, 0, output);
};

describe('sessions on one machine', { timeout: 600_000 }, () => {
  let stack: Stack;
  let call: ReturnType<typeof sessionCalls>;

  before(async () => {
    stack = await startStack();
    call = sessionCalls(stack);
  });
  after(async () => {
    assert.equal(await stack?.stop(), 0);
  });

  const create = async (): Promise<string> => {
    const { status, body } = await call('POST', '', { maxTtlSeconds: 300 });
    assert.equal(status, 201, body.error);
    return body.sessionId;
  };
  /** Returns the session with its pod: pods of closed sessions may still end. */
  const createWithPod = async (): Promise<{ id: string; pod: string }> => {
    const earlier = podsOf(stack.dataDir);
    const id = await create();
    const [pod = '', ...others] = podsOf(stack.dataDir).filter((name) => !earlier.includes(name));
    assert.deepEqual(others, []);
    return { id, pod };
  };

  it('are created, do actions, are listed, closed and charged', async () => {
    const { id, pod } = await createWithPod();
    const act = (type: string, payload = {}) => call('POST', `/${id}/actions`, { type, payload });
    assert.ok(processesOf([pod]).some((pid) => aboutProcess(pid, 'cmdline').includes('--snapshot-blob=')));

    const gone = await act('goto', { url: stack.examplePage });
    assert.equal(gone.status, 200, gone.body.error);
    assert.equal(gone.body.url, stack.examplePage);
    const picture = await act('screenshot');
    assert.equal(picture.body.contentType, 'image/png');
    assert.equal(Buffer.from(String(picture.body.bodyBase64), 'base64').subarray(1, 4).toString(), 'PNG');

    const listed = await call('GET', '');
    assert.deepEqual(
      listed.body.sessions.map((session) => [session.id, session.status]),
      [[id, 'active']],
    );
    const closed = await call('DELETE', `/${id}`);
    assert.equal(closed.status, 200, closed.body.error);
    await until('it is charged', async () => (await call('GET', `/${id}`)).body.session.billedCredits === 1);
    const { session } = (await call('GET', `/${id}`)).body;
    assert.deepEqual([session.status, session.actionCount], ['closed', 2]);
    await nothingLeft(stack.dataDir, [pod]);
    await verified(stack.dataDir);
  });

  it('reach no port of the service', async () => {
    const id = await create();
    for (const url of [stack.url, stack.privateUrl]) {
      const { status } = await call('POST', `/${id}/actions`, { type: 'goto', payload: { url } });
      assert.ok(status >= 400, url);
    }
    await call('DELETE', `/${id}`);
  });

  it('have a browser that is no root, each another user', {
    skip: process.getuid?.() !== 0 && 'not root',
  }, async () => {
    const made = [await createWithPod(), await createWithPod()];
    const users = processesOf(made.map(({ pod }) => pod)).map(userOf);
    assert.equal(new Set(users.filter((user) => user !== '0' && user !== undefined)).size, 2);
    for (const { id } of made) await call('DELETE', `/${id}`);
  });

  it('end when the process of their pod is killed, and are charged', async () => {
    const { id, pod } = await createWithPod();
    const { pid } = JSON.parse(readFileSync(join(stack.dataDir, 'pods', pod, 'process'), 'utf8'));
    process.kill(-pid, 'SIGKILL');
    await until('it is charged', async () => (await call('GET', `/${id}`)).body.session.billedCredits === 1);
    assert.notEqual((await call('GET', `/${id}`)).body.session.status, 'active');
    await nothingLeft(stack.dataDir, [pod]);
    await verified(stack.dataDir);
  });
});

describe('sessions that are open when everything ends', { timeout: 600_000 }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tintype-standalone-'));
  /** Each test ends it and starts the next on the same data. */
  let stack: Stack;
  before(async () => {
    stack = await startStack({ dataDir });
  });
  after(async () => {
    assert.equal(await stack?.stop(), 0);
    rmSync(dataDir, { recursive: true, force: true });
  });

  const open = async () => {
    const { status, body } = await sessionCalls(stack)('POST', '', { maxTtlSeconds: 900 });
    assert.equal(status, 201, body.error);
    return { id: body.sessionId, pods: podsOf(dataDir) };
  };
  const chargedOnce = async (id: string) => {
    const call = sessionCalls(stack);
    await until('it is charged', async () => (await call('GET', `/${id}`)).body.session?.billedCredits === 1);
    await verified(dataDir);
  };

  it('are charged before everything has ended in order', async () => {
    const { id, pods } = await open();
    assert.equal(await stack.stop(), 0);
    await nothingLeft(dataDir, pods);
    await verified(dataDir);
    stack = await startStack({ dataDir });
    await chargedOnce(id);
    const { session } = (await sessionCalls(stack)('GET', `/${id}`)).body;
    assert.deepEqual([session.status, session.closeReason], ['closed', 'shut_down']);
  });

  it('are charged once by the next start after kill -9, which leaves no process and the same account', async () => {
    const { id, pods } = await open();
    const killed = stack;
    const pids = [killed.pid, ...Object.values(await killed.pids())];
    process.kill(killed.pid, 'SIGKILL');
    await killed.exited;
    await until('no process of the pods is left', () => processesOf(pods).length === 0);
    await noneLeft(pids);
    stack = await startStack({ dataDir });
    assert.deepEqual([stack.account, stack.examplePage], [killed.account, killed.examplePage]);
    await chargedOnce(id);
    await nothingLeft(dataDir, pods);
  });
});
