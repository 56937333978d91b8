import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { askRunning, takeLock } from './lock.js';

const state = () => ({ pid: 7, url: 'http://u', privateUrl: 'http://p', examplePage: undefined, parts: { api: 8 } });

describe('the lock of a data folder', () => {
  let root: string;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'tintype-lock-'));
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  // The second is longer than a socket's path may be.
  for (const name of ['short', 'long-'.repeat(30)]) {
    it(`is one copy's at a time (${name.length} letters)`, async () => {
      const folder = join(root, name);
      mkdirSync(folder);
      assert.equal(await askRunning(folder), undefined);
      const lock = await takeLock(folder, state);
      await assert.rejects(takeLock(folder, state), /Another copy \(process 7, http:\/\/u\) already runs/);
      assert.deepEqual((await askRunning(folder))?.parts, { api: 8 });
      await lock.release();
      assert.equal(existsSync(join(folder, 'lock')), false);
      await (await takeLock(folder, state)).release();
    });
  }
});
