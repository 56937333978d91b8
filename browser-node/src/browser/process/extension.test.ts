import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { extensionId, isExtension, writeExtension } from './extension.js';
import { makeProfile, removeProfile } from './profiles.js';

it('makes the extension of a profile readable for every user despite a strict umask', async () => {
  const mask = process.umask(0o077);
  const profile = await makeProfile(undefined);
  try {
    const folder = join(profile, 'extension');
    assert.deepEqual(await writeExtension(profile), [
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
    ]);
    assert.equal((await stat(folder)).mode & 0o777, 0o755);
    for (const name of await readdir(folder)) assert.equal((await stat(join(folder, name))).mode & 0o777, 0o644);
  } finally {
    process.umask(mask);
    await removeProfile(profile);
  }
});

it('recognizes the extension by its id in Chromium', () => {
  assert.match(extensionId, /^[a-p]{32}$/);
  assert.ok(isExtension({ url: `chrome-extension://${extensionId}/worker.js` }));
  for (const url of ['chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/x', 'https://example.com/', ''])
    assert.ok(!isExtension({ url }));
});
