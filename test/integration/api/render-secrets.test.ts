import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type PageServer, startPages } from '../../kit/pages/pages.js';
import { type Service, startService, tester, untilReady } from '../../kit/service/service.js';

const login = 'me:open sesame';
const [header, cookie] = ['header-of-the-page', 'cookie-of-the-page'];
const encode = (text: string) => Buffer.from(text).toString('base64url');
const headers = { 'X-Token': header };
const cookies = [{ name: 'session', value: cookie }];
const secrets = {
  httpAuth: encode(login),
  headers: encode(JSON.stringify(headers)),
  cookies: encode(JSON.stringify(cookies)),
};

/** In plain text, and in base64 at any offset. */
const formsOf = (secret: string): string[] => {
  const encoded = [0, 1, 2].map((before) => {
    const all = encode('x'.repeat(before) + secret);
    return all.slice(Math.ceil((before * 4) / 3), Math.floor(((before + secret.length) * 4) / 3));
  });
  return [secret, ...encoded];
};

describe('secrets of a page on their way to the browser', { timeout: 300_000 }, () => {
  let site: PageServer;
  let service: Service;

  before(async () => {
    site = await startPages({
      '/guarded': (request, response) => {
        const { authorization, cookie: given, 'x-token': token } = request.headers;
        const knows = authorization === `Basic ${btoa(login)}` && given === `session=${cookie}` && token === header;
        if (knows) response.setHeader('content-type', 'text/html').end('<title>in</title>');
        else response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end('out');
      },
    });
    service = await startService({ allow: `127.0.0.1:${site.port}` });
  });
  after(async () => {
    await service?.stop();
    await site?.close();
  });

  const get = (options: Record<string, string> = {}) =>
    service.get({ url: site.url('/guarded'), ...secrets, ...options });

  it('reach the page, and are in no message of NATS or its disk', async () => {
    const nats = await service.connect();
    const seen: Buffer[] = [];
    nats.connection.subscribe('>', { callback: (_, message) => void seen.push(Buffer.from(message.data)) });
    await nats.connection.flush();
    assert.equal((await get()).headers.get('x-target-status'), '200');
    const posted = await fetch(`http://127.0.0.1:${service.publicPorts[0]}/v1/renders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${btoa(`${tester.id}:${tester.secret}`)}` },
      body: JSON.stringify({
        outputs: ['image', 'content', 'metadata'],
        ...{ url: site.url('/guarded'), timestamp: 'together', httpAuth: login, headers, cookies },
      }),
    });
    assert.equal(((await posted.json()) as { targetStatus: number }).targetStatus, 200);
    const wire = Buffer.concat(seen).toString('latin1');
    assert.ok((wire.match(/"sealed":/g)?.length ?? 0) >= 4);
    for (const secret of [header, cookie, login].flatMap(formsOf))
      assert.ok(!wire.includes(secret), `NATS has ${secret}`);
  });

  it('fail the render where the node has another key, which it logs once', async () => {
    await service.nodes[0]!.child.stop(25_000);
    const node = await service.startNode(0, { TINTYPE_JOB_KEY: 'ab'.repeat(32) });
    await untilReady(node);
    const answer = await get({ timestamp: 'other key' });
    assert.deepEqual([answer.status, answer.error().code], [500, 'internal']);
    assert.match(answer.error().error, /cannot read `headers`, `cookies` or `httpAuth`/);
    const lines = node.log.filter((line) => line.includes('TINTYPE_JOB_KEY'));
    assert.deepEqual([lines.length, lines[0]?.includes(answer.error().requestId)], [1, true]);
    const metrics = await (await fetch(`http://127.0.0.1:${node.privatePort}/metrics`)).text();
    assert.match(metrics, /tintype_render_jobs_total\{outcome="unopened".*\} 1$/m);
    assert.equal((await service.get({ url: site.url('/guarded') })).headers.get('x-target-status'), '401');
  });

  it('are in no log', () => {
    const lines = [...service.apis, ...service.nodes].flatMap(({ log }) => log).join('\n');
    assert.match(lines, /"route":/);
    for (const secret of [header, cookie, login].flatMap(formsOf))
      assert.ok(!lines.includes(secret), `the log has ${secret}`);
  });
});
