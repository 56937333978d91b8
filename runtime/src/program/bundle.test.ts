import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { snapshotFile } from './bundle.js';

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
});
