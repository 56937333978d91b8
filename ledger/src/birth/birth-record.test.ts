import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ConfigError } from '@tintype/runtime';
import { BirthRecordFile } from './birth-record.js';

describe('the birth of the ledger in a file', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tintype-birth-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('is not there before it is written, and then what was written last', async () => {
    const record = new BirthRecordFile(join(folder, 'birth'));
    assert.equal(await record.read(), undefined);
    for (const birth of [randomUUID(), randomUUID()]) {
      await record.write(birth);
      assert.equal(await record.read(), birth);
    }
    assert.deepEqual(readdirSync(folder), ['birth']);
    assert.equal(statSync(join(folder, 'birth')).mode & 0o777, 0o600);
  });

  for (const text of ['', 'x', `${randomUUID()} and more`]) {
    it(`is no birth when it says "${text}", and not the same as none`, async () => {
      writeFileSync(join(folder, 'damaged'), text);
      await assert.rejects(new BirthRecordFile(join(folder, 'damaged')).read(), (error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, /damaged is damaged: .* Restore it, or run/);
        assert.equal(error.cause, undefined);
        return true;
      });
    });
  }

  it('cannot be read where it is a folder', async () => {
    await assert.rejects(new BirthRecordFile(folder).read(), ConfigError);
  });
});
