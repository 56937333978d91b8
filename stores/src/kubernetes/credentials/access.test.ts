import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ConfigError } from '@tintype/runtime';
import { readAccess } from './access.js';
import type { Account } from './account.js';

const account: Account = {
  holder: 'user "u" in /a/config',
  server: 'https://api.example',
  skipVerification: false,
  headers: {},
  namespace: 'default',
};

const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });

describe('unusable access', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tintype-materials-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const file = (text: string) => {
    const at = join(folder, 'material');
    writeFileSync(at, text);
    return { file: at };
  };

  const cases: Record<string, [() => Partial<Account>, RegExp]> = {
    'an empty certificate authority': [() => ({ ca: file('') }), /material holds no PEM certificate; put the/],
    'an invalid certificate authority': [
      () => ({ ca: { text: 'nonsense' } }),
      /certificate-authority-data holds no PEM/,
    ],
    'an invalid client certificate': [
      () => ({ cert: file('x'), key: { text: 'x' } }),
      /material holds no PEM certificate/,
    ],
    'an invalid client key': [() => ({ key: file('x') }), /material holds no PEM private key/],
    'a client key alone': [() => ({ key: { text: String(key) } }), /without a certificate; add client-certificate or/],
    'an empty token': [() => ({ token: file('\n') }), /the token in .*material is empty; log in again/],
    'a token of two lines': [() => ({ token: { text: 'a\nb' } }), /the token in the kubeconfig contains a line break/],
  };
  for (const [what, [part, message]] of Object.entries(cases))
    it(`names the user and the remedy for ${what}`, () =>
      assert.rejects(readAccess({ ...account, ...part() }), (error) => {
        assert.ok(error instanceof ConfigError, String(error));
        assert.match(error.message, /^The credentials of user "u" in \/a\/config cannot be used: /);
        assert.match(error.message, message);
        assert.ok(!error.message.includes('\n'), error.message);
        return true;
      }));
});
