import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { forbiddenLiterals } from '../../../kit/attacks/addresses.js';
import { type Answered, SessionNode } from '../../../kit/browser-node/session-node.js';
import { startUntrusted } from '../../../kit/egress/odd-servers.js';
import {
  startHttpsUpstream,
  startHttpUpstream,
  startSocksUpstream,
  type UpstreamProxy,
} from '../../../kit/egress/upstream-proxy.js';
import { type Origin, startOrigin } from '../../../kit/pages/origin.js';
import { unusedPort } from '../../../kit/process/unused-port.js';
import { until } from '../../../kit/until.js';

const session = 'sess_00000000-0000-4000-8000-000000000004';

/** Every kind of request of a page: picture, script, frame of another site, worker, WebSocket, popup. */
const page = `<!doctype html><title>there</title><img src="http://pictures.test:PORT/picture">
  <iframe src="http://frames.test:PORT/frame"></iframe>
  <script>
    fetch('http://scripts.test:PORT/script', { mode: 'no-cors' });
    new Worker(URL.createObjectURL(new Blob(["fetch('http://workers.test:PORT/worker', { mode: 'no-cors' })"])));
    new WebSocket('ws://sockets.test:PORT/socket');
  </script>`;

const kinds = [
  { name: 'HTTP', start: startHttpUpstream, plain: 'GET http://', tunnel: 'CONNECT ' },
  { name: 'SOCKS 5', start: startSocksUpstream, plain: 'SOCKS ', tunnel: 'SOCKS ' },
];

interface Visitor {
  node: SessionNode;
  goto: (url: string) => Promise<Answered['body']>;
}

for (const { name, start, plain, tunnel } of kinds) {
  describe(`a session behind its account's ${name} proxy`, () => {
    let site: Origin;
    let proxy: UpstreamProxy;
    let shared: Visitor;
    const nodes: SessionNode[] = [];

    before(async () => {
      site = await startOrigin('127.0.0.1', 0, (request, response) => {
        const location = new URL(request.url ?? '', 'http://x').searchParams.get('to');
        if (location) response.writeHead(302, { location }).end();
        else response.setHeader('content-type', 'text/html').end(page.replaceAll('PORT', String(site.port)));
      });
      proxy = await start();
      shared = await open(proxy.url, { cdp: true });
    });

    afterEach(async () => {
      for (const node of nodes.splice(1)) await node.stop();
      // No page of a test asks for anything in the next one.
      await shared.node.act(session, 'goto', { url: 'about:blank' });
      proxy.asked.splice(0);
    });

    after(async () => {
      for (const node of nodes) await node.stop();
      await proxy.close();
      await site.close();
    });

    const open = async (upstreamProxy: string, { cdp = false } = {}) => {
      const node = await SessionNode.start({ allow: `127.0.0.1:${proxy.port}` });
      nodes.push(node);
      await node.activate(session, { proxy: true, upstreamProxy, cdp });
      return { node, goto: async (url: string) => (await node.act(session, 'goto', { url })).body };
    };

    it('sends everything through it, by names that nobody here resolves', async () => {
      const { node, goto } = shared;
      const answer = await goto(`http://shop.test:${site.port}/`);
      assert.deepEqual([answer.status, (await node.act(session, 'title')).body.title], [200, 'there']);
      const expected = [
        ...['pictures', 'frames', 'scripts', 'workers'].map((host) => `${plain}${host}.test:${site.port}`),
        `${tunnel}sockets.test:${site.port}`,
      ];
      await until('all of the page is asked for', () =>
        expected.every((start) => proxy.asked.some((line) => line.startsWith(start))),
      );
      await goto(`https://secure.test:${site.port}/`);
      assert.ok(proxy.asked.includes(`${tunnel}secure.test:${site.port}`));
    });

    it('sends through it what DevTools clients make, also in contexts that name another proxy', async () => {
      const client = await shared.node.connect(session);
      const { browserContextId } = await client.send('Target.createBrowserContext', {
        proxyServer: 'direct://',
        proxyBypassList: '*.test',
      });
      for (const [host, context] of [
        ['first', undefined],
        ['second', browserContextId],
      ] as const) {
        await client.open(`http://${host}.test:${site.port}/`, context);
        const page = await client.attach(undefined, context);
        // Another name, since a SOCKS proxy sees only names.
        await client.send('Page.navigate', { url: `http://${host}-again.test:${site.port}/` }, page);
        const expected = [`${plain}${host}.test`, `${plain}${host}-again.test`, `${tunnel}sockets.test`];
        await until('all of it is asked for', () =>
          expected.every((start) => proxy.asked.some((line) => line.startsWith(start))),
        );
        const inward = `http://127.0.0.1:${site.port}/private`;
        await client.ask('Page.navigate', { url: inward }, page);
      }
      assert.ok(!site.requests.includes('GET /private'));
      await client.close();
    });

    it('reaches no private address, however it is written, nor this machine by its name', async () => {
      const { goto } = shared;
      // The guard's own tests take the others of each form.
      const hosts = [...forbiddenLiterals.flatMap(([, some]) => some.slice(0, 1)), 'b.localhost'];
      const inward = `http://shop.test:${site.port}/?to=${encodeURIComponent(`http://127.0.0.1:${site.port}/x`)}`;
      const urls = hosts.map((host) => `http://${host}:${site.port}/`).filter((url) => URL.canParse(url));
      const codes: Record<string, string> = {};
      for (const url of [...urls, inward]) codes[url] = (await goto(url)).code;
      const refused = ['target_blocked', 'invalid_request'];
      assert.deepEqual(
        Object.entries(codes).filter(([, code]) => !refused.includes(code)),
        [],
      );
      assert.deepEqual(
        proxy.asked.filter((line) => !line.includes('.test:')),
        [],
      );
      assert.ok(!site.requests.includes('GET /x'));
    });

    it('reaches nothing when the proxy refuses its login, and nothing past it', async () => {
      const { node, goto } = await open(proxy.wrongUrl);
      for (const scheme of ['http', 'https']) {
        const { code, error } = await goto(`${scheme}://wrong-login.test:${site.port}/`);
        assert.deepEqual(
          [code, error],
          [
            'target_unreachable',
            "The account's proxy failed: it refuses the login. Correct it with PUT /v1/account/proxy.",
          ],
        );
      }
      assert.match(node.output, /"failure":"upstream-login","msg":"the account's proxy failed"/);
      assert.ok(!proxy.asked.some((line) => line.includes('wrong-login.test')));
    });

    it('is not at fault if it cannot reach the page', async () => {
      const { error } = await shared.goto(`https://shop.test:${await unusedPort()}/`);
      assert.doesNotMatch(error, /proxy failed/);
    });

    it('is asked for nothing but what the page is, also after a certificate that nobody trusts', async () => {
      const untrusted = await startUntrusted();
      const { goto } = shared;
      assert.equal((await goto(`https://shop.test:${untrusted.port}/`)).code, 'target_tls');
      // Chromium sends its own requests as soon as it sees the certificate.
      assert.equal((await goto(`http://shop.test:${site.port}/plain`)).status, 200);
      await until('that page is there', () => proxy.asked.some((line) => line.includes('sockets.test')));
      untrusted.server.close();
      assert.deepEqual(
        proxy.asked.filter((line) => !line.includes('.test:')),
        [],
      );
    });
  });
}

