import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { platform } from 'node:os';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { combinedBytes, ProcessTree, readProcessTree, summedBytes } from './process-tree.js';

test('reads a process and its descendants, with the memory of each', {
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

/** The first line starts a process, the second one a process with a child. The third ends that one, and its child stays. */
const growing = 'read _; sleep 60 & echo $!; read _; sh -c "sleep 60 & echo \\$!; read _"; read _';

test('sees later processes, and follows those whose parent has ended', { skip: platform() !== 'linux' }, async () => {
  const child = spawn('/bin/sh', ['-c', growing], { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
  try {
    const root = child.pid ?? 0;
    const tree = new ProcessTree();
    const pidsOf = (of: number) => tree.read(of).map(({ pid }) => pid);
    const next = async (): Promise<number> => {
      child.stdin.write('go\n');
      return Number((await once(child.stdout, 'data'))[0]);
    };
    assert.deepEqual(pidsOf(root), [root]);
    const first = await next();
    assert.deepEqual(pidsOf(root), [root, first]);
    const grandchild = await next();
    assert.deepEqual([pidsOf(root).length, pidsOf(root).includes(grandchild)], [4, true]);
    child.stdin.write('go\n');
    // Its parent ends now, and the system gives it another one.
    const deadline = Date.now() + 10_000;
    while (pidsOf(root).length > 2 && Date.now() < deadline) await turn();
    assert.deepEqual(pidsOf(root), [root, first]);
    assert.deepEqual(pidsOf(grandchild), [grandchild]);
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  }
});

test('leaves out a later process that got the number of one of the tree', {
  skip: platform() !== 'linux',
}, async (t) => {
  const children = ['cat', 'cat'].map((program) => spawn(program, { stdio: ['pipe', 'ignore', 'ignore'] }));
  try {
    const [root = 0, other = 0] = children.map(({ pid }) => pid);
    const { readFileSync } = fs;
    // Played: what an earlier process with its number had answered.
    const earlier = t.mock.method(fs, 'readFileSync', ((file: string, encoding: 'latin1') =>
      file === `/proc/${other}/stat`
        ? `${other} (cat) S ${root} 0`
        : readFileSync(file, encoding)) as typeof readFileSync);
    syncBuiltinESMExports();
    const tree = new ProcessTree();
    tree.read(root);
    earlier.mock.restore();
    syncBuiltinESMExports();
    assert.deepEqual(
      tree.read(root).map(({ pid }) => pid),
      [root],
    );
    assert.deepEqual(new Set(tree.read(process.pid).map(({ pid }) => pid)).has(other), true);
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
});

/** Each process has the same 64 MiB in memory. */
const sharing = `
  text=$(head -c 67108864 /dev/zero | tr '\\0' x)
  for each in 1 2 3; do (sleep 60; :) & done
  echo made
  wait`;

test('counts shared memory once', { skip: platform() !== 'linux' }, async () => {
  const child = spawn('/bin/sh', ['-c', sharing], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  try {
    await once(child.stdout, 'data');
    const parts = readProcessTree(child.pid ?? 0);
    const [most, exact] = [summedBytes(parts), await combinedBytes(parts)];
    assert.ok(most > 4 * 64 * 2 ** 20, `${most} bytes at most`);
    assert.ok(exact > 64 * 2 ** 20 && exact < most / 2, `${exact} of ${most} bytes`);
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  }
});

test('assumes full sharing if the kernel reports no shares', async () => {
  const [pid, renderer] = [2 ** 30, false];
  const parts = [
    { pid, renderer, bytes: 500, shareable: 400 },
    { pid, renderer, bytes: 300, shareable: 300 },
    { pid, renderer, bytes: 70, shareable: 0 },
  ];
  assert.equal(await combinedBytes(parts), 570);
  assert.equal(await combinedBytes([]), 0);
});

test('reads nothing of a process that has ended', async () => {
  assert.deepEqual(readProcessTree(2 ** 30), []);
});
