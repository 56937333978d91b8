import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { makeProfile, removeLeftProfiles, removeProfile, writePrograms } from './profiles.js';

describe('profiles', () => {
  it('removes profiles of dead processes only', async () => {
    const gone = spawn(process.execPath, ['-e', '']);
    await once(gone, 'exit');
    const left = join(tmpdir(), `tintype-browser-${gone.pid}-abcdef`);
    mkdirSync(join(left, 'Default'), { recursive: true });
    writeFileSync(join(left, 'Default', 'Cookies'), 'x');
    const ours = await makeProfile(undefined);
    await removeLeftProfiles();
    assert.deepEqual([existsSync(left), existsSync(ours)], [false, true]);
    await removeProfile(ours);
    assert.equal(existsSync(ours), false);
  });
});

it('makes programs of a profile executable for every user despite a strict umask', async () => {
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
