import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findSnapshot, snapshotFile } from './bundle.js';

describe('the file of a snapshot', () => {
  const main = 'file:///tintype/browser-node/dist/main.js';
  const own = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
  const { execPath } = process;
  let ours = '';

  beforeEach(() => {
    ours = snapshotFile(main);
  });
  afterEach(() => {
    Object.defineProperty(process, 'platform', own);
    process.execPath = execPath;
    assert.equal(snapshotFile(main), ours);
  });

  it('is another one for the same checkout at the same path on another system', () => {
    Object.defineProperty(process, 'platform', { ...own, value: 'darwin' });
    assert.notEqual(snapshotFile(main), ours);
  });

  it('is another one for another build of the same Node.js', () => {
    process.execPath = fileURLToPath(import.meta.url);
    assert.notEqual(snapshotFile(main), ours);
  });

  it('is another one for a checkout in another folder', () => {
    assert.notEqual(snapshotFile(main.replace('tintype', 'moved')), ours);
  });
  it('is found if no compiled code is newer', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
    const [main, info] = [join(folder, 'program/dist/main.js'), join(folder, 'program/tsconfig.tsbuildinfo')];
    const url = pathToFileURL(main).href;
    mkdirSync(join(folder, 'program/dist/bundle'), { recursive: true });
    writeFileSync(join(folder, 'program/package.json'), '{ "name": "@tintype/program", "dependencies": {} }');
    for (const file of [info, join(folder, 'program/dist/bundle/make-cache.mjs')]) writeFileSync(file, '');
    utimesSync(info, 1, 1);
    assert.equal(findSnapshot(url), undefined);
    writeFileSync(snapshotFile(url), '');
    assert.equal(findSnapshot(url), snapshotFile(url));
    utimesSync(info, new Date(), Date.now() / 1000 + 60);
    assert.equal(findSnapshot(url), undefined);
    rmSync(folder, { recursive: true });
  });
});
