import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { endLeftProcess, endProcessesNaming } from './left-processes.js';
import { processState } from './system-process.js';

/** Groups to kill in the end. */
const kept: number[] = [];
after(() => {
  for (const pid of kept) process.kill(-pid, 'SIGKILL');
});

describe('ending processes of an earlier run', { timeout: 600_000 }, () => {
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
    assert.equal(processState(pid)?.isDead, false);
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
    assert.ok(processState(one.other)?.isDead ?? true, 'the rest of the group is dead');
    assert.equal(processState(bystander.other)?.isDead, false);
    await endProcessesNaming(`${folder}/`);
    assert.equal((await bystander.exited)[1], 'SIGKILL');
  });

  /** Ends the process, as if by itself, once its command was read and another process is. Returns the undo. */
  const endDuringScan = (pid: number): (() => void) => {
    const { readFileSync } = fs;
    let isRead = false;
    fs.readFileSync = ((file: string, encoding: 'latin1') => {
      if (isRead && !file.startsWith(`/proc/${pid}/`) && existsSync(`/proc/${pid}`)) {
        process.kill(pid, 'SIGKILL');
        const deadline = Date.now() + 10_000;
        while (existsSync(`/proc/${pid}`) && Date.now() < deadline);
      }
      isRead ||= file === `/proc/${pid}/cmdline`;
      return readFileSync(file, encoding);
    }) as typeof fs.readFileSync;
    syncBuiltinESMExports();
    return () => {
      fs.readFileSync = readFileSync;
      syncBuiltinESMExports();
    };
  };

  it('kills the group of a process that ends during the scan', { skip: process.platform !== 'linux' }, async () => {
    const script = join(folder, 'brief');
    writeFileSync(script, 'trap "" TERM; sleep 600 & echo $$ $!; wait');
    // Its parent is not this process, whose children stay in /proc until the event loop runs.
    const child = spawn('/bin/sh', ['-c', 'setsid sh "$SCRIPT" & wait'], {
      env: { ...process.env, SCRIPT: script },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = await once(child.stdout, 'data');
    const [named = 0, other = 0] = String(line).split(' ').map(Number);
    const undo = endDuringScan(named);
    try {
      await endProcessesNaming(script);
    } finally {
      undo();
    }
    assert.equal(processState(named), undefined, 'it ended during the scan');
    const isLeft = !(processState(other)?.isDead ?? true);
    if (isLeft) kept.push(named);
    assert.ok(!isLeft, 'the rest of its group is dead');
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
