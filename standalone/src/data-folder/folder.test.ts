import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ConfigError } from '@tintype/runtime';
import { makeDataFolder } from './folder.js';

const mode = (path: string) => statSync(path).mode & 0o777;

describe('making the data folder', () => {
  let root: string;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'tintype-folder-'));
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  const existing = (name: string, ...files: string[]) => {
    const folder = join(root, name);
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    for (const file of files) writeFileSync(join(folder, file), '');
    return folder;
  };

  it('creates its parents too, for their owner alone', async () => {
    await makeDataFolder(join(root, 'a/b/c'));
    assert.deepEqual([mode(join(root, 'a')), mode(join(root, 'a/b/c'))], [0o700, 0o700]);
  });

  it('tightens an empty folder that another program made for us', async () => {
    for (const folder of [existing('empty'), existing('used', 'account', 'nats-passwords.json.new', 'lock.0a')]) {
      await makeDataFolder(folder);
      assert.equal(mode(folder), 0o700);
    }
  });

  it('leaves a folder with other files open', async () => {
    const folder = existing('home', 'account', 'letter.txt');
    await makeDataFolder(folder);
    assert.equal(mode(folder), 0o755);
  });

  const impossible = ['/dev/null/data', ...(existsSync('/proc/self') ? ['/proc/foo', '/proc/foo/bar'] : [])];
  for (const path of impossible) {
    it(`says that ${path} cannot be written`, { timeout: 600_000 }, async () => {
      await assert.rejects(makeDataFolder(path), (error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, /cannot be written: .*TINTYPE_DATA_DIR/);
        return true;
      });
    });
  }

  it('says that a link leads nowhere', async () => {
    symlinkSync(join(root, 'nowhere'), join(root, 'link'));
    await assert.rejects(makeDataFolder(join(root, 'link')), ConfigError);
  });
});
