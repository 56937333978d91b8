import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { decodeTerminationMessage, noActions, type PodRecord, terminationMessageBytes } from '@tintype/contracts';
import { TerminationLog } from './termination-log.js';

const record = (actions: number): PodRecord => ({
  session: 'sess_1',
  confirmed: true,
  crashed: false,
  counts: { ...noActions, actions },
});

const quiet = { error: () => undefined };

/** A clock that moves and fires only on demand. */
const stillClock = () => {
  const waiting: { at: number; call: () => void }[] = [];
  const clock = { monotonic: () => clock.time, after: (ms: number, call: () => void) => wait(ms, call), time: 1000 };
  const wait = (ms: number, call: () => void) => {
    const entry = { at: clock.time + ms, call };
    waiting.push(entry);
    return () => void waiting.splice(waiting.indexOf(entry), 1);
  };
  const go = (ms: number) => {
    clock.time += ms;
    for (const entry of waiting.filter(({ at }) => at <= clock.time)) {
      waiting.splice(waiting.indexOf(entry), 1);
      entry.call();
    }
  };
  return { clock, go };
};

describe('the termination log', () => {
  let folder = '';
  let path = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tintype-test-'));
    path = join(folder, 'log');
  });

  after(() => rm(folder, { recursive: true }));

  const written = async () => decodeTerminationMessage(await readFile(path, 'utf8'))?.counts.actions;

  it('survives a failed write', () => {
    let told = 0;
    const log = new TerminationLog('/dev/full', stillClock().clock, { error: () => (told += 1) });
    log.write(record(1));
    log.close();
    assert.equal(told, 1);
  });

  it('overwrites an existing file, which may be a mount', async () => {
    await writeFile(path, '');
    const { ino } = await stat(path);
    const log = new TerminationLog(path, stillClock().clock, quiet);
    log.write({ ...record(1), session: `sess_${'x'.repeat(60)}` });
    log.write(record(2));
    log.close();
    assert.equal(await written(), 2);
    const { ino: same, size } = await stat(path);
    assert.deepEqual([same, size], [ino, terminationMessageBytes]);
  });

  it('is written at most every 250 ms with the latest record, or at once on demand', async () => {
    const { clock, go } = stillClock();
    const log = new TerminationLog(path, clock, quiet);
    log.write(record(1));
    let actions = 1;
    const soon = () => log.writeSoon(() => record(actions));
    soon();
    actions = 5;
    soon();
    go(249);
    assert.equal(await written(), 1);
    go(1);
    assert.equal(await written(), 5);
    actions = 6;
    soon();
    log.write(record(7));
    go(1000);
    assert.equal(await written(), 7);
    log.close();
  });

  it('stops the start if its file cannot be opened', () => {
    assert.throws(
      () => new TerminationLog(join(folder, 'no/such/folder'), stillClock().clock, quiet),
      /TINTYPE_TERMINATION_LOG/,
    );
  });
});