describe("a session behind its account's proxy that is reached by TLS", () => {
  let site: Origin;
  let proxy: Awaited<ReturnType<typeof startHttpsUpstream>>;
  let trusted: string;

  before(async () => {
    site = await startOrigin('127.0.0.1', 0, (_, response) => response.end('there'));
    proxy = await startHttpsUpstream();
    trusted = join(await mkdtemp(join(tmpdir(), 'tintype-test-')), 'trusted.pem');
    await writeFile(trusted, proxy.certificate);
  });

  after(async () => {
    await proxy.close();
    await site.close();
    await rm(dirname(trusted), { recursive: true });
  });

  const visit = async (environment: Record<string, string>, ...urls: string[]) => {
    const node = await SessionNode.start({ allow: `127.0.0.1:${proxy.port}`, environment });
    try {
      await node.activate(session, { proxy: true, upstreamProxy: proxy.url });
      const answers = [];
      for (const url of urls) answers.push((await node.act(session, 'goto', { url })).body);
      return answers;
    } finally {
      await node.stop();
    }
  };

  it('sends everything through it', async () => {
    const urls = [`http://shop.test:${site.port}/`, `https://secure.test:${site.port}/`];
    const [{ status }] = await visit({ NODE_EXTRA_CA_CERTS: trusted }, ...urls);
    assert.equal(status, 200);
    assert.ok(proxy.asked.some((line) => line.startsWith(`GET ${urls[0]}`)));
    assert.ok(proxy.asked.includes(`CONNECT secure.test:${site.port}`));
  });

  it('sends no login to a proxy with an untrusted certificate', async () => {
    proxy.asked.splice(0);
    const [{ code, error }] = await visit({}, `http://shop.test:${site.port}/`);
    assert.equal(code, 'target_unreachable');
    assert.match(error, /proxy failed: it cannot be reached/);
    assert.deepEqual(proxy.asked, []);
  });
});

describe('a session that wants a proxy', () => {
  /** The errors of a session whose proxy the node cannot reach. No byte of either protocol is sent before. */
  const visitWithout = async (upstreamProxy: string, allow: string, ...urls: string[]) => {
    const node = await SessionNode.start({ allow });
    await node.activate(session, { proxy: true, upstreamProxy });
    const answers: Answered['body'][] = [];
    for (const url of urls) answers.push((await node.act(session, 'goto', { url })).body);
    await node.stop();
    for (const { code, error } of answers) {
      assert.equal(code, 'target_unreachable');
      assert.match(error, /proxy failed: it cannot be reached/);
    }
    return node.output;
  };

  it('names the proxy as the fault if nothing listens there', async () => {
    const closed = await unusedPort();
    const url = `http://user:password@127.0.0.1:${closed}`;
    const output = await visitWithout(url, `127.0.0.1:${closed}`, 'http://shop.test/', 'https://shop.test/');
    assert.match(output, /"failure":"upstream"/);
  });

  it('reaches nothing when the proxy itself is a private address that nobody has opened', async () => {
    const proxy = await startHttpUpstream();
    await visitWithout(proxy.url, '', 'http://unopened.test/');
    await proxy.close();
    assert.deepEqual(proxy.asked, []);
  });

  it('does not open without one, and keeps the login of its own to itself', async () => {
    const node = await SessionNode.start({ environment: { TINTYPE_LOG_LEVEL: 'trace' } });
    const { status } = await node.activate(session, { proxy: true });
    assert.equal(status, 400);
    assert.equal((await node.act(session, 'url')).status, 409);
    await node.activate(session, { proxy: true, upstreamProxy: 'http://somebody:letmein@127.0.0.1:1' });
    const { body } = await node.act(session, 'goto', { url: 'http://shop.test/' });
    assert.match(body.error, /proxy failed/);
    const output = node.output + JSON.stringify([body, (await node.close(session)).body, await node.written()]);
    await node.stop();
    for (const secret of ['somebody', 'letmein']) assert.ok(!output.includes(secret));
  });
});
