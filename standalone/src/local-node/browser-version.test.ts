import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { BrowserVersion } from './browser-version.js';

describe('BrowserVersion', () => {
  let folder: string;
  let binary: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tintype-version-'));
    binary = join(folder, 'browser');
    writeFileSync(binary, '');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is read once, and again after an upgrade', async () => {
    const answers = ['1.0.0.0', '2.0.0.0'];
    const version = new BrowserVersion(binary, async () => answers.shift() ?? 'a third read');
    assert.equal(version.current, undefined);
    await turn();
    assert.deepEqual([version.current, version.current], ['1.0.0.0', '1.0.0.0']);
    utimesSync(binary, 1, 1);
    assert.equal(version.current, undefined, 'the old version is not that of the new file');
    await turn();
    assert.equal(version.current, '2.0.0.0');
  });

  it('forgets an answer about a file that was replaced meanwhile', async () => {
    const reads: ((version: string) => void)[] = [];
    const version = new BrowserVersion(binary, () => new Promise((resolve) => reads.push(resolve)));
    assert.equal(version.current, undefined);
    utimesSync(binary, 1, 1);
    assert.equal(version.current, undefined);
    reads[0]?.('1.0.0.0');
    await turn();
    assert.equal(version.current, undefined);
  });

  it('stays unknown if the browser prints none', async () => {
    const version = new BrowserVersion(binary, () => Promise.reject(new Error('none')));
    assert.equal(version.current, undefined);
    await turn();
    assert.equal(version.current, undefined);
  });
});
