import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BadEnvironment } from '@tintype/runtime';
import { readConfig, readLedgerConfig } from './config.js';

const refused = async (environment: Record<string, string>): Promise<BadEnvironment> => {
  const error = await readConfig(environment).then(
    () => undefined,
    (reason) => reason,
  );
  assert.ok(error instanceof BadEnvironment, String(error));
  return error;
};

const wrong = [
  ['TINTYPE_HOST', '192.0.2.1'],
  ['TINTYPE_PORT', '0'],
  ['TINTYPE_PRIVATE_PORT', '70000'],
  ['TINTYPE_ACCOUNT', 'only:two'],
  ['TINTYPE_ACCOUNT', 'a:b:c,d'],
  ['TINTYPE_ACCOUNT', 'a b:key:secret'],
  ['TINTYPE_ACCOUNT', 'same:key:secret,same:key2:secret'],
  ['TINTYPE_ACCOUNT', 'one:same:secret,two:same:secret'],
  ['TINTYPE_MASTER_KEY', 'short'],
  ['TINTYPE_ROOT_KEY', 'short'],
  ['TINTYPE_SESSION_PODS', '257'],
  ['TINTYPE_WARM_SESSIONS', '65'],
  ['TINTYPE_WARM_SESSIONS', 'some'],
  ['TINTYPE_SESSION_UIDS', '0-1000'],
  ['TINTYPE_SESSION_UIDS', '1000-1255'],
  ['TINTYPE_SESSION_UIDS', 'nobody'],
  ['TINTYPE_SESSION_KEEP_SECONDS', '-1'],
  ['TINTYPE_NATS_URL', 'http://localhost'],
  ['TINTYPE_NATS_URL', 'nats://'],
  ['TINTYPE_BASE_URL', 'ftp://localhost'],
  ['TINTYPE_EDGE_URL', 'edge'],
  ['TINTYPE_MCP_HOSTS', 'tools.example.com,https://api.example.com/'],
  ['TINTYPE_LIVE_ORIGINS', 'localhost:3000'],
  ['TINTYPE_LIVE_ORIGINS', 'self,none'],
  ['TINTYPE_LIVE_ORIGINS', 'https://app.example.com/view'],
  ['TINTYPE_LIVE_ORIGINS', 'https://*.example.com'],
  ['TINTYPE_OUTBOUND_PREFIXES', '203.0.113.0/24,203.0.113.0/33'],
  ['TINTYPE_EGRESS_ALLOW', '10.0.0.0/99'],
  ['TINTYPE_RENDER_SLOTS', '0'],
  ['TINTYPE_RENDERS_PER_BROWSER', '-1'],
  ['TINTYPE_BROWSER_UID', 'nobody'],
  ['TINTYPE_HEADLESS_SHELL', '/nowhere'],
  ['TINTYPE_CHROMIUM', '/etc/passwd'],
  ['TINTYPE_CHROMIUM', '/usr/lib/chromium/chromium-headless-shell'],
  ['TINTYPE_NATS_SERVER', '/tmp'],
  ['TINTYPE_S3_ENDPOINT', 'ftp://localhost'],
  ['TINTYPE_S3_ENDPOINT', 'http://key:secret@localhost'],
  ['TINTYPE_S3_ENDPOINT', 'https://s3.example/?list'],
  ['TINTYPE_S3_REGION', 'us east'],
  ['TINTYPE_S3_BUCKET', 'a/b'],
  ['TINTYPE_S3_KEY', 'hidden/key'],
  ['TINTYPE_S3_SECRET', 'hidden\nsecret'],
  ['TINTYPE_S3_PATH_STYLE', 'perhaps'],
  ['TINTYPE_S3_PUBLIC_URL', 'https://files.example/?a'],
  ['TINTYPE_LOG_LEVEL', 'loud'],
] as const;

