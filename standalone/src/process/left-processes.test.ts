import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { endLeftProcess, endProcessesNaming } from './left-processes.js';
import { processState } from './system-process.js';

describe('ending processes of an earlier run', { timeout: 600_000 }, () => {
  const kept: number[] = [];
  after(() => {
    for (const pid of kept) process.kill(-pid, 'SIGKILL');
  });

  /** A group of two that ends only by SIGKILL. */
  const start = async () => {
    const script = 'trap "" TERM; sleep 600 & echo up; wait';
    const child = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    await once(child.stdout, 'data');
    const { pid = 0 } = child;
    return { child, pid, mark: processState(pid)?.mark ?? '' };
  };

  it('kills a process that still runs, and all that it started', async () => {
    const { child, ...left } = await start();
    const exited = once(child, 'close');
    await endLeftProcess(left);
    assert.equal((await exited)[1], 'SIGKILL');
  });

  it('leaves a later process with the same id alone', async () => {
    const { child, pid } = await start();
    kept.push(pid);
    await endLeftProcess({ pid, mark: 'of another time' });
    assert.equal(child.exitCode ?? child.signalCode, null);
    assert.equal(processState(pid)?.dead, false);
  });

  it('does nothing for a process that is gone', async () => {
    const { child, ...left } = await start();
    process.kill(-left.pid, 'SIGKILL');
    await once(child, 'close');
    await endLeftProcess(left);
    assert.equal(processState(left.pid), undefined);
  });
});

describe('ending the processes that name a path', { timeout: 600_000 }, () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tintype-named-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** A group of two, of which one alone says where it was started from; the other's id is the answer. */
  const start = async (name: string) => {
    const script = join(folder, name);
    writeFileSync(script, 'trap "" TERM; sleep 600 & echo $!; wait');
    const child = spawn('/bin/sh', [script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    const [other] = await once(child.stdout, 'data');
    return { child, exited: once(child, 'exit'), other: Number(other) };
  };

  it('kills them and their groups, and no others', async () => {
    const [one, bystander] = [await start('one'), await start('other')];
    await endProcessesNaming(join(folder, 'one'));
    assert.equal((await one.exited)[1], 'SIGKILL');
    assert.ok(processState(one.other)?.dead ?? true, 'the rest of the group is dead');
    assert.equal(processState(bystander.other)?.dead, false);
    await endProcessesNaming(`${folder}/`);
    assert.equal((await bystander.exited)[1], 'SIGKILL');
  });

  it('kills only the process itself in our own group', async () => {
    const script = join(folder, 'ours');
    writeFileSync(script, 'echo started; read line');
    const child = spawn('/bin/sh', [script], { stdio: ['pipe', 'pipe', 'ignore'] });
    const exited = once(child, 'exit');
    await once(child.stdout, 'data');
    await endProcessesNaming(script);
    assert.equal((await exited)[1], 'SIGKILL');
  });

  it('does nothing if there are none', () => endProcessesNaming(join(folder, 'nothing')));
});
