import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { EarlierBoot } from './earlier-boot.js';
import { MemoryGroup } from './memory-group.js';
import { Scratch } from './scratch.js';

/** Makes such a folder, and stays. */
const making = `
  const { Scratch } = await import(process.argv[1]);
  await Scratch.of(process.argv[2]).make();
  console.log('made');
  setInterval(() => undefined, 1000);`;

describe('the temporary folder of a pod', { timeout: 600_000 }, () => {
  let dataFolder: string;
  const made: Scratch[] = [];

  before(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'tintype-scratch-'));
  });
  after(async () => {
    for (const scratch of made) await scratch.remove();
    rmSync(dataFolder, { recursive: true });
  });

  const ofAnother = async () => {
    const uid = randomUUID();
    const scratch = Scratch.of(uid);
    made.push(scratch);
    const args = ['--input-type=module', '--eval', making, new URL('./scratch.js', import.meta.url).href, uid];
    const owner = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(owner.stdout, 'data');
    writeFileSync(join(scratch.folder, 'profile'), 'x');
    return { uid, scratch, owner, mark: `${scratch.folder}.owner` };
  };

  const killedOwner = async () => {
    const { owner, ...rest } = await ofAnother();
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    return rest;
  };

  /** A start on a data folder without a record of it. */
  const start = () => new EarlierBoot(dataFolder).endProcesses();

  it('is removed at the next start if its owner was killed', async () => {
    const { scratch, mark } = await killedOwner();
    assert.ok(existsSync(mark));
    await start();
    assert.deepEqual([existsSync(scratch.folder), existsSync(mark)], [false, false]);
  });

  it('is removed together with the cgroup of its pod', async (t) => {
    const { uid, mark } = await killedOwner();
    const group = new MemoryGroup(uid);
    const child = spawn('sleep', ['600'], { stdio: 'ignore' });
    const exited = once(child, 'exit');
    const isHeld = await group.limit(child.pid ?? 0, 2 ** 30);
    child.kill('SIGKILL');
    await exited;
    if (!isHeld) return t.skip('the kernel has no cgroups, or they are not ours to make');
    await start();
    assert.deepEqual([existsSync(group.folder ?? ''), existsSync(mark)], [false, false]);
  });

  it('stays while its owner runs, or may run', async () => {
    const running = await ofAnother();
    const elsewhere = await killedOwner();
    const owner = JSON.parse(readFileSync(elsewhere.mark, 'utf8'));
    writeFileSync(elsewhere.mark, JSON.stringify({ ...owner, namespace: 'pid:[1]' }));
    const unreadable = await killedOwner();
    writeFileSync(unreadable.mark, '');
    await start();
    for (const { scratch, mark } of [running, elsewhere, unreadable])
      assert.deepEqual([existsSync(join(scratch.folder, 'profile')), existsSync(mark)], [true, true]);
    running.owner.kill('SIGKILL');
    await once(running.owner, 'exit');
  });

  it('is removed with its pod, and its mark too', async () => {
    const { scratch, mark } = await killedOwner();
    await scratch.remove();
    assert.deepEqual([existsSync(scratch.folder), existsSync(mark)], [false, false]);
  });
});
