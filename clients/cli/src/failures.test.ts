import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ApiError, ConnectionError, errorTable, TimeoutError } from '@tintype/client';
import { Command } from 'commander';
import { jsonOf, kindOf, linesOf } from './failures.js';
import { inWordsOf } from './option-words.js';
import { play, sending } from './playing.test.kit.js';

describe('exit codes', () => {
  const api = (code: string) =>
    new ApiError({ code, status: errorTable[code as 'internal']?.status ?? 500, retryAfter: undefined, body: {} });

  it('follow the class of the error', () => {
    const cases: [error: unknown, kind: string][] = [
      [api('invalid_option'), 'usage'],
      [api('invalid_hash'), 'credentials'],
      [api('credits_exhausted'), 'account'],
      [api('selector_not_found'), 'page'],
      [api('session_not_active'), 'session'],
      [api('rate_limited'), 'limit'],
      [api('overloaded'), 'service'],
      [api('timeout'), 'timeout'],
      [new ConnectionError('x'), 'connection'],
      [new TimeoutError('x'), 'timeout'],
      [new Error('x'), 'failed'],
    ];
    for (const [error, kind] of cases) assert.equal(kindOf(error), kind);
  });

  it('come with a sentence about what to do', () => {
    assert.match(linesOf(api('invalid_hash')).join('\n'), /^Error invalid_hash: The secret is not one of this API key/);
    const lost = new ConnectionError('No connection to http://a.example. Check the base URL and the network.');
    assert.match(linesOf(lost).join(), /Check the address \(`--server` or TINTYPE_URL\) and the network\./);
    const limited = new ApiError({ code: 'rate_limited', status: 429, retryAfter: 7, requestId: 'req_1', body: {} });
    assert.deepEqual(linesOf(limited).slice(1), ['Try again in 7 s.', 'Request id: req_1']);
    const { retryAfter, exitCode } = jsonOf(limited) as Record<string, unknown>;
    assert.deepEqual([retryAfter, exitCode], [7, 7]);
  });
});

describe('reasons of a lost connection', () => {
  const cases: [code: string, scheme: string, sentence: string][] = [
    ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'https', 'The port does not speak TLS: try `http://`.'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'https', 'The port does not speak TLS: try `http://`.'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'https', 'The TLS handshake failed.'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'https', 'The TLS handshake failed.'],
    ['EPROTO', 'https', 'The TLS handshake failed.'],
    ['ECONNRESET', 'https', 'The server closed the connection.'],
    ['UND_ERR_SOCKET', 'http', 'The server closed the connection: try `https://`.'],
    ['HPE_INVALID_CONSTANT', 'https', 'The server does not speak HTTP.'],
  ];
  for (const [code, scheme, sentence] of cases)
    it(`${code} over ${scheme}`, () => {
      const address = `${scheme}://a.example`;
      const lost = new ConnectionError(`No connection to ${address}. Check the base URL and the network.`);
      lost.cause = Object.assign(new Error(), { code });
      const shown = `Error: No connection to ${address}. ${sentence} Check the address (\`--server\` or TINTYPE_URL) and the network.`;
      assert.deepEqual(linesOf(lost), [shown]);
    });
});

