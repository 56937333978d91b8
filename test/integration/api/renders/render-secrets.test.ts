import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { keyOf, secretsKeyOf } from '@tintype/api/testing';
import { decodeResult, type RenderResult, subjects } from '@tintype/contracts';
import { asKey } from '@tintype/runtime';
import { type PageServer, startPages } from '../../../kit/pages/pages.js';
import { type Service, startService, tester, untilReady } from '../../../kit/service/service.js';

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

/** All files below, as Latin-1. NATS may remove some meanwhile. */
const contentOf = (folder: string): string => {
  const read = (name: string) => {
    try {
      return readFileSync(join(folder, name), 'latin1');
    } catch {
      return '';
    }
  };
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(read).join('\n');
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
    const options = { url: site.url('/guarded'), ...secrets };
    const key = keyOf(
      { account: tester.id, endpoint: 'image', pairs: options },
      secretsKeyOf(asKey(service.masterKey)),
    );
    const disk = contentOf(service.nats.storeFolder);
    assert.ok(disk.includes(key), 'the record is on the disk, under the key with the HMAC');
    for (const secret of [header, cookie, login].flatMap(formsOf)) {
      assert.ok(!wire.includes(secret), `NATS has ${secret}`);
      assert.ok(!disk.includes(secret), `the disk of NATS has ${secret}`);
    }
  });

  it('are read by the other node if one has another key, which it logs', async () => {
    const wrong = await service.startNode(1, { TINTYPE_JOB_KEY: 'ab'.repeat(32) });
    await untilReady(wrong);
    const unopened = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${wrong.privatePort}/metrics`)).text();
      return Number(/tintype_render_jobs_total\{outcome="unopened".*\} (\d+)$/m.exec(metrics)?.[1]);
    };
    const nats = await service.connect();
    const refused: RenderResult[] = [];
    nats.connection.subscribe(subjects.result('*'), {
      callback: (_, { data }) => void refused.push(decodeResult(data).result),
    });
    await nats.connection.flush();
    // Either node may take a job first.
    for (let time = 0; time < 20 && (await unopened()) === 0; time += 1)
      assert.equal((await get({ timestamp: `other key ${time}` })).headers.get('x-target-status'), '200');
    assert.ok((await unopened()) > 0);
    assert.ok(refused.some((result) => !result.ok && result.unopened));
    assert.ok(wrong.log.some((line) => line.includes('TINTYPE_JOB_KEY')));
  });

  it('are in no log', () => {
    const lines = [...service.apis, ...service.nodes].flatMap(({ log }) => log).join('\n');
    assert.match(lines, /"route":/);
    for (const secret of [header, cookie, login].flatMap(formsOf))
      assert.ok(!lines.includes(secret), `the log has ${secret}`);
  });
});
