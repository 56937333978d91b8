import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ConfigError } from '@tintype/runtime';
import type { Account } from './account.js';
import { kubeconfigAccount } from './kubeconfig.js';

const base64 = (text: string) => Buffer.from(text).toString('base64');

const config = (cluster: object, user: object, namespace?: string) => ({
  'current-context': 'here',
  clusters: [{ name: 'c', cluster: { server: 'https://api.example', ...cluster } }],
  users: [{ name: 'u', user }],
  contexts: [{ name: 'here', context: { cluster: 'c', user: 'u', namespace } }],
});

const plain: Omit<Account, 'holder'> = {
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

  const fileAt = (index: number) => join(folder, `config-${index}`);

  /** JSON is valid YAML. */
  const accountOf = (...configs: (object | string)[]) => {
    const files = configs.map((content, index) => {
      const file = fileAt(index);
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    });
    return kubeconfigAccount(files, 1000);
  };

  const contentOf = async (...configs: (object | string)[]) => {
    const { holder: _, ...content } = await accountOf(...configs);
    return content;
  };

  it('may be almost nothing', async () => assert.deepEqual(await contentOf(config({}, {})), plain));

  it('names the user and the file', async () => {
    const { users, ...rest } = config({}, {});
    assert.equal((await accountOf({ ...rest, users: [] }, { users })).holder, `user "u" in ${fileAt(1)}`);
    const nameless = { ...rest, contexts: [{ name: 'here', context: { cluster: 'c' } }] };
    assert.equal((await accountOf(nameless)).holder, `an anonymous client: ${fileAt(0)} names no user`);
  });

  it('is read from YAML', async () => {
    const yaml = [
      'current-context: here',
      'clusters:\n- name: c\n  cluster:\n    server: https://api.example/',
      'contexts:\n- {name: here, context: {cluster: c, namespace: web}}',
    ].join('\n');
    assert.deepEqual(await contentOf(yaml), { ...plain, namespace: 'web' });
  });

  it('has all that the cluster says', async () => {
    const cluster = {
      'certificate-authority-data': base64('CA'),
      'insecure-skip-tls-verify': true,
      'tls-server-name': 'api.internal',
      'proxy-url': 'http://proxy.example:3128',
    };
    assert.deepEqual(await contentOf(config(cluster, {})), {
      ...plain,
      ca: { text: 'CA' },
      skipVerification: true,
      serverName: 'api.internal',
      proxyUrl: 'http://proxy.example:3128',
    });
  });

  it('finds files beside the kubeconfig', async () => {
    const user = { 'client-certificate': 'cert.pem', 'client-key': '/keys/key.pem', tokenFile: 'tokens/a' };
    assert.deepEqual(await contentOf(config({ 'certificate-authority': 'ca.pem' }, user)), {
      ...plain,
      ca: { file: join(folder, 'ca.pem') },
      cert: { file: join(folder, 'cert.pem') },
      key: { file: '/keys/key.pem' },
      token: { file: join(folder, 'tokens/a') },
    });
  });

  it('has certificate, token and impersonation of the user', async () => {
    const user = {
      'client-certificate-data': base64('CERT'),
      'client-key-data': base64('KEY'),
      token: 'secret',
      as: 'somebody',
    };
    assert.deepEqual(await contentOf(config({}, user)), {
      ...plain,
      cert: { text: 'CERT' },
      key: { text: 'KEY' },
      token: { text: 'secret' },
      headers: { 'impersonate-user': 'somebody' },
    });
  });

  it('is joined from several files, of which the first wins', async () => {
    const first = { 'current-context': 'here', contexts: config({}, {}, 'web').contexts };
    const second = config({ server: 'https://second.example' }, { token: 'second' }, 'other');
    const third = config({ server: 'https://third.example' }, { token: 'third' });
    const { server, token, namespace } = await accountOf(first, second, third);
    assert.deepEqual([server, token, namespace], ['https://second.example', { text: 'second' }, 'web']);
  });

  it('uses an auth provider of the client', async () => {
    const known = { 'access-token': 'known', expiry: '2999-01-01T00:00:00Z' };
    const { provide } = await accountOf(config({}, { 'auth-provider': { name: 'gcp', config: known } }));
    assert.deepEqual(await provide?.(), { headers: { authorization: 'Bearer known' } });
  });

  const faults: Record<string, [object | string, RegExp]> = {
    'that is not YAML': ['users: [a\nclusters: b', /it is not YAML: .* in line 2\.$/],
    'that is a text': ['hello', /it is not a map of clusters, users and contexts\.$/],
    'that is empty': [' \n', /it is empty; write a kubeconfig there/],
    'that is a list': ['- a\n- b', /it is not a map of clusters, users and contexts\.$/],
    'with a certificate that is not base64': [
      config({}, { 'client-certificate-data': '!!!', 'client-key-data': '???' }),
      /client-certificate-data of "u" is not base64; write the PEM there/,
    ],
    'with a password': [
      config({}, { username: 'me', password: 'pass' }),
      /user "u" has a username or a password, .* Give it/,
    ],
    'with an auth provider without config': [
      config({}, { 'auth-provider': { name: 'gcp' } }),
      /its auth provider "gcp" has no config. Log in again/,
    ],
    'without a current context': [{ contexts: [] }, /it has no current context\.$/],
    'whose context is not there': [{ 'current-context': 'other' }, /it has no context "other"\.$/],
    'whose cluster is not there': [{ ...config({}, {}), clusters: [] }, /it has no cluster "c"\.$/],
    'whose cluster says nothing': [
      { ...config({}, {}), clusters: [{ name: 'c' }] },
      /clusters\[0\]\.cluster is missing/,
    ],
    'whose user is not there': [{ ...config({}, {}), users: [] }, /it has no user "u"\.$/],
    'whose users are a text': [{ ...config({}, {}), users: 'u' }, /it has no user "u"\.$/],
    'with a server that is no address': [
      config({ server: 'api.example:6443' }, {}),
      /the server of "c" is not an http or/,
    ],
    'with half an address': [
      config({ server: 'https://' }, {}),
      /the server of "c" is not an http or https address\.$/,
    ],
    'with a proxy that is not HTTP': [
      config({ 'proxy-url': 'socks5://a' }, {}),
      /the proxy-url of "c" is not an http or/,
    ],
    'with an auth provider that is unknown': [config({}, { 'auth-provider': { name: 'magic' } }), /"magic" is unknown/],
  };
  const fails = (account: Promise<Account>, message: RegExp) =>
    assert.rejects(account, (error) => {
      assert.ok(error instanceof ConfigError, `${error}`);
      assert.ok(error.message.startsWith(`The kubeconfig ${fileAt(0)} cannot be used: `), error.message);
      assert.match(error.message, message);
      assert.ok(!error.message.includes('\n'), error.message);
      return true;
    });
  for (const [what, [fault, message]] of Object.entries(faults)) {
    it(`is refused for a kubeconfig ${what}`, () => fails(accountOf(fault), message));
  }

  it('is refused for a missing kubeconfig', () =>
    assert.rejects(kubeconfigAccount([join(folder, 'none')], 1000), {
      name: 'ConfigError',
      message: `The kubeconfig ${join(folder, 'none')} cannot be used: there is no such file.`,
    }));
});
