import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ConfigError } from '@tintype/runtime';
import { inTermsOfFiles, readSecrets } from './secrets.js';

describe('the secrets of a data folder', () => {
  let dataFolder: string;
  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'tintype-secrets-'));
  });
  afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

  const read = (given = {}) =>
    readSecrets({ dataFolder, account: undefined, masterKey: undefined, rootKey: undefined, ...given });

  it('are made once', async () => {
    assert.deepEqual(await read(), await read());
  });

  for (const name of ['account', 'master-key', 'root-key', 'nats-passwords.json']) {
    for (const content of ['', '\n', 'garbage', '{}', 'null']) {
      it(`say that ${name} is damaged when it holds ${JSON.stringify(content)}, and leave it`, async () => {
        await read();
        const file = join(dataFolder, name);
        writeFileSync(file, content);
        await assert.rejects(read(), (error) => {
          assert.ok(error instanceof ConfigError);
          assert.match(error.message, /^\S+ is (empty|damaged)\. Restore it, or delete \S+ for a fresh start\.$/);
          assert.ok(error.message.startsWith(file));
          assert.doesNotMatch(error.message, /TINTYPE_/);
          return true;
        });
        assert.equal(readFileSync(file, 'utf8'), content);
      });
    }
  }

  it('do not replace the missing master key of existing data', async () => {
    mkdirSync(join(dataFolder, 'jetstream'));
    await assert.rejects(read(), /master-key is missing, and the data beside it was sealed with it\. Restore it/);
    assert.deepEqual((await read({ masterKey: 'k' })).masterKey, 'k');
  });

  it('appear as files in errors about generated values', async () => {
    const said = 'TINTYPE_ACCOUNT: the account demo exists. See TINTYPE_MASTER_KEY.';
    assert.equal(
      inTermsOfFiles(said, { TINTYPE_ACCOUNT: '/d/account' }),
      '/d/account: the account demo exists. See TINTYPE_MASTER_KEY.\n  Restore it, or delete /d for a fresh start.',
    );
    assert.equal(inTermsOfFiles(said, {}), said);
  });
});
