import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { makeProfile, removeLeftProfiles, removeProfile } from './profiles.js';

describe('profiles', () => {
  it('removes what a process left that is gone, and nothing of one that lives', async () => {
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
