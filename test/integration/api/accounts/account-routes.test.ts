import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BearerClient } from '../../../kit/service/bearer-client.js';
import { type Service, startService, tester } from '../../../kit/service/service.js';
import { until } from '../../../kit/until.js';

describe("an account's own routes", () => {
  let service: Service;
  let manager: BearerClient;
  /** The account with a secret that works. */
  let account = tester;

  before(async () => {
    service = await startService({ allow: '', apis: 1, nodes: 0 });
    manager = client(tester.secret);
  });
  after(() => service?.stop());

  const client = (secret: string, name = tester.id) =>
    new BearerClient(`http://127.0.0.1:${service.publicPorts[0]}/v1/account`, name, secret);

  /** HEAD reads the options and renders nothing. */
  const head = (options: Record<string, string>, endpoint = 'image') =>
    service.get({ url: 'https://example.com/', ...options }, { method: 'HEAD', endpoint, account });

  const manageWith = (secret: string) => {
    account = { ...tester, secret };
    manager = client(secret);
  };

  const newSecret = async (body: object) => (await manager.call('POST', '/secrets', body)).json;

  it('want a secret of the account', async () => {
    for (const [secret, name] of [
      ['', tester.id],
      ['wrong', tester.id],
      [tester.secret, 'nobody'],
    ] as const) {
      const { status, json } = await client(secret, name).call('GET', '');
      assert.deepEqual([status, json.code, json.requiredScope], [401, 'invalid_credentials', undefined]);
    }
    assert.equal((await client(tester.secret, tester.apiKey).call('GET', '')).status, 200);
  });

  it('show the account, its limits and its credits', async () => {
    await service.admin('', { method: 'PATCH', body: { credits: 7, limits: { cacheSeconds: 60 } } });
    const { status, headers, json } = await manager.call('GET', '');
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store']);
    const { limits, ...account } = json.account;
    assert.deepEqual(account, {
      id: 'tester',
      apiKey: 'key',
      credits: 7,
      endpoints: null,
      proxy: false,
      storage: false,
      scope: 'manage',
    });
    assert.deepEqual([limits.cacheSeconds, limits.concurrentRenders], [60, 16]);
    await service.admin('', { method: 'PATCH', body: { credits: null } });
  });

  it('show the usage, a row a day', async () => {
    const { json } = await manager.call('GET', '/usage');
    assert.equal(json.days.length, 30);
    const { date, renders, ...rest } = json.days.at(-1);
    assert.equal(date, new Date().toISOString().slice(0, 10));
    assert.deepEqual(renders, { image: 0, pdf: 0, content: 0, metadata: 0, animated: 0 });
    assert.deepEqual(rest, { cachedAnswers: 0, deliveredBytes: 0, sessionMinutes: 0, credits: 0, charges: 0 });
    const range = await manager.call('GET', '/usage?from=2026-01-01&to=2026-01-02');
    assert.deepEqual(
      range.json.days.map((day: { date: string }) => day.date),
      ['2026-01-01', '2026-01-02'],
    );
    for (const [query, message] of [
      ['from=yesterday', /`from` takes a UTC day such as/],
      ['from=2026-02-30', /`from` takes a UTC day such as/],
      ['from=2026-01-02&to=2026-01-01', /`from` 2026-01-02 is after `to` 2026-01-01/],
      ['from=2026-01-01&from=2026-01-02', /`from` has 2 values\. Give one\./],
      ['day=2026-01-01', /`day` is unknown\. The parameters are from, to\./],
    ] as const) {
      const { json: refused } = await manager.call('GET', `/usage?${query}`);
      assert.deepEqual([query, refused.code], [query, 'invalid_request']);
      assert.match(refused.error, message);
    }
  });

  it('tell how much of a limit is left, on every answer', async () => {
    const { headers } = await manager.call('GET', '');
    assert.deepEqual([headers.get('ratelimit'), headers.get('ratelimit-policy')], [null, null]);
    await service.admin('', { method: 'PATCH', body: { limits: { requestsPerSecond: 50 } } });
    for (const path of ['', '/nothing/here', '/presets/none']) {
      const answer = await manager.call('GET', path);
      if (path === '/nothing/here') assert.equal(answer.headers.get('ratelimit'), null, 'no route, no account');
      else assert.equal(answer.headers.get('ratelimit-policy'), '"requests";q=50;w=1');
      // The limit may fill up again before the answer is written.
      if (path === '') assert.match(answer.headers.get('ratelimit') ?? '', /^"requests";r=(4\d|50);t=[01]$/);
    }
    assert.match((await head({})).headers.get('ratelimit') ?? '', /^"requests";r=(4\d|50);t=[01]$/);
    await service.admin('', { method: 'PATCH', body: { limits: { requestsPerSecond: 'default' } } });
  });

  it('answer 404 for other paths and methods', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['PATCH', ''],
      ['GET', '/presets/none'],
      ['DELETE', '/presets/none'],
      ['DELETE', '/secrets/sec_none'],
    ] as const) {
      const { status, json } = await manager.call(method, path);
      assert.deepEqual([path, status, json.code], [path, 404, 'not_found']);
    }
  });

  describe('of secrets', () => {
    it('make one that uses the account and changes nothing', async () => {
      const made = await manager.call('POST', '/secrets', { name: 'web server' });
      assert.equal(made.status, 201);
      assert.deepEqual([made.json.scope, made.json.name], ['use', 'web server']);
      const user = client(made.json.secret);
      assert.equal((await user.call('GET', '')).status, 200);
      assert.equal(
        (
          await service.get(
            { url: 'https://a.example/' },
            { method: 'HEAD', account: { ...tester, secret: made.json.secret } },
          )
        ).status,
        200,
      );
      for (const [method, path, body] of [
        ['POST', '/secrets', {}],
        ['DELETE', `/secrets/${made.json.secretId}`],
        ['POST', '/token', { name: 'x' }],
        ['PUT', '/presets/a', { options: {} }],
        ['DELETE', '/presets/a'],
      ] as const) {
        const { status, json } = await user.call(method, path, body);
        const { code, requiredScope } = json;
        assert.deepEqual([path, status, code, requiredScope], [path, 401, 'invalid_credentials', 'manage']);
        assert.match(json.error, /scope `manage`/);
      }
      const removed = await manager.call('DELETE', `/secrets/${made.json.secretId}`);
      assert.equal(removed.status, 200);
      assert.equal((await user.call('GET', '')).status, 401);
    });

    it('list them without their text, with the time of the last use', async () => {
      const { secretId, secret } = await newSecret({ scope: 'manage', name: 'laptop' });
      const listed = async () => {
        const { json } = await manager.call('GET', '/secrets');
        assert.ok(!JSON.stringify(json).includes(secret) && !JSON.stringify(json).includes('sealed'));
        return json.secrets.find(({ id }: { id: string }) => id === secretId);
      };
      const { createdAt, current, ...rest } = await listed();
      assert.ok(Date.parse(createdAt) > Date.now() - 60_000 && !current);
      assert.deepEqual(rest, { id: secretId, name: 'laptop', scope: 'manage', origin: 'account', lastUsedAt: null });
      assert.equal((await client(secret).call('GET', '')).status, 200);
      await until('its use is recorded', async () => (await listed()).lastUsedAt !== null);
      await manager.call('DELETE', `/secrets/${secretId}`);
    });

    it('keep the last one that manages, which the operator may remove', async () => {
      const { json } = await manager.call('GET', '/secrets');
      const [{ id, scope, origin, current }] = json.secrets;
      assert.deepEqual([json.secrets.length, scope, origin, current], [1, 'manage', 'environment', true]);
      const other = await newSecret({});
      const refused = await manager.call('DELETE', `/secrets/${id}`);
      assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_request']);
      assert.match(refused.json.error, /last secret of the account with the scope `manage`/);
      const next = await newSecret({ scope: 'manage' });
      assert.equal((await manager.call('DELETE', `/secrets/${id}`)).status, 200);
      manageWith(next.secret);
      assert.equal((await manager.call('DELETE', `/secrets/${other.secretId}`)).status, 200);
      const added = await service.admin<{ secret: string; scope: string }>('/secrets', { method: 'POST', body: {} });
      assert.equal(added.scope, 'use');
      assert.ok(await service.admin(`/secrets/${next.secretId}`, { method: 'DELETE' }));
      assert.equal((await client(added.secret).call('POST', '/secrets')).status, 401);
      const back = await service.admin<{ secret: string }>('/secrets', { method: 'POST', body: { scope: 'manage' } });
      manageWith(back.secret);
      assert.equal((await manager.call('POST', '/secrets', {})).status, 201);
    });

    it('give the token of a secret, or of a new one', async () => {
      const { secret } = await newSecret({});
      const known = await client(secret).call('POST', '/token', { secret });
      assert.equal(known.status, 200);
      assert.equal(Buffer.from(known.json.token, 'base64').toString(), `tester:${secret}`);
      const made = await manager.call('POST', '/token', { name: 'agent' });
      assert.equal(made.status, 201);
      assert.equal(Buffer.from(made.json.token, 'base64').toString(), `tester:${made.json.secret}`);
      assert.equal((await client(made.json.secret).call('GET', '')).status, 200);
      for (const body of [{ secret: 'of nobody' }, { secret, name: 'x' }, { secret: 7 }, { scope: 'all' }, { x: 1 }]) {
        const { status, json } = await manager.call('POST', '/token', body);
        assert.deepEqual([body, status, json.code], [body, 400, 'invalid_request']);
      }
    });
  });

  describe('of presets', () => {
    it('store, show, list and delete one, by both kinds of routes', async () => {
      const body = { endpoint: 'image', options: { vw: 1200, darkMode: true, type: 'webp', fileName: '' } };
      const put = await manager.call('PUT', '/presets/card', body);
      assert.deepEqual([put.status, put.json.warnings], [200, []]);
      const { updatedAt, ...preset } = put.json.preset;
      const options = { vw: '1200', darkMode: 'true', type: 'webp' };
      assert.deepEqual(preset, { name: 'card', endpoint: 'image', options, version: 1 });
      assert.ok(Date.parse(updatedAt) > Date.now() - 60_000);
      assert.deepEqual((await manager.call('GET', '/presets/card')).json.preset, put.json.preset);
      const again = await manager.call('PUT', '/presets/card', body);
      assert.deepEqual(again.json.preset, put.json.preset, 'the same content keeps its version');
      const admin = await service.admin<typeof put.json>('/presets/card/', {
        method: 'PUT',
        body: { options: { vw: 5, s3Acl: 'public-read' } },
      });
      assert.deepEqual([admin.preset.version, admin.preset.endpoint], [2, null]);
      assert.match(
        admin.warnings[0],
        /`s3Acl` has no effect\. .* Set one with PUT \/admin\/v1\/accounts\/\w+\/storage\.$/,
      );
      await manager.call('PUT', '/presets/b', { options: { colour: 'red' } });
      const all = await service.admin<typeof put.json>('/presets');
      assert.deepEqual(all, (await manager.call('GET', '/presets')).json);
      assert.deepEqual(
        all.presets.map(({ name }: { name: string }) => name),
        ['b', 'card'],
      );
      for (const name of ['b', 'card']) assert.equal((await manager.call('DELETE', `/presets/${name}`)).status, 200);
      assert.deepEqual((await manager.call('GET', '/presets')).json.presets, []);
    });

    it('serve the next request, under the options of the query', async () => {
      await manager.call('PUT', '/presets/card', { options: { type: 'webp' }, endpoint: 'image' });
      assert.equal((await head({ preset: 'card' })).headers.get('content-type'), 'image/webp');
      assert.equal((await head({ preset: 'card', type: 'jpeg' })).headers.get('content-type'), 'image/jpeg');
      assert.equal((await head({ preset: '' })).headers.get('content-type'), 'image/png');
      await manager.call('PUT', '/presets/card', { options: { type: 'jpeg' }, endpoint: 'image' });
      assert.equal((await head({ preset: 'card' })).headers.get('content-type'), 'image/jpeg');
      const other = await service.get({ url: 'https://example.com/', preset: 'card' }, { endpoint: 'pdf', account });
      assert.match(other.error().error, /for the endpoint image, not for pdf/);
      await manager.call('DELETE', '/presets/card');
      const gone = await service.get({ url: 'https://example.com/', preset: 'card' }, { account });
      assert.deepEqual([gone.status, gone.error().code], [400, 'invalid_option']);
      assert.match(gone.error().error, /no preset `card`/);
    });

    it('refuse what a query could not be, and say why', async () => {
      for (const [name, body, code, message] of [
        ['a', { options: { vw: 0 } }, 'invalid_option', /^The option `vw` takes a whole number/],
        ['a', { options: { url: 'https://a.example/' } }, 'invalid_option', /cannot contain `url`/],
        ['a', { endpoint: 'video', options: {} }, 'invalid_request', /`endpoint` takes one of image/],
        ['a', { options: { vw: [1] } }, 'invalid_option', /`vw` takes a whole number from 1 to 5000, not a list/],
        ['a', { options: { type: [1] } }, 'invalid_option', /`type` of image takes one of png, .*, not a list/],
        ['a', {}, 'invalid_request', /`options` is missing. It takes an object of options/],
        ['a', { options: {}, vw: 1 }, 'invalid_request', /`vw` is unknown/],
        ['a%20b', { options: {} }, 'invalid_request', /name of a preset takes/],
        ['x'.repeat(65), { options: {} }, 'invalid_request', /name of a preset takes/],
        ['a', { options: { timestamp: 'x'.repeat(16 * 1024) } }, 'request_too_large', /at most 16,384 bytes/],
      ] as const) {
        const { json } = await manager.call('PUT', `/presets/${name}`, body);
        assert.deepEqual([body, json.code], [body, code]);
        assert.match(json.error, message);
      }
      assert.deepEqual((await manager.call('GET', '/presets')).json.presets, []);
    });

    it('refuse the one above a hundred, and still take a changed one', async () => {
      const put = (at: number, vw: number) => manager.call('PUT', `/presets/p${at}`, { options: { vw } });
      const stored = await Promise.all(Array.from({ length: 100 }, (_, at) => put(at, 1)));
      assert.ok(stored.every(({ status }) => status === 200));
      const more = await put(100, 1);
      assert.deepEqual([more.status, more.json.code], [400, 'invalid_request']);
      assert.match(more.json.error, /at most 100 presets/);
      assert.equal((await put(99, 2)).json.preset.version, 2);
    });

    it('keep the options unreadable in the bucket, and replace a damaged one', async () => {
      const httpAuth = Buffer.from('user:pass-word').toString('base64url');
      await manager.call('PUT', '/presets/p1', { options: { httpAuth } });
      const kv = await (await service.connect()).kv('accounts');
      const entry = await kv.get('preset.tester.p1');
      assert.ok(entry && !entry.string().includes(httpAuth) && entry.string().includes('sealed'));
      await kv.put('preset.tester.p1', '{"damaged":true}');
      assert.equal((await manager.call('GET', '/presets/p1')).status, 404);
      assert.equal((await manager.call('GET', '/presets')).json.presets.length, 99);
      assert.equal((await manager.call('PUT', '/presets/p1', { options: { vw: 3 } })).json.preset.version, 1);
      assert.equal((await head({ preset: 'p1' })).status, 200);
    });
  });

  it('give no code for Slack, which is not set up', async () => {
    assert.equal((await manager.call('GET', '/slack')).json.available, false);
    const { status, json } = await manager.call('POST', '/slack/codes');
    assert.deepEqual([status, json.code], [404, 'not_found']);
    assert.match(json.error, /TINTYPE_SLACK_SIGNING_SECRET/);
  });
});
