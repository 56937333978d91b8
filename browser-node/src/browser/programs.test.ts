import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { makeProfile, removeProfile } from './profiles.js';
import { writePrograms } from './programs.js';

it('programs of a profile run for every user, whatever mask there is', async () => {
  const mask = process.umask(0o077);
  const profile = await makeProfile(undefined);
  try {
    const folder = await writePrograms(profile);
    const program = join(folder, 'xdg-settings');
    for (const path of [folder, program]) assert.equal((await stat(path)).mode & 0o777, 0o755);
    const { stdout } = await promisify(execFile)(program, ['check', 'default-url-scheme-handler', 'tel']);
    assert.equal(stdout, 'yes\n');
  } finally {
    process.umask(mask);
    await removeProfile(profile);
  }
});
