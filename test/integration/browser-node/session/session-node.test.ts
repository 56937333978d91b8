import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { tokenPurposes } from '@tintype/contracts/testing';
import { SessionNode, type SessionNodeOptions } from '../../../kit/browser-node/session-node.js';
import { html, type PageServer, startPages } from '../../../kit/pages/pages.js';
import { browsersOf } from '../../../kit/process/leftovers.js';
import { hasSentUnread, procText } from '../../../kit/process/sockets.js';
import { until } from '../../../kit/until.js';

const session = 'sess_00000000-0000-4000-8000-000000000001';
const other = 'sess_00000000-0000-4000-8000-000000000002';

/** Tolerance for a busy machine. session.test.ts checks exact times on a fake clock. */
const lateMs = 20_000;

const onLinux = { skip: process.platform !== 'linux' && 'Linux only' };

const nodes: SessionNode[] = [];

const start = async (options?: SessionNodeOptions) => {
  const node = await SessionNode.start(options);
  nodes.push(node);
  return node;
};

afterEach(async () => {
  for (const node of nodes.splice(0)) {
    await node.stop();
    // Chromium's crash handlers end after it, on their own.
    await until('nothing of it is left', () => node.leftovers.length === 0);
  }
});

describe('a session node', () => {
  let site: PageServer;

  before(async () => {
    site = await startPages({
      '/': html('<h1>hello</h1>'),
      '/never': () => undefined,
      '/grows': html('<script>const all = []; for (;;) all.push(new Uint8Array(2 ** 20).fill(all.length));</script>'),
    });
  });

  after(() => site.close());

  it('runs a session’s actions, and returns its record', async () => {
    const node = await start({ allow: `127.0.0.1:${site.port}` });
    assert.equal(await node.written(), undefined);
    const opened = await node.activate(session, { confirmed: false });
    assert.equal(opened.status, 200);
    assert.deepEqual(await node.activate(session), opened);
    assert.deepEqual((await node.activate(other)).body, { refused: 'other-session' });
    assert.deepEqual((await node.confirm(session)).body, { confirmed: true });
    assert.deepEqual((await node.confirm(other)).body, { confirmed: false });
    assert.equal((await node.act(session, 'goto', { url: site.url('/') })).status, 200);
    const { body: stand } = await node.stand(session);
    assert.equal(Date.parse(stand.expiresAt) - Date.parse(stand.startedAt), 600_000);
    assert.deepEqual(stand.counts.byType, { goto: { total: 1, success: 1, error: 0 } });

    const closed = await node.close(session);
    const { openMs, ...rest } = closed.body;
    assert.ok(openMs >= 0);
    assert.deepEqual(rest, {
      session,
      startedAt: opened.body.startedAt,
      confirmed: true,
      crashed: false,
      counts: stand.counts,
    });
    assert.deepEqual(await node.close(session), closed);
    assert.deepEqual(await node.written(), closed.body);
    assert.equal(await node.health(), 503);
    assert.deepEqual((await node.activate(session)).body, { refused: 'closed' });
    assert.equal((await node.act(session, 'title')).body.code, 'session_not_active');
    assert.equal((await node.stand(session)).status, 409);
    await until('nothing is left of its browser', () => node.leftovers.length === 0);
  });

  it('takes a full Chromium for a session that hides its automation', async () => {
    const node = await start({ environment: { TINTYPE_SESSION_BROWSER: 'shell' } });
    const shell = node.browser;
    assert.match(procText(`/proc/${shell}/cmdline`), /headless-shell/);
    assert.equal((await node.activate(session, { bypassBotDetection: true })).status, 200);
    assert.doesNotMatch(procText(`/proc/${node.browser}/cmdline`), /headless-shell/);
    assert.ok(!browsersOf([node.pid]).includes(shell));
    assert.equal((await node.act(session, 'title')).status, 200);
    process.kill(node.browser, 'SIGKILL');
    await until('the session has ended', async () => (await node.written())?.crashed === true);
  });

  // `two-browsers` has the full Chromium on demand.
  it('takes a full Chromium for all sessions where there is no wall', async () => {
    const node = await start({ environment: { TINTYPE_BROWSER_WALL: 'off' } });
    assert.doesNotMatch(procText(`/proc/${node.browser}/cmdline`), /headless-shell/);
  });

  it('refuses a session after its startBy, and for ever one that was closed before it came, and takes another', async () => {
    const node = await start();
    const late = await node.activate(other, { startBy: new Date(Date.now() - 1000).toISOString() });
    assert.deepEqual([late.status, late.body], [409, { refused: 'too-late' }]);
    assert.equal(await node.health(), 200);
    const { body } = await node.close(session);
    assert.deepEqual(body, {
      session,
      confirmed: false,
      crashed: false,
      counts: { actions: 0, success: 0, error: 0 },
    });
    const refused = await node.activate(session);
    assert.deepEqual([refused.status, refused.body], [409, { refused: 'closed' }]);
    assert.equal((await node.activate(other)).status, 200);
    await node.close(session);
    assert.equal((await node.act(other, 'url')).body.url, 'about:blank');
  });

  it('ends a session that nobody has confirmed', async () => {
    const node = await start();
    const startBy = Date.now() + 1500;
    await node.activate(session, { confirmed: false, startBy: new Date(startBy).toISOString() });
    await until('the session ends', async () => (await node.health()) === 503);
    const { body } = await node.close(session);
    assert.deepEqual([body.confirmed, body.crashed], [false, false]);
    const overMs = Date.parse(body.startedAt) + body.openMs - startBy;
    assert.ok(overMs > 0 && overMs <= lateMs, `it ended ${overMs} ms after its startBy`);
    assert.deepEqual(await node.written(), body);
  });

  it('ends a session on time, with nobody there', async () => {
    const node = await start();
    await node.activate(session, { maxTtlSeconds: 1 });
    await until('the session ends', async () => (await node.health()) === 503);
    const record = await node.written();
    const { openMs = 0 } = record ?? {};
    assert.ok(openMs >= 1000 && openMs <= 1000 + lateMs, `it was open for ${openMs} ms`);
    assert.equal((await node.act(session, 'url')).status, 409);
  });

  it('is not ready, and takes no session, when its browser has crashed before', async () => {
    const node = await start();
    process.kill(node.browser, 'SIGKILL');
    await until('it is not ready', async () => (await node.health()) === 503);
    assert.equal((await node.activate(session)).status, 503);
  });

  it('takes no session when its browser has crashed and it has not heard of that', onLinux, async () => {
    const node = await start();
    process.kill(node.pid, 'SIGSTOP');
    const answer = node.activate(session);
    try {
      await until('it is asked', () => hasSentUnread(process.pid, node.port));
      process.kill(node.browser, 'SIGKILL');
    } finally {
      process.kill(node.pid, 'SIGCONT');
    }
    assert.equal((await answer).status, 503);
  });

  for (const [how, end, crashed] of [
    ['a crash of its browser', (node: SessionNode) => process.kill(node.browser, 'SIGKILL'), true],
    ['its close', (node: SessionNode) => void node.close(session), false],
  ] as const)
    it(`ends by ${how}, and counts the action that it cuts off as failed`, async () => {
      const node = await start({ allow: `127.0.0.1:${site.port}` });
      await node.activate(session);
      const asked = site.hits('/never');
      const acting = node.act(session, 'batch', { actions: [{ type: 'goto', payload: { url: site.url('/never') } }] });
      await until('it is under way', () => site.hits('/never') > asked);
      end(node);
      assert.equal((await acting).body.code, 'session_not_active');
      await until('it is not ready', async () => (await node.health()) === 503);
      const { body } = await node.close(session);
      assert.deepEqual([body.crashed, body.confirmed], [crashed, true]);
      assert.deepEqual(body.counts.byType, {
        batch: { total: 1, success: 0, error: 1 },
        goto: { total: 1, success: 0, error: 1 },
      });
      assert.deepEqual(await node.written(), body);
    });

  it('reports a page that takes too much memory, and the session lives on', async () => {
    const environment = { TINTYPE_PAGE_MEMORY_MB: '256' };
    const node = await start({ allow: `127.0.0.1:${site.port}`, environment });
    await node.activate(session);
    const { status, body } = await node.act(session, 'goto', { url: site.url('/grows') });
    assert.deepEqual([status, body.code], [500, 'render_failed']);
    assert.match(body.error, /more memory than a page may use and was closed. An empty page has replaced it/);
    assert.equal((await node.act(session, 'url')).body.url, 'about:blank');
    assert.equal((await node.stand(session)).body.counts.error, 1);
  });

  it('ends its session even if it cannot write the record, and logs that', async () => {
    const node = await start({ environment: { TINTYPE_TERMINATION_LOG: '/dev/full' } });
    await node.activate(session);
    await node.act(session, 'click', { selector: '[' });
    const { status, body } = await node.close(session);
    assert.deepEqual([status, body.counts.error], [200, 1]);
    await until('its browser has ended', () => browsersOf([node.pid]).length === 0);
    assert.match(node.output, /cannot write the pod record/);
  });

  it('ends its session and records it when the program stops', async () => {
    const node = await start();
    await node.activate(session);
    await node.act(session, 'title');
    node.process.kill('SIGTERM');
    assert.equal(await node.exited(), 0);
    const record = await node.written();
    assert.ok(record?.openMs !== undefined && !record.crashed);
    assert.equal(record.counts.actions, 1);
  });

  it('leaves what it wrote last when it is killed, and its browser ends', async () => {
    const node = await start();
    await node.activate(session);
    await node.act(session, 'click', { selector: '[' });
    await node.act(session, 'title');
    await until('it is written', async () => (await node.written())?.counts.actions === 2);
    node.process.kill('SIGKILL');
    await node.exited();
    const record = await node.written();
    assert.deepEqual([record?.session, record?.openMs], [session, undefined]);
    assert.deepEqual(record?.counts.byType, {
      click: { total: 1, success: 0, error: 1 },
      title: { total: 1, success: 1, error: 0 },
    });
    await until('no process is left', () => node.leftovers.every((each) => !/^\d+$/.test(each)));
    // The next start cleans up.
    const next = await start();
    assert.deepEqual(node.leftovers, []);
    assert.equal(await next.health(), 200);
  });

  it('opens nothing without the token for it, and writes no token and no address of a page into its log', async () => {
    const node = await start({ allow: `127.0.0.1:${site.port}`, environment: { TINTYPE_LOG_LEVEL: 'trace' } });
    await node.activate(session);
    const calls = [
      ['POST', '/activate', 'activate'],
      ['POST', '/confirm', 'confirm'],
      ['POST', '/close', 'close'],
      ['POST', '/actions', 'act'],
      ['GET', '', 'read'],
    ] as const;
    for (const [method, path, purpose] of calls) {
      const right = node.token(session, purpose);
      const wrong = [
        undefined,
        '',
        `${right}x`,
        node.token(other, purpose),
        node.token(session, purpose, -1),
        ...tokenPurposes.filter((each) => each !== purpose).map((each) => node.token(session, each)),
      ];
      for (const token of wrong) {
        const asked = await node.request(`/sessions/${session}${path}`, {
          method,
          ...(token === undefined ? {} : { token }),
        });
        assert.deepEqual([asked.status, asked.body.code], [401, 'invalid_credentials'], `${path} ${token}`);
      }
    }
    assert.equal((await node.request('/sessions/x/close')).status, 401);
    assert.equal((await node.request('/nothing')).status, 401);
    assert.equal((await node.stand(session)).status, 200);
    await node.act(session, 'goto', { url: site.url('/?secret=1') });
    await node.act(session, 'goto', { url: 'http://10.0.0.1/secret' });
    await node.request(`/sessions/${session}/activate`, { token: node.token(session, 'activate'), body: '{secret' });
    await node.close(session);
    for (const secret of ['secret', '10.0.0.1', 'v1.sess', node.podKey])
      assert.ok(!node.output.includes(secret), secret);
    assert.match(node.output, /"msg":"session browser ready"/);
  });
});
