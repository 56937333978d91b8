import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { unusedPort } from '../../../kit/process/unused-port.js';
import { tester } from '../../../kit/service/service.js';
import { type StorageAnswer, StorageStage, type StorageTrial } from '../../../kit/service/storage-stage.js';

describe('the storage of an account', { timeout: 600_000 }, () => {
  let stage: StorageStage;
  /** It takes 10 s, beside the other tests. */
  let slowly: ReturnType<StorageStage['askSlowly']>;

  before(async () => {
    stage = await StorageStage.start();
    slowly = stage.askSlowly();
    // The test that waits for it reports a failure.
    slowly.catch(() => undefined);
  });
  after(() => stage?.stop());

  const today = () => new Date().toISOString().slice(0, 10).replaceAll('-', '/');

  it('is needed for a redirect', async () => {
    const plain = await stage.ask(stage.fresh());
    assert.deepEqual([plain.status, plain.warnings], [200, '']);
    for (const method of ['GET', 'HEAD']) {
      const refused = await stage.ask({ ...stage.fresh(), s3Redirect: 'true' }, { method });
      assert.equal(refused.status, 409);
      if (method === 'GET') assert.equal(refused.json().code, 'storage_not_configured');
    }
    const none = await stage.service.admin<StorageAnswer>('/storage');
    assert.deepEqual(none, { success: true, storage: null, source: null });
    const trial = await stage.service.admin<StorageAnswer>('/storage/test/', { method: 'POST' });
    assert.match(
      `${trial.code}: ${trial.error}`,
      /^storage_not_configured: .* Set one with PUT \/admin\/v1\/accounts\/\w+\/storage\.$/,
    );
  });

  it('is set without ever showing its secret, and is tried', async () => {
    const { storage, source } = await stage.setStorage(stage.foreignStorage({ prefix: 'captures' }));
    const { secret: _, ...shown } = stage.foreignStorage({ prefix: 'captures/', pathStyle: true, publicUrl: null });
    const { setAt, ...view } = storage ?? {};
    assert.deepEqual([view, source, typeof setAt], [shown, 'account', 'string']);
    const trial = await stage.service.admin<StorageTrial>('/storage/test', { method: 'POST' });
    assert.deepEqual(
      [trial.works, trial.steps.map(({ step, works }) => [step, works])],
      [
        true,
        [
          ['write', true],
          ['read', true],
          ['delete', true],
        ],
      ],
    );
    const { url, works, error } = trial.publicRead ?? {};
    assert.deepEqual([url, works], [`${stage.foreign.settings.endpoint.href}pictures/${trial.object}`, false]);
    assert.match(error ?? '', /^The public URL answers 403\./);
    assert.deepEqual(stage.foreign.objects('captures'), []);
    const account = JSON.stringify(await stage.service.admin(''));
    assert.ok(
      account.includes('captures/') && !account.includes(stage.foreign.settings.secret) && !account.includes('sealed'),
    );
  });

  it('gets a picture once, under the documented name, and requests are redirected to it', async () => {
    const name = { ...stage.fresh(), fileName: 'reports/my shot', s3Redirect: 'true' };
    const first = await stage.ask(name);
    const object = `captures/screenshots/${today()}/reports/my shot.png`;
    assert.equal(first.status, 302, first.body.toString());
    assert.equal(first.headers.get('location'), `${stage.foreign.settings.endpoint.href}pictures/${encodeURI(object)}`);
    assert.deepEqual([first.cache, first.headers.get('x-credits-charged'), first.body.length], ['MISS', '1', 0]);
    assert.match(first.headers.get('server-timing') ?? '', /upload;dur=/);
    assert.deepEqual(stage.foreign.bytes(object).subarray(1, 4).toString(), 'PNG');

    const stored = await stage.uploads('stored');
    const again = await stage.ask(name);
    assert.deepEqual(
      [again.status, again.cache, again.headers.get('location')],
      [302, 'HIT', first.headers.get('location')],
    );
    assert.equal(again.headers.get('x-credits-charged'), '0');
    assert.equal(await stage.uploads('stored'), stored);
  });

  it('gets results without a redirect too, by their key, unless they skip it', async () => {
    const before = stage.foreign.objects(`captures/screenshots/${today()}`);
    const picture = await stage.ask(stage.fresh());
    assert.deepEqual([picture.status, picture.warnings], [200, '']);
    const [added = ''] = stage.foreign
      .objects(`captures/screenshots/${today()}`)
      .filter((each) => !before.includes(each));
    assert.match(added, /^[0-9a-f]{64}\.png$/);
    assert.deepEqual(stage.foreign.bytes(`captures/screenshots/${today()}/${added}`), picture.body);
    const pdf = await stage.ask({ ...stage.fresh(), fileName: 'paper' }, { endpoint: 'pdf' });
    assert.deepEqual(stage.foreign.bytes(`captures/pdfs/${today()}/paper.pdf`), pdf.body);
    const stored = await stage.uploads('stored');
    assert.equal((await stage.ask({ ...stage.fresh(), skipUpload: 'true' })).status, 200);
    assert.equal((await stage.ask(stage.fresh(), { endpoint: 'content' })).status, 200);
    assert.equal((await stage.ask(stage.fresh(), { account: stage.other })).status, 200);
    assert.equal(await stage.uploads('stored'), stored);
  });

  it('gets a cached result that was stored elsewhere before', async () => {
    const request = { ...stage.fresh(), fileName: 'moved' };
    await stage.ask(request);
    await stage.setStorage(
      stage.foreignStorage({ prefix: 'moved/', publicUrl: 'https://cdn.example/x', secret: undefined }),
    );
    const hit = await stage.ask(request);
    assert.deepEqual([hit.cache, hit.body], ['HIT', stage.foreign.bytes(`moved/screenshots/${today()}/moved.png`)]);
    const { headers } = await stage.ask({ ...stage.fresh(), fileName: 'é', s3Redirect: 'true' });
    assert.equal(headers.get('location'), `https://cdn.example/x/moved/screenshots/${today()}/%C3%A9.png`);
  });

  const refusesAll = new Set(['refused', 'no_bucket', 'other_region', 'no_store', 'blocked', 'tls']);
  const broken: [what: string, storage: () => Promise<object> | object, sentence: RegExp, kind: string][] = [
    [
      'a wrong secret',
      () => stage.foreignStorage({ secret: 'wrong' }),
      /refuses the signature\. Correct `secret`/,
      'refused',
    ],
    [
      'a wrong key',
      () => stage.foreignStorage({ key: 'nobody' }),
      /does not know the access key\. Correct `key`/,
      'refused',
    ],
    [
      'no rights',
      () => stage.faulty.storage('forbidden'),
      /Grant the access key the right s3:PutObject in the bucket `forbidden`/,
      'refused',
    ],
    [
      'no such bucket',
      () => stage.foreignStorage({ bucket: 'nothing' }),
      /no bucket `nothing`\. Create it/,
      'no_bucket',
    ],
    [
      'another region',
      () => stage.foreignStorage({ region: 'eu-west-1' }),
      /in the region `us-east-1`\. Correct `region`/,
      'other_region',
    ],
    [
      'a bucket elsewhere',
      () => stage.faulty.storage('elsewhere'),
      /in the region `eu-west-1`\. Correct `region`/,
      'other_region',
    ],
    [
      'nobody at the port',
      async () => stage.foreignStorage({ endpoint: `http://127.0.0.1:${await unusedPort()}` }),
      /does not answer\. Check host and port/,
      'unreachable',
    ],
    [
      'a private address',
      () => stage.foreignStorage({ endpoint: 'http://10.1.2.3:9000' }),
      /private or blocked address.*TINTYPE_EGRESS_ALLOW/,
      'blocked',
    ],
    [
      'a port of our own',
      () => stage.foreignStorage({ endpoint: `http://127.0.0.1:${stage.service.nats.url.port}` }),
      /private or blocked address.*own ports stay blocked/,
      'blocked',
    ],
    ['an unknown host', () => stage.foreignStorage({ endpoint: 'http://nothing.invalid' }), /does not resolve/, 'dns'],
    [
      'no TLS',
      () => stage.foreignStorage({ endpoint: stage.foreign.settings.endpoint.href.replace('http', 'https') }),
      /no trusted certificate/,
      'tls',
    ],
    ['a server that takes everything', () => stage.faulty.storage('no-store'), /not an S3 store/, 'no_store'],
    ['a server that knows no PUT', () => stage.faulty.storage('web-server'), /not an S3 store/, 'no_store'],
    ['a proxy that blocks', () => stage.faulty.storage('blocked'), /answers 406 .* allow uploads/, 'no_store'],
    ['a store that fails', () => stage.faulty.storage('busy'), /failed \(503 SlowDown\)\. Try again/, 'failed'],
  ];
  for (const [what, storage, sentence, kind] of broken)
    it(`with ${what} leaves the answer, with a warning; a redirect is 502; the test says the same`, async () => {
      assert.equal((await stage.setStorage(await storage())).success, true);
      const before = await stage.uploads(kind);
      const plain = await stage.ask(stage.fresh());
      assert.deepEqual([plain.status, plain.cache], [200, 'MISS']);
      assert.match(plain.warnings, sentence);
      const redirect = await stage.ask({ ...stage.fresh(), s3Redirect: 'true' });
      assert.deepEqual([redirect.status, redirect.json().code], [502, 'storage_failed']);
      assert.match(redirect.json().error, sentence);
      // A known refusal refuses the redirect before its render, so it is free and uploads nothing.
      const isRendered = !refusesAll.has(kind) || what === 'a proxy that blocks';
      assert.equal(redirect.headers.get('x-credits-charged'), isRendered ? '1' : null);
      assert.equal(await stage.uploads(kind), before + (isRendered ? 2 : 1));
      const { works, steps } = await stage.service.admin<StorageTrial>('/storage/test', { method: 'POST' });
      assert.deepEqual([works, steps.length, steps[0]?.works], [false, 1, false]);
      assert.match(steps[0]?.error ?? '', sentence);
    });

  it('that refuses an access list gets the object without it', async () => {
    await stage.setStorage(stage.faulty.storage('refuses-acl'));
    const request = { ...stage.fresh(), s3Acl: 'public-read', s3Redirect: 'true' };
    for (const cache of ['MISS', 'HIT']) {
      const answer = await stage.ask(request);
      assert.deepEqual([answer.status, answer.cache], [302, cache]);
      assert.match(answer.warnings, /refused the access `public-read`/);
    }
    const body = { s3Acl: 'public-read' };
    const trial = await stage.service.admin<StorageTrial>('/storage/test', { method: 'POST', body });
    assert.deepEqual([trial.uploads, trial.access?.works], [true, false]);
    assert.match(trial.access?.error ?? '', /refused the access `public-read`/);
    const bad = await stage.ask({ ...stage.fresh(), s3Acl: 'everybody' });
    assert.match(bad.json().error, /^The option `s3Acl` takes one of private, public-read,/);
  });

  it('that heals gets the result with the next request', async () => {
    const request = { ...stage.fresh(), fileName: 'healed' };
    await stage.setStorage(stage.foreignStorage({ secret: 'wrong', prefix: 'later' }));
    assert.match((await stage.ask(request)).warnings, /not uploaded/);
    await stage.setStorage(stage.foreignStorage({ prefix: 'later' }));
    const { cache, warnings } = await stage.ask(request);
    assert.deepEqual([cache, warnings], ['HIT', '']);
    assert.ok(stage.foreign.objects(`later/screenshots/${today()}`).includes('healed.png'));
  });

  it('that is slower than an upload may be costs 10 s once, and leaves the answer, with a warning', async () => {
    const [first, again] = await slowly;
    for (const { status, warnings } of [first, again]) {
      assert.equal(status, 200);
      assert.match(
        warnings,
        /^The result was not uploaded to the account's storage\. The store did not answer in time\./,
      );
    }
    assert.deepEqual([first.cache, again.cache, again.body], ['MISS', 'HIT', first.body]);
    assert.ok(first.seconds > 10 && first.seconds < 40 && again.seconds < 5, `${first.seconds} s, ${again.seconds} s`);
    assert.equal(await stage.uploads('timeout'), 1);
  });

  describe('by the account’s own routes', () => {
    const bearer = (secret: string) => ({
      authorization: `Bearer ${Buffer.from(`${tester.id}:${secret}`).toString('base64')}`,
    });
    const own = async (method: string, path = '', body?: object, secret = tester.secret) => {
      const init = { method, headers: bearer(secret), ...(body ? { body: JSON.stringify(body) } : {}) };
      const response = await fetch(`http://127.0.0.1:${stage.service.publicPorts[0]}/v1/account${path}`, init);
      return {
        status: response.status,
        json: (await response.json()) as StorageAnswer & StorageTrial & Record<string, never>,
      };
    };

    it('is managed by a managing secret and read by any', async () => {
      const twice = await own('PUT', '/storage', {
        endpoint: 'https://s3.example/b/bbb',
        bucket: 'bbb',
        key: 'k',
        secret: 's',
      });
      assert.match(twice.json.warnings?.[0] ?? '', /seems to name the bucket `bbb`/);
      const put = await own('PUT', '/storage', stage.foreignStorage());
      assert.deepEqual([put.status, put.json.source, put.json.storage?.bucket], [200, 'account', 'pictures']);
      assert.deepEqual(put.json.warnings, []);
      assert.equal((await own('POST', '/storage/test')).json.works, true);
      const { json } = await own('POST', '/storage/test', { s3Acl: 'public-read' });
      assert.deepEqual([json.uploads, json.access], [true, { s3Acl: 'public-read', works: true }]);
      assert.match(
        (await own('POST', '/storage/test', { s3Acl: 'all' })).json.error ?? '',
        /`s3Acl` takes one of private/,
      );
      const { secret } = await stage.service.admin<{ secret: string }>('/secrets', { method: 'POST', body: {} });
      const read = await own('GET', '/storage', undefined, secret);
      assert.deepEqual([read.status, read.json.storage], [200, put.json.storage]);
      for (const [method, path, body] of [
        ['PUT', '/storage', stage.foreignStorage()],
        ['DELETE', '/storage', undefined],
        ['POST', '/storage/test', undefined],
      ] as const)
        assert.equal((await own(method, path, body, secret)).status, 401, `${method} ${path}`);
      assert.equal(
        (await own('PUT', '/storage', { ...stage.foreignStorage(), bucket: 'a/b' })).json.code,
        'invalid_request',
      );
      assert.equal((await own('DELETE', '/storage')).json.source, null);
      assert.equal((await own('DELETE', '/storage')).status, 404);
    });
  });

  it('has no secret in the logs', () => {
    const lines = stage.service.apis.flatMap(({ log }) => log).join('\n');
    assert.match(lines, /cannot upload a result/);
    for (const text of [stage.foreign.settings.secret, 'hidden', 'AWS4-HMAC', 'Credential='])
      assert.ok(!lines.includes(text), text);
  });
});
