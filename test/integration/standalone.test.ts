import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { listen } from '@tintype/runtime';
import { freePorts, signedImageUrl } from '@tintype/standalone';
import { isAlive, type Stack, spawnStandalone, startStack } from '../kit/stack.js';
import { until } from '../kit/until.js';

interface Readyz {
  ready: boolean;
  parts: Record<string, boolean>;
}

const readyz = async ({ privateUrl }: Stack): Promise<{ status: number; body: Readyz }> => {
  const response = await fetch(`${privateUrl}/readyz`);
  return { status: response.status, body: (await response.json()) as Readyz };
};

const pictureOf = ({ url, account }: Stack, page: string) => fetch(signedImageUrl(url, account, page));

const isPng = async (response: Response) =>
  Buffer.from(await response.arrayBuffer())
    .subarray(1, 4)
    .toString() === 'PNG';

const everyPid = async (stack: Stack): Promise<number[]> => [stack.pid, ...Object.values(await stack.pids())];

const noneLeft = (pids: number[]) => until('every process is gone', () => !pids.some(isAlive));

/** A page that comes when the test says so. */
const startSlowPage = async () => {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const server = createHttpServer(async (_request, response) => {
    asked.resolve();
    await released.promise;
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>late</h1>');
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  return { port, asked: asked.promise, answer: released.resolve, close: () => server.close() };
};

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'tintype-standalone-'));

describe('everything on one machine', { timeout: 300_000 }, () => {
  let stack: Stack;

  before(async () => {
    stack = await startStack({ environment: { TINTYPE_ADMIN_TOKEN: 'let-me-in' } });
  });
  after(async () => {
    assert.equal(await stack?.stop(), 0);
  });

  it('is ready with all its parts', async () => {
    const parts = { nats: true, 'browser-node': true, api: true };
    assert.deepEqual(await readyz(stack), { status: 200, body: { ready: true, parts } });
  });

  it('shows a signed URL that is a picture of the bundled page', async () => {
    const [shown = ''] = /http:\S+image\?url=http%3A\S+/.exec(stack.output()) ?? [];
    assert.equal(shown, signedImageUrl(stack.url, stack.account, stack.examplePage));
    const response = await fetch(shown);
    assert.equal(response.status, 200);
    assert.ok(await isPng(response));
  });

  it('takes no picture of its own ports', async () => {
    for (const address of [stack.url, stack.privateUrl, 'http://127.0.0.1:1']) {
      const response = await pictureOf(stack, `${address}/`);
      assert.ok(response.status >= 400, address);
      await response.body?.cancel();
    }
  });

  it('joins the metrics of its parts, each family once', async () => {
    const lines = (await (await fetch(`${stack.privateUrl}/metrics`)).text()).split('\n');
    const types = lines.filter((line) => line.startsWith('# TYPE '));
    assert.equal(new Set(types).size, types.length);
    for (const program of ['standalone', 'api', 'browser-node']) {
      const cpu = `process_cpu_seconds_total{program="${program}"}`;
      assert.equal(lines.filter((line) => line.startsWith(cpu)).length, 1, program);
    }
    assert.ok(lines.includes('tintype_part_up{part="nats",program="standalone"} 1'));
  });

  it('passes admin routes on to the api, with their status', async () => {
    const ask = (token: string) =>
      fetch(`${stack.privateUrl}/admin/v1/accounts/demo`, { headers: { authorization: `Bearer ${token}` } });
    const refused = await ask('wrong');
    assert.equal(refused.status, 401);
    const answered = await ask('let-me-in');
    assert.equal(answered.status, 200);
    assert.match(await answered.text(), /demo/);
    await refused.body?.cancel();
  });

  it('keeps secrets for their owner alone, and out of its logs', async () => {
    const files = readdirSync(stack.dataDir).map((name) => statSync(join(stack.dataDir, name)));
    for (const file of files.filter((found) => found.isFile())) assert.equal(file.mode & 0o077, 0);
    const logs = join(stack.dataDir, 'logs');
    const said = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'));
    assert.equal(said.length, 3);
    for (const text of said) assert.ok(!text.includes(stack.account.secret));
  });

  it('refuses a second copy on the same data, and goes on', async () => {
    const [port, privatePort] = await freePorts(2);
    const second = spawnStandalone({
      TINTYPE_DATA_DIR: stack.dataDir,
      TINTYPE_PORT: String(port),
      TINTYPE_PRIVATE_PORT: String(privatePort),
    });
    assert.equal(await second.exited, 1);
    assert.match(second.output(), new RegExp(`Another copy \\(process ${stack.pid}, ${stack.url}\\) already runs`));
    assert.equal((await readyz(stack)).status, 200);
  });

  for (const part of ['api', 'browser-node', 'nats'] as const) {
    it(`brings ${part} back after kill -9, and is not ready meanwhile`, async () => {
      const before = await stack.pids();
      await stack.kill(part);
      await until('not ready', async () => {
        const { status, body } = await readyz(stack);
        return status === 503 && !body.ready && body.parts[part] === false;
      });
      await until('ready again', async () => (await readyz(stack)).status === 200);
      assert.notEqual((await stack.pids())[part], before[part]);
      await noneLeft([before[part] ?? 0]);
      const response = await pictureOf(stack, `${stack.examplePage}?after=${part}`);
      assert.equal(response.status, 200);
      assert.ok(await isPng(response));
    });
  }
});

