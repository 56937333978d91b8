import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  startHttpsUpstream,
  startHttpUpstream,
  startSocksUpstream,
  type UpstreamProxy,
} from '../../../kit/egress/upstream-proxy.js';
import { unusedPort } from '../../../kit/process/unused-port.js';
import { BearerClient } from '../../../kit/service/bearer-client.js';
import { type Service, startService, tester } from '../../../kit/service/service.js';

/** The user name of the kit has a colon, which HTTP cannot tell from the one before the password. */
const withoutColon = (url: string) => (url.startsWith('http') ? url.replace('us%3Aer:', 'us:er%3A') : url);

describe("an account's own proxy", () => {
  let service: Service;
  let manager: BearerClient;
  let folder: string;
  /** A proxy over TLS is an https page too. */
  let page: UpstreamProxy;
  let untrusted: UpstreamProxy;
  const proxies: UpstreamProxy[] = [];

  const client = (secret: string) =>
    new BearerClient(`http://127.0.0.1:${service.publicPorts[0]}/v1/account`, tester.id, secret);

  const proxyOf = async (starting: Promise<UpstreamProxy>) => {
    const proxy = await starting;
    proxies.push(proxy);
    return proxy;
  };

  const trialThrough = async (url: string, target = page) => {
    const set = await manager.call('PUT', '/proxy', { url: withoutColon(url) });
    assert.equal(set.status, 200, set.json.error);
    const { status, json } = await manager.call('POST', '/proxy/test', { url: `https://127.0.0.1:${target.port}/` });
    assert.equal(status, 200);
    return json;
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tintype-proxy-'));
    const secure = await startHttpsUpstream();
    page = await proxyOf(Promise.resolve(secure));
    untrusted = await proxyOf(startHttpsUpstream());
    const trusted = join(folder, 'trusted.pem');
    await writeFile(trusted, secure.certificate);
    const api = { TINTYPE_EGRESS_ALLOW: '127.0.0.1', NODE_EXTRA_CA_CERTS: trusted };
    service = await startService({ allow: '', apis: 1, nodes: 0, api });
    manager = client(tester.secret);
  });
  after(async () => {
    await service?.stop();
    for (const proxy of proxies) await proxy.close();
    await rm(folder, { recursive: true });
  });

  it('is set, shown without its password, and removed, by a managing secret alone', async () => {
    const { secret } = (await manager.call('POST', '/secrets', { name: 'user' })).json;
    assert.deepEqual((await client(secret).call('GET', '/proxy')).json, { success: true, proxy: null });
    const url = 'http://user:pass-word@proxy.example:3128';
    for (const [method, path, body] of [
      ['PUT', '/proxy', { url }],
      ['DELETE', '/proxy', undefined],
      ['POST', '/proxy/test', undefined],
    ] as const) {
      const { status, json } = await client(secret).call(method, path, body);
      assert.deepEqual([status, json.requiredScope], [401, 'manage'], path);
    }
    const set = await manager.call('PUT', '/proxy', { url });
    assert.deepEqual([set.json.proxy.url, set.json.warnings], ['http://user@proxy.example:3128/', []]);
    const shown = await client(secret).call('GET', '/proxy');
    assert.equal(JSON.stringify(shown.json).includes('pass-word'), false);
    assert.equal((await manager.call('GET', '')).json.account.proxy, true);
    assert.deepEqual((await manager.call('DELETE', '/proxy')).json, { success: true, proxy: null });
    const { status, json } = await manager.call('DELETE', '/proxy');
    assert.deepEqual([status, json.code], [404, 'not_found']);
    assert.match(json.error, /PUT \/v1\/account\/proxy sets one/);
  });

  it('is refused if a browser cannot use it, and gets a warning for what will fail', async () => {
    const { status, json } = await manager.call('PUT', '/proxy', { url: 'ftp://proxy.example' });
    assert.deepEqual([status, json.code], [400, 'invalid_request']);
    assert.match(json.error, /`url` takes a URL with http, https or socks5/);
    const { warnings } = (await manager.call('PUT', '/proxy', { url: 'socks5://user@10.0.0.1' })).json;
    assert.match(warnings.join(' '), /without a password.*private address/);
  });

  it('is tested with a page, by each protocol', async () => {
    for (const proxy of [await proxyOf(startHttpUpstream()), page, await proxyOf(startSocksUpstream())]) {
      const { works, status, steps } = await trialThrough(proxy.url);
      assert.deepEqual([works, status], [true, 407], proxy.url);
      assert.deepEqual(
        steps.map(({ step }: { step: string }) => step),
        ['proxy', 'page'],
      );
      assert.ok(proxy.asked.at(-1)?.endsWith(`127.0.0.1:${page.port}`), String(proxy.asked));
    }
  });

  it('is tested, and the answer names the step that fails', async () => {
    const http = await proxyOf(startHttpUpstream());
    const closed = await unusedPort();
    for (const [url, message] of [
      [http.wrongUrl, /refuses the login \(407/],
      [`http://127.0.0.1:${closed}`, /^The proxy does not answer/],
      [`https://127.0.0.1:${http.port}`, /no trusted certificate/],
      [untrusted.url, /no trusted certificate/],
      [`socks5://127.0.0.1:${http.port}`, /protocol \(http, https or socks5\)/],
      ['http://10.0.0.1:3128', /private or blocked address/],
      ['http://proxy.invalid:3128', /does not resolve/],
    ] as const) {
      const { works, steps } = await trialThrough(url);
      assert.deepEqual([works, steps.length, steps[0].works], [false, 1, false], url);
      assert.match(steps[0].error, message);
    }
    const { works, steps } = await trialThrough(http.url, untrusted);
    assert.deepEqual([works, steps[0].works, steps[1].works], [false, true, false]);
    assert.match(steps[1].error, /proxy works, but the page cannot be read.*no valid certificate/);
  });
});
