import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ConfigError } from '@tintype/runtime';
import type { Account } from './account.js';
import { kubeconfigAccount } from './credentials.js';

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A kubeconfig with one cluster, user and context. */
const config = (cluster: object, user: object, namespace?: string) => ({
  'current-context': 'here',
  clusters: [{ name: 'c', cluster: { server: 'https://api.example', ...cluster } }],
  users: [{ name: 'u', user }],
  contexts: [{ name: 'here', context: { cluster: 'c', user: 'u', namespace } }],
});

const plain: Account = {
  server: 'https://api.example',
  serverName: undefined,
  skipVerification: false,
  proxyUrl: undefined,
  ca: undefined,
  cert: undefined,
  key: undefined,
  token: undefined,
  headers: {},
  provide: undefined,
  namespace: 'default',
};

describe('the account of a kubeconfig', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tintype-kubeconfig-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** JSON is YAML too. */
  const accountOf = (...configs: (object | string)[]) => {
    const files = configs.map((content, index) => {
      const file = join(folder, `config-${index}`);
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    });
    return kubeconfigAccount(files);
  };

  it('may be almost nothing', async () => assert.deepEqual(await accountOf(config({}, {})), plain));

  it('is read from YAML', async () => {
    const yaml = [
      'current-context: here',
      'clusters:\n- name: c\n  cluster:\n    server: https://api.example/',
      'contexts:\n- {name: here, context: {cluster: c, namespace: web}}',
    ].join('\n');
    assert.deepEqual(await accountOf(yaml), { ...plain, namespace: 'web' });
  });

  it('has all that the cluster says', async () => {
    const cluster = {
      'certificate-authority-data': base64('CA'),
      'insecure-skip-tls-verify': true,
      'tls-server-name': 'api.internal',
      'proxy-url': 'http://proxy.example:3128',
    };
    assert.deepEqual(await accountOf(config(cluster, {})), {
      ...plain,
      ca: { text: 'CA' },
      skipVerification: true,
      serverName: 'api.internal',
      proxyUrl: 'http://proxy.example:3128',
    });
  });

  it('finds files beside the kubeconfig', async () => {
    const user = { 'client-certificate': 'cert.pem', 'client-key': '/keys/key.pem', tokenFile: 'tokens/a' };
    assert.deepEqual(await accountOf(config({ 'certificate-authority': 'ca.pem' }, user)), {
      ...plain,
      ca: { file: join(folder, 'ca.pem') },
      cert: { file: join(folder, 'cert.pem') },
      key: { file: '/keys/key.pem' },
      token: { file: join(folder, 'tokens/a') },
    });
  });

  it('has certificate, token, password and impersonation of the user', async () => {
    const user = {
      'client-certificate-data': base64('CERT'),
      'client-key-data': base64('KEY'),
      token: 'secret',
      as: 'somebody',
    };
    assert.deepEqual(await accountOf(config({}, user)), {
      ...plain,
      cert: { text: 'CERT' },
      key: { text: 'KEY' },
      token: { text: 'secret' },
      headers: { 'impersonate-user': 'somebody' },
    });
    const { headers } = await accountOf(config({}, { username: 'me', password: 'pass' }));
    assert.deepEqual(headers, { authorization: `Basic ${base64('me:pass')}` });
  });

  it('is joined from several files, of which the first wins', async () => {
    const first = { 'current-context': 'here', contexts: config({}, {}, 'web').contexts };
    const second = config({ server: 'https://second.example' }, { token: 'second' }, 'other');
    const third = config({ server: 'https://third.example' }, { token: 'third' });
    const { server, token, namespace } = await accountOf(first, second, third);
    assert.deepEqual([server, token, namespace], ['https://second.example', { text: 'second' }, 'web']);
  });

  it('is what an auth provider of the client makes of it', async () => {
    const known = { 'access-token': 'known', expiry: '2999-01-01T00:00:00Z' };
    const { provide } = await accountOf(config({}, { 'auth-provider': { name: 'gcp', config: known } }));
    assert.deepEqual(await provide?.(), { headers: { authorization: 'Bearer known' } });
  });

  const faults: Record<string, object> = {
    'without a current context': { contexts: [] },
    'whose context is not there': { 'current-context': 'other' },
    'whose cluster is not there': { ...config({}, {}), clusters: [] },
    'whose user is not there': { ...config({}, {}), users: [] },
    'with a proxy that is not HTTP': config({ 'proxy-url': 'socks5://proxy.example' }, {}),
    'with an auth provider that is unknown': config({}, { 'auth-provider': { name: 'magic' } }),
  };
  for (const [what, fault] of Object.entries(faults)) {
    it(`is none for a kubeconfig ${what}`, () => assert.rejects(accountOf(fault), ConfigError));
  }
});
