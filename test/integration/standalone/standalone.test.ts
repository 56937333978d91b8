import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '@tintype/runtime';
import { freePorts, signedImageUrl } from '@tintype/standalone/testing';
import { noneLeft, type Stack, type StackOptions, spawnStandalone, startStack } from '../../kit/standalone/stack.js';
import { until } from '../../kit/until.js';

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

const startSlowPage = async () => {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const server = createHttpServer(async (_request, response) => {
    asked.resolve();
    await released.promise;
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>late</h1>');
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port, asked: asked.promise, answer: released.resolve, close };
};

/** The supervisor checks its parent every 500 ms. */
const severalChecksMs = 1800;

describe('everything on one machine', { timeout: 600_000 }, () => {
  let stack: Stack;

  before(async () => {
    stack = await startStack({ environment: { TINTYPE_ADMIN_TOKEN: 'let-me-in' } });
  });
  after(async () => {
    assert.equal(await stack?.stop(), 0);
  });

  it('is ready with all its parts', async () => {
    const parts = { nats: true, operator: true, 'browser-node': true, api: true, 'local-node': true };
    assert.deepEqual(await readyz(stack), { status: 200, body: { ready: true, parts } });
  });

  it('prints a signed URL for a picture of the bundled page', async () => {
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
    for (const program of ['standalone', 'api', 'browser-node', 'operator']) {
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
    assert.equal(said.length, 5);
    for (const text of said) assert.ok(!text.includes(stack.account.secret));
  });

  it('refuses a second copy on the same data, and keeps running', async () => {
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

  for (const part of ['api', 'browser-node', 'nats', 'operator'] as const) {
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

describe('the end of everything on one machine', { timeout: 600_000 }, () => {
  /** A stack that renders a page which has not answered yet. */
  const startBusy = async (t: TestContext, options: StackOptions = {}) => {
    const page = await startSlowPage();
    t.after(page.close);
    const stack = await startStack({ ...options, environment: { TINTYPE_EGRESS_ALLOW: `127.0.0.1:${page.port}` } });
    t.after(stack.stop);
    const pids = await everyPid(stack);
    const rendering = pictureOf(stack, `http://127.0.0.1:${page.port}/`);
    rendering.catch(() => undefined);
    await page.asked;
    return { page, stack, pids, rendering };
  };

  // Each test of this part ends a stack by another signal or by its parent's end.
  it('finishes requests in flight on SIGTERM to its whole group, exits with 0, leaves nothing', async (t) => {
    const { page, stack, pids, rendering } = await startBusy(t);
    process.kill(-stack.pid, 'SIGTERM');
    await until('it is stopping', () => stack.output().includes('Stopping'));
    assert.equal((await readyz(stack)).status, 503);
    page.answer();
    assert.ok(await isPng(await rendering));
    assert.equal(await stack.exited, 0);
    await noneLeft(pids);
    assert.match(stack.output(), /Stopped\.\n$/);
  });

  it('finishes requests in flight when its parent is killed', async (t) => {
    const { page, stack, pids, rendering } = await startBusy(t, { underParent: true });
    process.kill(stack.parentPid, 'SIGKILL');
    await until('it is stopping', () => stack.output().includes('Stopping'));
    await sleep(severalChecksMs);
    page.answer();
    assert.ok(await isPng(await rendering));
    await noneLeft(pids);
    await stack.exited;
    assert.match(stack.output(), /Stopped\.\n$/);
  });

  it('continues its drain when its parent ends meanwhile', async (t) => {
    const { page, stack, pids, rendering } = await startBusy(t, { underParent: true });
    process.kill(stack.pid, 'SIGINT');
    await until('it is stopping', () => stack.output().includes('Stopping'));
    process.kill(stack.parentPid, 'SIGKILL');
    await sleep(severalChecksMs);
    page.answer();
    assert.ok(await isPng(await rendering));
    await noneLeft(pids);
  });

  it('ends at once on a second signal', async (t) => {
    const stack = await startStack();
    t.after(stack.stop);
    const pids = await everyPid(stack);
    process.kill(pids[1] ?? 0, 'SIGSTOP');
    process.kill(stack.pid, 'SIGHUP');
    await until('it is stopping', () => stack.output().includes('Stopping'));
    // Repeated, because simultaneous signals merge into one.
    const again = setInterval(() => process.kill(stack.pid, 'SIGINT'), 100);
    t.after(() => clearInterval(again));
    assert.equal(await stack.exited.finally(() => clearInterval(again)), 1);
    await noneLeft(pids);
  });
});
