import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { decryptProxy } from '@tintype/contracts';
import { type AccountReplica, AccountsCluster, masterKey, textsOf } from '../../../kit/service/accounts-cluster.js';
import { AdminServer, adminToken as token } from '../../../kit/service/admin-server.js';
import { until } from '../../../kit/until.js';

describe('the admin routes', { timeout: 600_000 }, () => {
  let cluster: AccountsCluster;
  let admin: AdminServer;
  let here: AccountReplica;

  before(async () => {
    cluster = await AccountsCluster.start();
  });

  beforeEach(async () => {
    await cluster.reset();
    here = await cluster.replica();
    here.directory.start();
    await until('synced', () => here.directory.isSynced);
    admin = await AdminServer.start(here, token);
  });

  afterEach(() => admin.stop());

  after(() => cluster.stop());

  it('want the admin token', async () => {
    for (const auth of ['', 'Bearer', 'Bearer x', `Bearer ${token}x`, `Basic ${token}`, `Bearer ${token.slice(1)}`]) {
      const { status, json } = await admin.call('GET', '/accounts', { auth });
      assert.deepEqual([auth, status, json.code], [auth, 401, 'invalid_credentials']);
    }
    assert.equal((await admin.call('POST', '/accounts', { auth: '', body: {} })).status, 401);
    assert.deepEqual(await here.store.list(), []);
    assert.equal((await admin.call('GET', '/accounts', { auth: `bearer ${token}` })).status, 200);
  });

  it('are off without an admin token', async () => {
    await admin.stop();
    admin = await AdminServer.start(here, undefined);
    for (const auth of ['', 'Bearer ', 'Bearer undefined', `Bearer ${token}`]) {
      const { status, json } = await admin.call('GET', '/accounts', { auth });
      assert.deepEqual([status, json.code], [404, 'not_found']);
    }
  });

  it('manage an account, and this replica sees each write at once', async () => {
    const created = await admin.call('POST', '/accounts', { body: { id: 'acme', apiKey: 'ak', credits: 10 } });
    assert.equal(created.status, 201);
    assert.equal(created.headers.get('cache-control'), 'no-store');
    assert.match(created.json.secret, /^[A-Za-z0-9_-]{43}$/);
    assert.deepEqual(textsOf(here.directory.byApiKey('ak')), [created.json.secret]);
    assert.deepEqual(Object.keys(created.json.account.secrets[0] ?? {}).sort(), [
      'createdAt',
      'id',
      'name',
      'origin',
      'scope',
    ]);

    const changed = await admin.call('PATCH', '/accounts/acme', {
      body: {
        disabled: true,
        credits: null,
        endpoints: ['image'],
        limits: { concurrentRenders: null, cacheSeconds: 60 },
      },
    });
    assert.equal(changed.status, 200);
    assert.deepEqual(changed.json.account.ownLimits, { concurrentRenders: null, cacheSeconds: 60 });
    const seen = here.directory.byId('acme');
    assert.deepEqual(
      [seen?.disabled, seen?.credits, seen?.endpoints, seen?.limits.concurrentRenders, seen?.limits.cacheSeconds],
      [true, null, ['image'], null, 60],
    );
    const back = await admin.call('PATCH', '/accounts/acme', {
      body: { disabled: false, endpoints: null, limits: { concurrentRenders: 'default' } },
    });
    assert.deepEqual(back.json.account.ownLimits, { cacheSeconds: 60 });
    assert.equal(back.json.account.limits.concurrentRenders, 16);

    const second = await admin.call('POST', '/accounts/acme/secrets');
    assert.equal(second.status, 201);
    assert.deepEqual(textsOf(here.directory.byId('acme')), [created.json.secret, second.json.secret]);
    const first = created.json.account.secrets[0]?.id;
    assert.equal((await admin.call('DELETE', `/accounts/acme/secrets/${first}`)).status, 200);
    assert.deepEqual(textsOf(here.directory.byId('acme')), [second.json.secret]);
    const last = await admin.call('DELETE', `/accounts/acme/secrets/${second.json.secretId}`);
    assert.deepEqual([last.status, last.json.code], [400, 'invalid_request']);

    for (const path of ['/accounts', '/accounts/acme']) {
      const shown = JSON.stringify((await admin.call('GET', path)).json);
      assert.ok(shown.includes(second.json.secretId));
      assert.ok(!shown.includes(second.json.secret) && !shown.includes('sealed') && !shown.includes('v1.'));
    }
  });

  it('answer 404 for unknown ids and routes', async () => {
    await admin.call('POST', '/accounts', { body: { id: 'a' } });
    const noAccount = /^There is no account `[^`]+`: `POST \/admin\/v1\/accounts` creates one\.$/;
    for (const [method, path, said] of [
      ['GET', '/accounts/b', /`b`/],
      ['GET', '/accounts/b', noAccount],
      ['GET', '/accounts/%2e%2e', /./],
      ['GET', '/accounts/key.x', noAccount],
      ['GET', '/accounts/%2A', noAccount],
      ['GET', `/accounts/${'x'.repeat(80)}`, /`x{64}…`/],
      ['GET', '/accounts/b/usage', noAccount],
      ['PATCH', '/accounts/b', noAccount],
      ['POST', '/accounts/b/secrets', noAccount],
      ['DELETE', '/accounts/b/secrets/sec_x', noAccount],
      ['DELETE', '/accounts/b/proxy', noAccount],
      ['DELETE', '/accounts/a/secrets/sec_x', /^The account `a` has no secret with this id: list its secrets\.$/],
      [
        'DELETE',
        '/accounts/a/proxy',
        /^The account `a` has no proxy: `PUT \/admin\/v1\/accounts\/a\/proxy` sets one\.$/,
      ],
      ['DELETE', '/accounts/a', /./],
      ['GET', '/', /./],
      ['GET', '/nothing/here', /./],
    ] as const) {
      const { status, json } = await admin.call(method, path, method === 'PATCH' ? { body: {} } : {});
      assert.deepEqual([path, status, json.code], [path, 404, 'not_found']);
      assert.match(json.error, said);
    }
  });

  it('refuse every bad body by name, and write nothing', async () => {
    await admin.call('POST', '/accounts', { body: { id: 'a', apiKey: 'k' } });
    const before = await here.store.list();
    const cases: [method: 'POST' | 'PATCH', body: unknown, message: RegExp][] = [
      ['POST', '{', /not JSON/],
      ['POST', '[]', /takes a JSON object\.$/],
      ['POST', 'null', /takes a JSON object\.$/],
      ['POST', '"x"', /takes a JSON object\.$/],
      ['POST', { colour: 1 }, /`colour` is unknown\. The properties are id, apiKey, limits, credits, endpoints\.$/],
      [
        'POST',
        { limits: { colour: 1 } },
        /`limits.colour` is unknown\. The properties are concurrentRenders, concurrentSessions, /,
      ],
      ['POST', '{"__proto__":{"id":"x"}}', /`__proto__` is unknown/],
      ['POST', { disabled: true }, /`disabled` is unknown/],
      ['POST', { id: 'a b' }, /`id` takes 1 to 64/],
      ['POST', { id: '' }, /`id` takes 1 to 64/],
      ['POST', { id: 'x'.repeat(65) }, /`id` takes 1 to 64/],
      ['POST', { id: 7 }, /`id` takes 1 to 64/],
      ['POST', { apiKey: 'a.b' }, /`apiKey` takes 1 to 64/],
      ['POST', { apiKey: null }, /`apiKey` takes 1 to 64/],
      ['POST', { id: 'a' }, /Another account has this id/],
      ['POST', { apiKey: 'k' }, /Another account has this API key/],
      ['PATCH', { apiKey: 'x' }, /`apiKey` is unknown/],
      ['PATCH', { secrets: [] }, /`secrets` is unknown/],
      ['PATCH', { disabled: 'yes' }, /`disabled` takes true or false/],
      ['PATCH', { credits: -1 }, /`credits` takes a whole number from 0/],
      ['PATCH', { credits: 1.5 }, /`credits` takes a whole number/],
      ['PATCH', { credits: '5' }, /`credits` takes a whole number/],
      ['PATCH', { endpoints: [] }, /`endpoints` takes a list of one or more of image, pdf/],
      ['PATCH', { endpoints: ['video'] }, /`endpoints.0` takes one of image, pdf/],
      ['PATCH', { endpoints: 'pdf' }, /`endpoints` takes a list of/],
      ['PATCH', { limits: 5 }, /`limits` takes an object/],
      ['PATCH', { limits: { concurrentRenders: 0 } }, /`limits.concurrentRenders` takes a whole number from 1, null/],
      ['PATCH', { limits: { concurrentRenders: '5' } }, /`limits.concurrentRenders` takes /],
      [
        'PATCH',
        { limits: { concurrentSessions: null } },
        /`limits.concurrentSessions` takes a whole number from 0 to 1000/,
      ],
      ['PATCH', { limits: { concurrentSessions: 1001 } }, /`limits.concurrentSessions` takes /],
      ['PATCH', { limits: { requestsPerSecond: 0.5 } }, /`limits.requestsPerSecond` takes /],
      ['PATCH', { limits: { bandwidthBytesPerDay: -1 } }, /`limits.bandwidthBytesPerDay` takes /],
      ['PATCH', { limits: { resultBytes: null } }, /`limits.resultBytes` takes /],
      ['PATCH', { limits: { cacheSeconds: 604_801 } }, /`limits.cacheSeconds` takes a whole number from 1 to 604800/],
    ];
    for (const [method, body, message] of cases) {
      const answer = await admin.call(method, method === 'POST' ? '/accounts' : '/accounts/a', { body });
      assert.deepEqual([body, answer.status, answer.json.code], [body, 400, 'invalid_request']);
      assert.match(answer.json.error, message);
    }
    const long = await admin.call('POST', '/accounts', { body: ' '.repeat(64 * 1024 + 1) });
    assert.deepEqual([long.status, long.json.code], [413, 'request_too_large']);
    assert.deepEqual(await here.store.list(), before);
  });

  it('take a missing body as an empty one', async () => {
    const { status, json } = await admin.call('POST', '/accounts');
    assert.equal(status, 201);
    assert.match(json.account.id, /^acct_[0-9a-f]{16}$/);
    assert.match(json.account.apiKey, /^[0-9a-f]{32}$/);
  });

  it('refuse the eleventh secret', async () => {
    await admin.call('POST', '/accounts', { body: { id: 'a' } });
    for (let count = 1; count < 10; count += 1)
      assert.equal((await admin.call('POST', '/accounts/a/secrets')).status, 201);
    const { status, json } = await admin.call('POST', '/accounts/a/secrets');
    assert.deepEqual([status, json.code], [400, 'invalid_request']);
  });

  it('set the proxy of an account, show it without its password, and take it away', async () => {
    await admin.call('POST', '/accounts', { body: { id: 'acme' } });
    assert.equal(here.directory.byId('acme')?.hasProxy, false);
    const url = 'socks5://user:p%40ss@proxy.example:1080';
    const set = await admin.call('PUT', '/accounts/acme/proxy', { body: { url } });
    assert.equal(set.status, 200);
    assert.equal(set.json.account.proxy?.url, 'socks5://user@proxy.example:1080');
    assert.equal(here.directory.byId('acme')?.hasProxy, true);
    const { value } = await here.store.get('acme');
    assert.ok(!JSON.stringify([set.json, value]).includes('p%40ss'));
    assert.equal(value.proxy && decryptProxy(masterKey, 'acme', value.proxy), url);

    const removed = await admin.call('DELETE', '/accounts/acme/proxy');
    assert.deepEqual([removed.status, removed.json.account.proxy], [200, null]);
    assert.equal(here.directory.byId('acme')?.hasProxy, false);
    assert.equal((await admin.call('DELETE', '/accounts/acme/proxy')).status, 404);
    assert.equal((await admin.call('PUT', '/accounts/nobody/proxy', { body: { url } })).status, 404);
  });

  it('take no proxy that a browser cannot use', async () => {
    await admin.call('POST', '/accounts', { body: { id: 'acme' } });
    const urls = [
      '',
      'proxy.example:3128',
      'ftp://proxy.example',
      'http://',
      'http://proxy.example/path',
      'http://p/?q',
      7,
      null,
    ];
    for (const url of urls) {
      const { status, json } = await admin.call('PUT', '/accounts/acme/proxy', { body: { url } });
      assert.deepEqual([url, status, json.code], [url, 400, 'invalid_request']);
    }
    const none = await admin.call('PUT', '/accounts/acme/proxy', { body: {} });
    assert.match(none.json.error, /^The property `url` is missing. It takes a URL with http, https or socks5/);
    const more = await admin.call('PUT', '/accounts/acme/proxy', { body: { url: 'http://p', user: 'x' } });
    assert.equal(more.status, 400);
    assert.equal((await here.store.get('acme')).value.proxy, undefined);
  });
});
