import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, describe, it } from 'node:test';
import { endLeftProcess } from './left-process.js';
import { processState } from './process-state.js';

describe('ending what an earlier boot left', { timeout: 600_000 }, () => {
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

  it('kills a process that nobody has ended, and what it started', async () => {
    const { child, ...left } = await start();
    const exited = once(child, 'close');
    await endLeftProcess(left);
    assert.equal((await exited)[1], 'SIGKILL');
  });

  it('leaves a process alone that got the id later', async () => {
    const { child, pid } = await start();
    kept.push(pid);
    await endLeftProcess({ pid, mark: 'of another time' });
    assert.equal(child.exitCode ?? child.signalCode, null);
    assert.equal(processState(pid)?.dead, false);
  });

  it('has nothing to do for one that is gone', async () => {
    const { child, ...left } = await start();
    process.kill(-left.pid, 'SIGKILL');
    await once(child, 'close');
    await endLeftProcess(left);
    assert.equal(processState(left.pid), undefined);
  });
});