describe('the end of everything on one machine', { timeout: 300_000 }, () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    it(`finishes what is under way on ${signal} to its whole group, with 0 and nothing left`, async () => {
      const page = await startSlowPage();
      const stack = await startStack({ environment: { TINTYPE_EGRESS_ALLOW: `127.0.0.1:${page.port}` } });
      const pids = await everyPid(stack);
      const rendering = pictureOf(stack, `http://127.0.0.1:${page.port}/`);
      await page.asked;
      process.kill(-stack.pid, signal);
      await until('it is stopping', () => stack.output().includes('Stopping'));
      assert.equal((await readyz(stack)).status, 503);
      page.answer();
      assert.ok(await isPng(await rendering));
      assert.equal(await stack.exited, 0);
      await noneLeft(pids);
      assert.match(stack.output(), /Stopped\.\n$/);
      await stack.stop();
      page.close();
    });
  }

  it('leaves nothing after kill -9 of the supervisor, and starts again on the same data', async () => {
    const dataDir = temporaryFolder();
    try {
      const stack = await startStack({ dataDir });
      const pids = await everyPid(stack);
      process.kill(stack.pid, 'SIGKILL');
      await noneLeft(pids);
      const again = await startStack({ dataDir });
      assert.deepEqual(again.account, stack.account);
      assert.equal(again.examplePage, stack.examplePage);
      assert.equal(await again.stop(), 0);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it('ends at once on a second signal', async () => {
    const stack = await startStack();
    const pids = await everyPid(stack);
    process.kill(pids[1] ?? 0, 'SIGSTOP');
    process.kill(stack.pid, 'SIGINT');
    await until('it is stopping', () => stack.output().includes('Stopping'));
    process.kill(stack.pid, 'SIGINT');
    assert.equal(await stack.exited, 1);
    await noneLeft(pids);
    await stack.stop();
  });
});

describe('a start that cannot work', { timeout: 120_000 }, () => {
  const dataDir = temporaryFolder();
  after(() => rmSync(dataDir, { recursive: true, force: true }));

  const failWith = async (environment: Record<string, string>): Promise<string> => {
    const [port, privatePort] = await freePorts(2);
    const ports = { TINTYPE_PORT: String(port), TINTYPE_PRIVATE_PORT: String(privatePort) };
    const failed = spawnStandalone({ TINTYPE_DATA_DIR: dataDir, ...ports, ...environment });
    assert.equal(await failed.exited, 1, failed.output());
    assert.equal(isAlive(failed.pid), false);
    assert.doesNotMatch(failed.output(), /^\s+at /m, 'no stack trace');
    return failed.output();
  };

  it('names every variable that is wrong', async () => {
    const said = await failWith({ TINTYPE_PORT: 'x', TINTYPE_ACCOUNT: 'a:b', TINTYPE_EGRESS_ALLOW: '///' });
    assert.match(said, /TINTYPE_PORT takes .*\n.*TINTYPE_ACCOUNT takes .*\n.*TINTYPE_EGRESS_ALLOW takes/);
  });

  for (const variable of ['TINTYPE_PORT', 'TINTYPE_PRIVATE_PORT']) {
    it(`says that ${variable} is in use`, async () => {
      const server = createServer();
      const port = await listen(server, { host: '127.0.0.1', port: 0 });
      const said = await failWith({ [variable]: String(port) });
      assert.match(said, new RegExp(`127\\.0\\.0\\.1:${port} is already in use.*${variable}`));
      server.close();
    });
  }

  it('says that both ports are the same', async () => {
    assert.match(await failWith({ TINTYPE_PORT: '8080', TINTYPE_PRIVATE_PORT: '8080' }), /choose two ports/);
  });

  it('says that the data folder cannot be written', async () => {
    assert.match(await failWith({ TINTYPE_DATA_DIR: '/dev/null/data' }), /cannot be written.*TINTYPE_DATA_DIR/);
  });

  it('says that there is no such browser, or NATS server', async () => {
    assert.match(
      await failWith({ TINTYPE_HEADLESS_SHELL: '/nowhere' }),
      /TINTYPE_HEADLESS_SHELL=\/nowhere is no program/,
    );
    assert.match(await failWith({ TINTYPE_NATS_SERVER: '/bin/true' }), /\/bin\/true is no nats-server/);
  });

  it('says that the browser does not start', async () => {
    assert.match(await failWith({ TINTYPE_HEADLESS_SHELL: '/bin/true' }), /browser-node ended.*\n.*\/bin\/true/s);
  });

  it('says that NATS does not answer', async () => {
    const [port] = await freePorts(1);
    assert.match(
      await failWith({ TINTYPE_NATS_URL: `nats://127.0.0.1:${port}` }),
      /NATS at 127\.0\.0\.1:\d+ does not answer/,
    );
  });
});
