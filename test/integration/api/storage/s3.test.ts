import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Readiness } from '@tintype/runtime';
import { html, type PageServer, startPages } from '../../../kit/pages/pages.js';
import { type S3Server, startS3Server } from '../../../kit/service/s3-server.js';
import { type Process, type Service, startService, untilReady } from '../../../kit/service/service.js';
import { until } from '../../../kit/until.js';

const folder = 'results';
const publicUrl = 'https://files.example/x';

describe('results in an S3 store', { timeout: 600_000 }, () => {
  let site: PageServer;
  let store: S3Server;
  let service: Service;

  before(async () => {
    site = await startPages({ '/page': html('<h1>page</h1>') });
    store = await startS3Server();
    service = await startService({
      allow: `127.0.0.1:${site.port}`,
      apis: 2,
      api: { ...store.environment, TINTYPE_S3_PUBLIC_URL: publicUrl },
    });
  });
  after(async () => {
    await service?.stop();
    await store?.stop();
    await site?.close();
  });

  const get = (timestamp: string, request = {}) => service.get({ url: site.url('/page'), timestamp }, request);

  const privately = async (path: string, { privatePort } = service.apis[0]!) =>
    await (await fetch(`http://127.0.0.1:${privatePort}${path}`)).text();

  const parts = async (api?: Process) => (JSON.parse(await privately('/readyz', api)) as Readiness).parts;

  it('are read by every replica, and lie in the bucket alone', async () => {
    const first = await get('shared');
    assert.deepEqual([first.status, first.headers.get('x-cache')], [200, 'MISS']);
    const again = await get('shared', { api: 1 });
    assert.deepEqual([again.status, again.headers.get('x-cache')], [200, 'HIT']);
    assert.deepEqual(again.body, first.body);
    assert.equal(store.objects(folder).length, 1);
    const nats = await service.connect();
    assert.equal((await nats.manager.streams.info('KV_results')).state.messages, 0);
    await nats.close();
  });

  it('leave no object behind that a fresh one has replaced', async () => {
    const before = store.objects(folder);
    const fresh = await service.get({ url: site.url('/page'), timestamp: 'shared', fresh: 'true' });
    assert.equal(fresh.headers.get('x-cache'), 'MISS');
    const now = store.objects(folder);
    assert.deepEqual([now.length, now.some((name) => before.includes(name))], [before.length, false]);
  });

  it('that are gone are rendered again', async () => {
    await get('lost');
    store.lose(folder);
    const again = await get('lost', { api: 1 });
    assert.deepEqual([again.status, again.headers.get('x-cache')], [200, 'MISS']);
    assert.equal((await get('lost', { api: 1 })).headers.get('x-cache'), 'HIT');
  });

  it('are the storage of an account of the operator, without a secret of it', async () => {
    const query = new URLSearchParams({ url: site.url('/page'), fileName: 'mine', s3Redirect: 'true' }).toString();
    const { status, headers } = await fetch(service.signed(query), { redirect: 'manual' });
    const day = new Date().toISOString().slice(0, 10).replaceAll('-', '/');
    const object = `screenshots/${day}/mine.png`;
    assert.deepEqual([status, headers.get('location')], [302, `${publicUrl}/${object}`]);
    assert.equal(store.bytes(object).subarray(1, 4).toString(), 'PNG');
    const shown = await service.admin<{ storage: null; source: string }>('/storage');
    assert.deepEqual([shown.storage, shown.source], [null, 'operator']);
    const trial = await service.admin<{ works: boolean }>('/storage/test', { method: 'POST' });
    assert.equal(trial.works, true);
  });

  it('are counted', async () => {
    const metrics = await privately('/metrics');
    assert.match(metrics, /^tintype_s3_up\{[^}]*\} 1$/m);
    assert.match(metrics, /^tintype_s3_requests_total\{operation="put",outcome="ok"[^}]*\} [1-9]/m);
    assert.match(metrics, /^tintype_s3_bytes_total\{operation="put"[^}]*\} [1-9]\d{3,}/m);
    assert.deepEqual(await parts(), { nats: true, accounts: true, s3: true });
  });

  it('answer 503 while the store is down, and are served when it is back', async () => {
    await get('kept');
    await store.kill();
    const hits = site.hits('/page');
    for (const timestamp of ['new', 'kept', 'newer still']) {
      const answer = await get(timestamp);
      assert.deepEqual([answer.status, answer.error().code], [503, 'unavailable']);
      assert.ok(answer.headers.get('retry-after'));
      assert.doesNotMatch(answer.body.toString(), /S3|ECONN|127\.0\.0\.1/i);
    }
    assert.equal(site.hits('/page'), hits + 1, 'nothing is rendered that cannot be stored');
    assert.equal((await parts()).s3, false);
    assert.match(await privately('/metrics'), /^tintype_s3_up\{[^}]*\} 0$/m);
    assert.match(await privately('/metrics'), /tintype_s3_requests_total\{operation="get",outcome="failed"/);
    await store.start();
    await Promise.all(service.apis.map(untilReady));
    assert.equal((await get('kept')).headers.get('x-cache'), 'HIT');
    assert.equal((await get('newer')).status, 200);
  });

  it('wait for a store that is down when the api starts', async () => {
    await store.kill();
    const api = await service.startApi();
    await until('the api says that the store is down', async () => {
      return (await parts(api).catch(() => ({}) as Readiness['parts'])).s3 === false;
    });
    await store.start();
    await untilReady(api);
    assert.equal((await get('kept', { api: 2 })).headers.get('x-cache'), 'HIT');
  });

  it('name no secret in the logs', () => {
    const { key, secret } = store.settings;
    const lines = service.apis.flatMap(({ log }) => log).join('\n');
    assert.match(lines, /the S3 store of TINTYPE_S3_ENDPOINT fails/);
    for (const text of [secret, key, 'AWS4-HMAC', 'Credential=']) assert.ok(!lines.includes(text), text);
  });

  describe('with wrong settings', () => {
    let stranger: ReturnType<typeof createServer>;
    before(() => {
      stranger = createServer((_, response) => response.end('<html>hello</html>')).listen(0, '127.0.0.1');
    });
    after(() => stranger.close());

    const strangerUrl = () => `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
    const cases: [string, () => Record<string, string>, RegExp][] = [
      ['a wrong secret', () => ({ TINTYPE_S3_SECRET: 'hidden' }), /Correct TINTYPE_S3_SECRET/],
      [
        'a key that nobody has',
        () => ({ TINTYPE_S3_KEY: 'hidden' }),
        /does not know the access key\. Correct TINTYPE_S3_KEY/,
      ],
      ['another region', () => ({ TINTYPE_S3_REGION: 'eu-west-9' }), /Correct TINTYPE_S3_REGION/],
      ['a bucket that is not there', () => ({ TINTYPE_S3_BUCKET: 'nowhere' }), /no bucket `nowhere`/],
      ['a server that is none of S3', () => ({ TINTYPE_S3_ENDPOINT: strangerUrl() }), /Correct TINTYPE_S3_ENDPOINT/],
      [
        'a part missing',
        () => ({ TINTYPE_S3_KEY: '', TINTYPE_S3_REGION: '' }),
        /_REGION is missing[\s\S]*_KEY is missing/,
      ],
    ];
    for (const [what, change, message] of cases) {
      it(`do not start: ${what}`, async () => {
        const api = await service.startApi(undefined, change());
        await assert.rejects(untilReady(api), /It has ended/);
        assert.equal((await api.child.exited).code, 78);
        const said = api.log.join('\n');
        assert.match(said, message);
        assert.doesNotMatch(said, /hidden|a secret of the tests/);
      });
    }
  });
});