describe('the configuration', () => {
  it('has a default for everything', async () => {
    const { host, port, privatePort, account, natsUrl } = await readConfig({});
    assert.deepEqual(
      { host, port, privatePort, account, natsUrl },
      {
        host: '127.0.0.1',
        port: 8080,
        privatePort: 9090,
        account: undefined,
        natsUrl: undefined,
      },
    );
  });

  for (const [name, value] of wrong) {
    it(`refuses ${name}=${value}`, async () => {
      assert.match((await refused({ [name]: value })).message, new RegExp(`\\n {2}${name} takes `));
    });
  }

  it('says which scheme an origin lacks, and takes one with a slash at its end', async () => {
    const { message } = await refused({ TINTYPE_LIVE_ORIGINS: 'self,localhost:3000' });
    assert.match(message, /not "localhost:3000": write https:\/\/localhost:3000 or http:\/\/localhost:3000/);
    const none = await refused({ TINTYPE_LIVE_ORIGINS: 'self,none' });
    assert.match(none.message, /TINTYPE_LIVE_ORIGINS takes none alone, or origins/);
    await readConfig({ TINTYPE_LIVE_ORIGINS: 'self, http://localhost:3000, https://App.example.com/' });
    await readConfig({ TINTYPE_LIVE_ORIGINS: 'none' });
  });

  it('refuses an unknown variable, such as a typing error', async () => {
    const { message } = await refused({ TINTYPE_PRVATE_PORT: '1' });
    assert.match(message, /`make run` and `tintype` have no setting TINTYPE_PRVATE_PORT/);
  });

  it('refuses it for the ledger too, and takes the settings of a run', () => {
    assert.throws(() => readLedgerConfig({ TINTYPE_DATADIR: '/x' }), /`tintype` have no setting TINTYPE_DATADIR/);
    assert.equal(readLedgerConfig({ TINTYPE_DATA_DIR: '/x', TINTYPE_RENDER_SLOTS: '2' }).dataFolder, '/x');
  });

  it('names the missing settings of an S3 store, with every other fault, and repeats no secret', async () => {
    const some = { TINTYPE_S3_ENDPOINT: 'http://127.0.0.1:7070', TINTYPE_S3_SECRET: 'hidden' };
    const { message, faults } = await refused({ ...some, TINTYPE_LOG_LEVEL: 'loud' });
    const missing = ['TINTYPE_S3_REGION', 'TINTYPE_S3_BUCKET', 'TINTYPE_S3_KEY'];
    assert.deepEqual(new Set(faults.keys()), new Set([...missing, 'TINTYPE_LOG_LEVEL']));
    for (const name of missing) assert.match(message, new RegExp(`${name} is missing`));
    assert.doesNotMatch(message, /hidden/);
  });

  it('takes an S3 store with all its settings, and the bucket in the host name only where that is possible', async () => {
    const names = ['REGION', 'BUCKET', 'KEY', 'SECRET'].map((name) => [`TINTYPE_S3_${name}`, 'some']);
    const s3 = { TINTYPE_S3_ENDPOINT: 'http://127.0.0.1:7070', ...Object.fromEntries(names) };
    await readConfig(s3);
    const inHost = { ...s3, TINTYPE_S3_PATH_STYLE: 'false', TINTYPE_S3_ENDPOINT: 'https://s3.example' };
    await readConfig(inHost);
    for (const change of [
      { TINTYPE_S3_BUCKET: 'my.pictures' },
      { TINTYPE_S3_BUCKET: 'Pictures' },
      { TINTYPE_S3_ENDPOINT: 'http://127.0.0.1:7070' },
      { TINTYPE_S3_ENDPOINT: 'http://[::1]:7070' },
    ]) {
      const { message, faults } = await refused({ ...inHost, ...change });
      assert.deepEqual([...faults.keys()], ['TINTYPE_S3_PATH_STYLE']);
      assert.match(message, /TINTYPE_S3_PATH_STYLE takes false only if .* Set it to true\./);
    }
  });

  it('refuses what only the supervisor sets', async () => {
    const { faults } = await refused({ TINTYPE_OWN_PORTS: '1', TINTYPE_EGRESS_INTERNAL: '127.0.0.1:1' });
    assert.deepEqual([...faults.keys()], ['TINTYPE_OWN_PORTS', 'TINTYPE_EGRESS_INTERNAL']);
  });

  it('names all faults at once, each variable once, and repeats no secret', async () => {
    const secret = { TINTYPE_ACCOUNT: 'user;hidden', TINTYPE_MASTER_KEY: 'hidden' };
    const { message, faults } = await refused({ ...Object.fromEntries(wrong), ...secret });
    const names = [...new Set(wrong.map(([name]) => name))];
    assert.deepEqual([...faults.keys()].sort(), names.sort());
    assert.deepEqual(message.match(/TINTYPE_\w+(?= takes| is missing)/g)?.sort(), names);
    assert.doesNotMatch(message, /hidden/);
  });

  it('has two warm browsers by default, and at most TINTYPE_SESSION_PODS', async () => {
    const warm = async (environment: Record<string, string>) => (await readConfig(environment)).warmSessions;
    assert.deepEqual([await warm({}), await warm({ TINTYPE_SESSION_PODS: '1' })], [2, 1]);
    assert.deepEqual(
      [await warm({ TINTYPE_WARM_SESSIONS: '0' }), await warm({ TINTYPE_WARM_SESSIONS: '10' })],
      [0, 10],
    );
    const { message } = await refused({ TINTYPE_SESSION_PODS: '3', TINTYPE_WARM_SESSIONS: '4' });
    assert.match(message, /TINTYPE_WARM_SESSIONS is 4, more than TINTYPE_SESSION_PODS \(3\)/);
  });

  it('refuses equal ports beside other faults', async () => {
    const { message } = await refused({ TINTYPE_PORT: '9090', TINTYPE_LOG_LEVEL: 'loud' });
    assert.match(message, /both 9090: choose two ports/);
    assert.match(message, /TINTYPE_LOG_LEVEL takes one of trace, .*, not "loud"/);
  });
});
