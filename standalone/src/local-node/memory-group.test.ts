import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { processState } from '../process/system-process.js';
import { MemoryGroup } from './memory-group.js';

const start = (): { child: ChildProcess; exited: Promise<unknown> } => {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  return { child, exited: once(child, 'exit') };
};

describe('the cgroup of a pod', () => {
  it('is removed after the last of its processes', async (t) => {
    const [group, { child, exited }] = [new MemoryGroup(randomUUID()), start()];
    if (!(await group.limit(child.pid ?? 0, 2 ** 30))) {
      child.kill('SIGKILL');
      await group.remove();
      return t.skip('the kernel has no cgroups, or they are not ours to make');
    }
    const { folder = '' } = group;
    assert.ok(existsSync(folder));
    const removing = group.remove();
    // Not before it has been tried in vain.
    await new Promise(setImmediate);
    child.kill('SIGKILL');
    assert.equal(await removing, true);
    await exited;
    assert.equal(existsSync(folder), false);
  });

  it('kills all its processes, also those that left their process group and session', async (t) => {
    const [group, { child, exited }] = [new MemoryGroup(randomUUID()), start()];
    const isHeld = await group.limit(child.pid ?? 0, 2 ** 30);
    child.kill('SIGKILL');
    await exited;
    if (!isHeld) return t.skip('the kernel has no cgroups, or they are not ours to make');
    // A shell joins the cgroup, then starts another process and ends.
    const script = `echo $$ > ${group.folder}/cgroup.procs; setsid sh -c 'echo $$; exec sleep 600' &`;
    const shell = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [pid] = await once(shell.stdout, 'data');
    assert.equal(processState(Number(pid))?.isDead, false);
    await group.kill();
    assert.ok(processState(Number(pid))?.isDead ?? true);
    assert.equal(await group.remove(), true);
  });

  it('writes nothing if the kernel has no cgroups', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tintype-no-cgroups-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const source = `const { MemoryGroup } = await import(process.argv[1]); await new MemoryGroup('u').kill(); console.log('done')`;
    const script = 'mount -t tmpfs none /sys/fs/cgroup || exit 77; exec "$@"';
    const node = [process.execPath, '--input-type=module', '--eval', source];
    const args = ['--mount', 'sh', '-c', script, 'sh', ...node, new URL('./memory-group.js', import.meta.url).href];
    const { stdout } = spawnSync('unshare', args, { cwd: folder, encoding: 'utf8' });
    if (!stdout?.includes('done')) return t.skip('such a kernel cannot be played here');
    assert.deepEqual(readdirSync(folder), []);
  });

  it('counts as removed if it does not exist', async () => {
    await new MemoryGroup(randomUUID()).kill();
    assert.equal(await new MemoryGroup(randomUUID()).remove(), true);
  });
});