describe('messages about an answer', () => {
  before(() => Object.assign(process.env, { TINTYPE_KEY: 'key', TINTYPE_SECRET: 'test' }));
  after(() => {
    for (const name of ['TINTYPE_KEY', 'TINTYPE_SECRET']) delete process.env[name];
  });

  it('name the options of the command that failed', async (t) => {
    const cases: [args: string, answer: string, shown: string][] = [
      [
        'sessions create --ttl 5',
        'The property `maxTtlSeconds` takes a whole number of seconds, 1 or more.',
        '`--ttl` takes a whole number of seconds, 1 or more.',
      ],
      [
        'sessions create --cdp --stealth',
        'The property `cdp` takes false if `bypassBotDetection` is true: a site can detect a DevTools client.',
        '`--cdp` takes false if `--stealth` is true: a site can detect a DevTools client.',
      ],
      [
        'sessions create --profile proxy',
        'The account has no profile `proxy`. GET /v1/account/profiles lists those it has.',
        'The account has no profile `proxy`. `tintype account profiles` lists those it has.',
      ],
      [
        'sessions close s',
        'This session does not exist. Open another with POST /v1/sessions.',
        'This session does not exist. Open another with `tintype sessions create`.',
      ],
      [
        'sessions action s set_viewport -X emulateDevice=x',
        'The property `payload.emulateDevice` is unknown. GET /screenshot/devices lists the keys.',
        '`-X emulateDevice` is unknown. `tintype devices` lists the keys.',
      ],
      [
        'sessions create --proxy',
        'The account has no proxy: omit `proxy`, or set one with PUT /v1/account/proxy.',
        'The account has no proxy: omit `--proxy`, or set one with `tintype account proxy set`.',
      ],
      ['sessions action s goto', 'The property `payload.url` is missing.', '`-X url` is missing.'],
      ['sessions action s clik', 'The property `type` takes `click`.', '`<type>` takes `click`.'],
      ['sessions list --limit 50', 'The parameter `limit` takes 1 to 40.', '`--limit` takes 1 to 40.'],
      ['content a.example -X delay=60', 'The option `delay` takes 0 to 50.', '`-X delay` takes 0 to 50.'],
      ['account presets put a --for pdf', 'The property `endpoint` takes `image`.', '`--for` takes `image`.'],
    ];
    let error = '';
    t.mock.method(globalThis, 'fetch', async () =>
      Response.json({ success: false, error, code: 'invalid_request', requestId: 'req_1' }, { status: 400 }),
    );
    for (const [args, answer, shown] of cases) {
      error = answer;
      const { code, err } = await play(args);
      assert.deepEqual([code, err], [2, `Error invalid_request: ${shown}\nRequest id: req_1\n`]);
      const asJson = JSON.parse((await play(`--json ${args}`)).err);
      const facts = { success: false, error: shown, code: 'invalid_request', requestId: 'req_1' };
      assert.deepEqual(asJson, { ...facts, status: 400, exitCode: 2 });
    }
  });

  it('keep the sentence about a secret that may not change the account', async (t) => {
    const body = {
      success: false,
      error: 'This secret may not.',
      code: 'invalid_credentials',
      requiredScope: 'manage',
    };
    t.mock.method(globalThis, 'fetch', async () => Response.json(body, { status: 401 }));
    const { code, err } = await play('account secrets');
    assert.deepEqual([code, err], [3, 'Error invalid_credentials: This secret may not.\n']);
    assert.equal(JSON.parse((await play('account secrets --json')).err).error, 'This secret may not.');
  });

  it('say how to correct a login, also as JSON', async (t) => {
    const body = { success: false, error: 'Send `Authorization: Bearer`.', code: 'invalid_credentials' };
    t.mock.method(globalThis, 'fetch', async () => Response.json(body, { status: 401 }));
    const shown = (await play('account')).err;
    assert.match(shown, /Check TINTYPE_KEY and TINTYPE_SECRET, or run `tintype login`\.\n$/);
    const { error } = JSON.parse((await play('account --json')).err);
    assert.equal(`Error invalid_credentials: ${error}\n`, shown);
  });

  it('name the commands and fields of a shell', () => {
    const shell = new Command('shell').argument('[id]');
    const cases: [string, string][] = [
      ['The session is no longer active. Open another with POST /v1/sessions.', '`tintype sessions shell`.'],
      ['The property `payload.url` is missing.', 'The field `url` is missing.'],
      ['The field needs `payload.selector`.', 'The field needs `selector`.'],
    ];
    for (const [sentence, shown] of cases) assert.ok(inWordsOf(shell, sentence).endsWith(shown), sentence);
  });

  it('say that a session has ended instead of a prompt', async () => {
    const { sent, code, err } = await sending({ session: { status: 'expired' } }, 'sessions shell sess_1');
    const message = 'Error: The session sess_1 has ended (expired). Open another: tintype sessions shell\n';
    assert.deepEqual([sent, code, err], [['GET /v1/sessions/sess_1'], 6, message]);
  });

  it('include the warnings of a result', async (t) => {
    const warning = 'The device `x` is unknown: `emulateDevice` has no effect. GET /screenshot/devices lists the keys.';
    const headers = { 'x-request-id': 'req_1', 'x-warnings': warning };
    t.mock.method(globalThis, 'fetch', async () => Response.json({ success: true, metadata: {} }, { headers }));
    const { err } = await play('metadata a.example -X emulateDevice=x');
    assert.equal(err, `Warning: ${warning.replace('GET /screenshot/devices', '`tintype devices`')}\n`);
  });

  it('warn of a page that answered with an error', async (t) => {
    const headers = { 'x-request-id': 'req_1', 'x-target-status': '404' };
    t.mock.method(globalThis, 'fetch', async () => Response.json({ success: true, metadata: {} }, { headers }));
    const { code, err } = await play('metadata a.example');
    assert.deepEqual([code, err], [0, 'Warning: The page answered 404. `-X failOn=status` makes that an error.\n']);
  });
});
