import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { askRunning, type RunningState, takeLock } from './lock.js';

const state = (): RunningState => ({
  pid: 7,
  doing: 'running',
  url: 'http://u',
  privateUrl: 'http://p',
  examplePage: undefined,
  natsPort: 4,
  externalNats: undefined,
  parts: { api: 8 },
});

describe('the lock of a data folder', () => {
  let root: string;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'tintype-lock-'));
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  // The second is longer than a socket's path may be.
  for (const name of ['short', 'long-'.repeat(30)]) {
    it(`is one copy's at a time (${name.length} letters)`, async () => {
      const folder = join(root, name);
      mkdirSync(folder);
      assert.equal(await askRunning(folder), undefined);
      const lock = await takeLock(folder, state);
      await assert.rejects(takeLock(folder, state), /Another copy \(process 7, http:\/\/u\) already runs/);
      assert.deepEqual((await askRunning(folder))?.parts, { api: 8 });
      if (name === 'short') assert.equal(statSync(join(folder, 'lock')).mode & 0o777, 0o600);
      await lock.release();
      assert.equal(existsSync(join(folder, 'lock')), false);
      await (await takeLock(folder, state)).release();
    });
  }

  for (const [name, held, said] of [
    ['that starts', { doing: 'starting', url: '' }, /Another copy \(process 7\) already runs/],
    [
      'that stops',
      { doing: 'stopping' },
      /A copy \(process 7, http:\/\/u\) is stopping .* Try again when it has ended/,
    ],
    ['that is none, but reads the ledger', { doing: 'ledger' }, /`tintype ledger` \(process 7\) reads the data/],
  ] as const)
    it(`says what a copy does ${name}`, async () => {
      const folder = makeFolder(held.doing);
      const lock = await takeLock(folder, () => ({ ...state(), ...held }));
      await assert.rejects(takeLock(folder, state, 0), said);
      await lock.release();
    });

  it('waits while a `tintype ledger` reads the ledger', async () => {
    const folder = makeFolder('waited-for');
    const { promise: askedTwice, resolve } = Promise.withResolvers<void>();
    let asked = 0;
    const lock = await takeLock(folder, () => {
      asked += 1;
      if (asked > 1) resolve();
      return { ...state(), doing: 'ledger' };
    });
    const next = takeLock(folder, state, 600_000);
    await askedTwice;
    await lock.release();
    await (await next).release();
  });

  const makeFolder = (name: string) => {
    const folder = join(root, name);
    mkdirSync(folder);
    return folder;
  };

  /** What a copy leaves behind that was killed. */
  const leaveSocket = async (folder: string) => {
    const [socket, left] = [join(folder, 'lock'), join(folder, 'left')];
    const lock = await takeLock(folder, state);
    linkSync(socket, left);
    await lock.release();
    renameSync(left, socket);
  };

  it('is taken by exactly one of several starts after a crash', async () => {
    const folder = makeFolder('race');
    for (let round = 0; round < 30; round += 1) {
      await leaveSocket(folder);
      const starts = await Promise.allSettled(Array.from({ length: 4 }, () => takeLock(folder, state)));
      const taken = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
      assert.equal(taken.length, 1);
      assert.equal((await askRunning(folder))?.pid, 7);
      await taken[0]?.release();
      assert.deepEqual(readdirSync(folder), []);
    }
  });

  it('stays with a copy stopped by SIGSTOP, and the question times out', { timeout: 600_000 }, async (t) => {
    const folder = makeFolder('stopped');
    const script = "require('net').createServer().listen(process.argv[1], () => console.log('up'))";
    const other = spawn(process.execPath, ['-e', script, join(folder, 'lock')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => other.kill('SIGKILL'));
    await once(other.stdout, 'data');
    other.kill('SIGSTOP');
    assert.equal(await askRunning(folder), undefined);
    await assert.rejects(takeLock(folder, state), /Another copy \(which does not answer yet\) already runs/);
    assert.ok(existsSync(join(folder, 'lock')));
  });
});
