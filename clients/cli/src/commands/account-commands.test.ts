import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { play, sending } from '../playing.test.kit.js';

const variables = { TINTYPE_URL: '', TINTYPE_KEY: 'key', TINTYPE_SECRET: 'test', XDG_CONFIG_HOME: '/nowhere' };

describe('the commands of the account', () => {
  const kept = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  before(() => Object.assign(process.env, variables));
  after(() => {
    for (const [name, value] of kept)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });

  it('put, list and delete presets', async () => {
    const preset = {
      name: 'card',
      endpoint: 'image',
      options: { vw: '1200', userAgent: 'RmlyZWZveDE' },
      version: 1,
      updatedAt: '',
    };
    const put = await sending({ preset, warnings: ['Odd.'] }, 'account presets put card --for image -X vw=1200');
    assert.deepEqual(put.sent, ['PUT /v1/account/presets/card {"endpoint":"image","options":{"vw":"1200"}}']);
    assert.equal(put.out, 'name  endpoint  options\ncard  image     vw=1200 userAgent=Firefox1\n');
    assert.match(put.err, /^Warning: Odd\.\nUse it: .*-X preset=card\n$/);
    assert.equal((await sending({ presets: [preset] }, 'account presets')).out, put.out);
    assert.equal((await sending({ presets: [] }, 'account presets')).err, 'There is no preset.\n');
    const gone = await sending({ success: true }, 'account presets delete card');
    assert.deepEqual([gone.sent, gone.err], [['DELETE /v1/account/presets/card'], 'The preset card is deleted.\n']);
  });

  it('print one line of JSON for what they deleted', async () => {
    const cases: [args: string, printed: object][] = [
      ['presets delete card', { deleted: true, name: 'card' }],
      ['profiles delete shop', { deleted: true, name: 'shop' }],
      ['secrets delete sec_2', { deleted: true, id: 'sec_2' }],
      ['proxy delete', { deleted: true }],
    ];
    for (const [args, printed] of cases) {
      const { code, out, err } = await sending({ secrets: [] }, `account ${args} --json`);
      assert.deepEqual([code, out, err], [0, `${JSON.stringify(printed)}\n`, ''], args);
    }
    const storage = await sending({ storage: null, source: null }, 'account storage delete --json');
    assert.deepEqual([storage.out, storage.err], ['{"storage":null,"source":null}\n', '']);
  });

  it('make, list and delete secrets', async () => {
    const made = { secretId: 'sec_2', secret: 'shown-once', scope: 'manage', name: 'ci' };
    const { sent, out, err } = await sending(made, 'account secrets create --name ci --manage');
    assert.deepEqual([sent, out], [['POST /v1/account/secrets {"name":"ci","scope":"manage"}'], 'shown-once\n']);
    assert.match(err, /shown this once\. Its id is sec_2, its scope manage/);
    const times = { createdAt: '2030-01-02T03:04:05Z', lastUsedAt: null };
    const secrets = [{ id: 'sec_2', name: null, scope: 'use', origin: 'account', ...times }];
    assert.match((await sending({ secrets }, 'account secrets')).out, /^id .*\nsec_2 +– +use +2030-01-02 +never\n$/);
    const gone = await sending({ secrets: [] }, 'account secrets delete sec_2');
    assert.deepEqual(gone.sent, ['DELETE /v1/account/secrets/sec_2']);
  });

  it('name the command that was meant', async () => {
    const hint = 'Add --help for what it takes.';
    const cases: [args: string, asJson: string, lines?: string][] = [
      ['account secrets creat', "Unknown command 'creat' of account secrets (Did you mean create?)"],
      ['account zzz', `Unknown command 'zzz' of account. ${hint}`],
      ['help sesions', "Unknown command 'sesions' (Did you mean sessions?)"],
      ['nope', `Unknown command 'nope'. ${hint}`, `Unknown command 'nope'\n${hint}`],
      [
        'sessions creat',
        `Unknown command 'creat' of sessions (Did you mean create?)`,
        `Unknown command 'creat' of sessions\n(Did you mean create?)\n${hint}`,
      ],
    ];
    for (const [args, asJson, lines = asJson] of cases) {
      assert.equal((await play(args)).err, `Error: ${lines}\n`);
      const { code, err } = await play(`${args} --json`);
      assert.deepEqual([code, JSON.parse(err).error], [2, asJson]);
    }
  });

  it('say a time limit in seconds', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const late: typeof globalThis.fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        t.mock.timers.runAll();
      });
    t.mock.method(globalThis, 'fetch', late);
    // 1000 * 16.1 is 16100.000000000002.
    for (const seconds of [0.05, 16.1]) {
      const { code, err } = await play(`--timeout ${seconds} account`);
      assert.deepEqual([code, err], [10, `Error: No answer within ${seconds} s.\n`]);
      const asJson = await play(`--json --timeout ${seconds} account`);
      assert.equal(JSON.parse(asJson.err).error, `No answer within ${seconds} s.`);
    }
  });

  it('tell whose login it is, and what is missing', async (t) => {
    t.after(() => Object.assign(process.env, variables));
    const shown = 'http://127.0.0.1:8080 key from TINTYPE_KEY and TINTYPE_SECRET\n';
    assert.deepEqual(await play('whoami'), { code: 0, out: shown, err: '' });
    Object.assign(process.env, { TINTYPE_SECRET: '' });
    const { code, err } = await play('whoami');
    assert.deepEqual([code, err], [3, 'Error: TINTYPE_KEY is set without TINTYPE_SECRET. Set both, or neither.\n']);
    Object.assign(process.env, { TINTYPE_KEY: '' });
    const none = await play('whoami');
    assert.deepEqual(
      [none.code, /^Error: There is no API key or secret\. Run `tintype login`/.test(none.err)],
      [3, true],
    );
  });

  it('name the part of a login that is wrong', async (t) => {
    const cases: [code: string, advice: string][] = [
      ['unknown_api_key', 'does not know this API key. Copy the key again.'],
      ['invalid_hash', 'knows this API key, with another secret. Copy the secret again.'],
      ['invalid_credentials', 'does not know this key with this secret. Copy both again.'],
    ];
    let codeOfSigned = '';
    t.mock.method(globalThis, 'fetch', async (url: string) => {
      const code = new URL(url).pathname === '/v1/account' ? 'invalid_credentials' : codeOfSigned;
      return Response.json({ success: false, error: 'Refused.', code }, { status: 401 });
    });
    for (const [signed, advice] of cases) {
      codeOfSigned = signed;
      const { code, err } = await play('--server a.example login --key k', { input: 'secret\n' });
      assert.deepEqual([code, err], [3, `Error: https://a.example ${advice}\n`]);
    }
    assert.match((await play('logout')).err, /^There is no stored login/);
  });

  it('print the bearer of the login, or of a new secret', async () => {
    const own = await sending({ token: 'a2V5OnRlc3Q=' }, 'account token');
    assert.deepEqual([own.sent, own.out], [['POST /v1/account/token {"secret":"test"}'], 'a2V5OnRlc3Q=\n']);
    const fresh = await sending({ token: 't', secretId: 'sec_3' }, 'account token --new --name ci');
    assert.deepEqual(fresh.sent, ['POST /v1/account/token {"name":"ci","scope":"use"}']);
    assert.match(fresh.err, /new secret, sec_3/);
    const wrong = await play('account token --manage');
    assert.deepEqual([wrong.code, /add `--new`/.test(wrong.err)], [2, true]);
  });

  it('set, show and test the proxy; its URL is no argument', async () => {
    const proxy = { url: 'http://ada@proxy.example:3128', setAt: '2030-01-02T03:04:05Z' };
    const url = 'http://ada:hidden@proxy.example:3128';
    const set = await sending({ proxy, warnings: ['Private.'] }, 'account proxy set', `${url}\n`);
    assert.deepEqual(set.sent, [`PUT /v1/account/proxy {"url":"${url}"}`]);
    assert.equal(set.out, 'http://ada@proxy.example:3128 set 2030-01-02T03:04:05Z\n');
    assert.match(set.err, /^Warning: Private\./);
    assert.match((await play('account proxy set')).err, /by standard input/);
    assert.match((await sending({ proxy: null }, 'account proxy')).err, /There is no proxy/);
    const steps = [{ step: 'proxy', works: false, milliseconds: 1, error: 'The proxy does not answer.' }];
    const failed = await sending({ works: false, url: '', steps }, 'account proxy test https://a.example/');
    assert.deepEqual(failed.sent, ['POST /v1/account/proxy/test {"url":"https://a.example/"}']);
    assert.deepEqual(
      [failed.code, failed.out],
      [4, 'step   result  reason\nproxy  fails   The proxy does not answer.\n'],
    );
  });

  it('print the latest charges, also after a page without any', async () => {
    const render = {
      id: 'ch_1',
      kind: 'render',
      at: '2030',
      endpoint: 'pdf',
      seconds: null,
      credits: 1,
      requestId: 'req_1',
    };
    const item = { ...render, requestId: null, batchId: 'batch_1', batchItem: 3 };
    const session = { id: 'sess_1', kind: 'session', at: '2029', endpoint: null, seconds: 61, credits: 2 };
    const pages = [
      { charges: [render, item], nextCursor: 'c/1' },
      { charges: [], nextCursor: 'c2' },
      { charges: [session], nextCursor: 'c3' },
    ];
    const { sent, out, err } = await sending(() => pages.shift() ?? {}, 'account charges --limit 3');
    assert.equal(err, 'There are more: --cursor c3\n');
    assert.deepEqual(sent, [
      'GET /v1/account/charges?limit=3',
      'GET /v1/account/charges?limit=1&cursor=c%2F1',
      'GET /v1/account/charges?limit=1&cursor=c2',
    ]);
    assert.match(
      out,
      /^charged +for +open for +credits +request, batch or session\n2030 +pdf +1 +req_1\n2030 +pdf +1 +batch_1 item 3\n2029 +session +1 min 1 s +2 +sess_1\n$/,
    );
    const none = await sending({ charges: [], nextCursor: null }, 'account charges');
    assert.match(none.err, /Nothing was charged/);
    const last = { charges: [session], nextCursor: null };
    const rest = await sending(last, 'account charges --cursor c/3 --json');
    assert.deepEqual([rest.sent, JSON.parse(rest.out)], [['GET /v1/account/charges?limit=50&cursor=c%2F3'], last]);
  });

  it('list and delete saved logins, with which sessions begin', async () => {
    const profile = {
      name: 'shop',
      savedAt: '2030',
      session: 'sess_1',
      bytes: 9,
      cookies: 2,
      origins: ['https://a.example'],
    };
    const { out } = await sending({ profiles: [profile] }, 'account profiles');
    assert.equal(out, 'name  saved  cookies  origins\nshop  2030   2        https://a.example\n');
    const gone = await sending({ success: true }, 'account profiles delete shop');
    assert.deepEqual(gone.sent, ['DELETE /v1/account/profiles/shop']);
    const opened = await sending({ sessionId: 'sess_1', session: {} }, 'sessions create --profile shop');
    assert.deepEqual(opened.sent, ['POST /v1/sessions {"profile":"shop"}']);
    const session = { id: 'sess_1', status: 'closed', durationSeconds: 60, billedCredits: 1, actionCount: 0 };
    const closed = await sending({ session }, 'sessions close sess_1 --save-profile shop');
    assert.deepEqual(closed.sent, ['DELETE /v1/sessions/sess_1?saveProfile=shop']);
    assert.equal(closed.err, 'The login is saved as shop.\n');
  });

  it('abandon a create that a signal ended', async (t) => {
    const calls: string[] = [];
    let isAbandoned = () => {};
    const abandoned = new Promise<void>((resolve) => {
      isAbandoned = resolve;
    });
    t.mock.method(globalThis, 'fetch', async (url: string, init: RequestInit) => {
      calls.push(`${init.method} ${new URL(url).pathname}`);
      if (calls.length === 1) {
        process.emit('SIGPIPE', 'SIGPIPE');
        init.signal?.throwIfAborted();
      }
      if (init.method === 'DELETE') isAbandoned();
      return Response.json({ success: true, session: null }, { headers: { 'x-request-id': 'req_1' } });
    });
    const { code, err } = await play('sessions create');
    assert.deepEqual([code, err], [130, 'SIGPIPE ended the command.\n']);
    await abandoned;
    assert.deepEqual(calls, ['POST /v1/sessions', 'DELETE /v1/sessions']);
  });

  it('print a link to the live view', async () => {
    const link = { url: 'https://a.example/live#token', expiresAt: '2030' };
    const { sent, out, err } = await sending(link, 'sessions live sess_1 --control');
    assert.deepEqual(sent, ['POST /v1/sessions/sess_1/live {"control":true}']);
    assert.equal(out, `${link.url}\n`);
    assert.equal(err, 'Anyone with this link can drive the browser. Open it before 2030.\n');
    assert.equal((await sending(link, '--json sessions live sess_1')).out.includes(link.url), true);
  });

  it('set, show and test the storage; its secret is no argument', async () => {
    const storage = { endpoint: 'https://s3.example', bucket: 'b', key: 'k', prefix: '', pathStyle: true };
    const args = '--endpoint https://s3.example --bucket b --key k --path-style';
    const set = await sending({ storage, source: 'account' }, `account storage set ${args}`, 'hidden\n');
    assert.match(set.sent[0] ?? '', /^PUT \/v1\/account\/storage .*"pathStyle":true,"secret":"hidden"}$/);
    assert.match(set.out, /^endpoint +https:\/\/s3\.example\n[\s\S]*set by +account\n$/);
    assert.match((await play(`account storage set ${args}`)).err, /by standard input/);
    assert.match((await play('account storage set --bucket b')).err, /Required option '--endpoint <url>'/);
    for (const [source, message] of [
      [null, /There is no storage/],
      ['operator', /uses the installation's S3 store/],
    ] as const)
      assert.match((await sending({ storage: null, source }, 'account storage')).err, message);
    const steps = [{ step: 'write', works: false, milliseconds: 1, error: 'Access denied.' }];
    const failed = await sending({ uploads: true, works: false, object: 'o', steps }, 'account storage test');
    assert.deepEqual([failed.code, failed.out], [4, 'step   result  reason\nwrite  fails   Access denied.\n']);
  });

  it('list the sessions after a page', async () => {
    const page = { sessions: [], nextCursor: null };
    const { sent } = await sending(page, 'sessions list --status closed --limit 2 --cursor c/1');
    assert.deepEqual(sent, ['GET /v1/sessions?status=closed&limit=2&cursor=c%2F1']);
    const session = { id: 'sess_1', status: 'closed', durationSeconds: 1, actionCount: 2, billedCredits: 1 };
    const listed = await sending({ sessions: [{ ...session, createdAt: '2030' }], nextCursor: 'c2' }, 'sessions list');
    assert.equal(listed.err, 'There are more: --cursor c2\n');
  });
});
