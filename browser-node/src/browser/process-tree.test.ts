import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { platform } from 'node:os';
import { test } from 'node:test';
import { readProcessTree } from './process-tree.js';

test('a process tree has children and their children, with the memory of each', {
  skip: platform() !== 'linux',
}, async () => {
  const child = spawn('/bin/sh', ['-c', 'sleep 60 & echo $!; wait'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  try {
    const [output] = await once(child.stdout, 'data');
    const tree = readProcessTree(child.pid ?? 0);
    assert.deepEqual(new Set(tree.map(({ pid }) => pid)), new Set([child.pid, Number(output)]));
    const own = readProcessTree(process.pid).find(({ pid }) => pid === process.pid);
    const { rss } = process.memoryUsage();
    assert.ok(own && own.bytes > 2 ** 20 && own.bytes < 2 * rss, `${own?.bytes} of ${rss} bytes`);
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  }
});

test('a process that is gone has none', async () => {
  assert.deepEqual(readProcessTree(2 ** 30), []);
});
