import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createLog, type WatchedConnection, type WatchedKv } from '@tintype/runtime';
import { HotRecords } from './hot-records.js';
import type { IndexEntry } from './result-record.js';

interface Told {
  key: string;
  revision: number;
}

/** A watch that the test feeds, and a connection that it breaks and restores. */
const stage = () => {
  const told: Told[] = [];
  let wake = () => {};
  let watches = 0;
  let lose = () => {};
  const watch = async function* (isOver: () => boolean) {
    while (!isOver()) {
      for (let next = told.shift(); next; next = told.shift()) yield next;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  const kv = {
    watch: async () => {
      watches += 1;
      let over = false;
      const stop = () => {
        over = true;
        wake();
      };
      return Object.assign(
        watch(() => over),
        { stop },
      );
    },
  } as unknown as WatchedKv;
  const connection: WatchedConnection = {
    status: async function* () {
      await new Promise<void>((resolve) => (lose = resolve));
      yield { type: 'disconnect' };
      yield { type: 'reconnect' };
    },
  };
  const hot = new HotRecords({ kv, connection, log: createLog('test', 'silent') });
  const tell = (key: string, revision: number) => {
    told.push({ key, revision });
    wake();
  };
  return { hot, tell, loseConnection: () => lose(), watches: () => watches };
};

const entry = (revision: number, charged = true) => ({ record: { charged }, revision }) as IndexEntry;

const until = async (condition: () => boolean) => {
  for (let i = 0; i < 1000 && !condition(); i += 1) await turn();
  assert.ok(condition());
};

describe('HotRecords', () => {
  let stop = () => {};
  afterEach(() => stop());

  const started = async () => {
    const staged = stage();
    stop = () => staged.hot.stop();
    staged.hot.start();
    await until(() => staged.watches() === 1);
    await turn();
    return staged;
  };

  it('keeps a record until any write to it', async () => {
    const { hot, tell } = await started();
    hot.offer('k', entry(3));
    tell('other', 4);
    await turn();
    assert.equal(hot.get('k')?.revision, 3);
    tell('k', 5);
    await until(() => hot.get('k') === undefined);
  });

  it('does not keep a record that was read before a known write', async () => {
    const { hot, tell } = await started();
    hot.offer('k', entry(3));
    tell('k', 5);
    await until(() => hot.get('k') === undefined);
    hot.offer('k', entry(3));
    assert.equal(hot.get('k'), undefined);
    hot.offer('k', entry(5));
    assert.equal(hot.get('k')?.revision, 5);
  });

  it('keeps no record that is not charged', async () => {
    const { hot } = await started();
    hot.offer('k', entry(3, false));
    assert.equal(hot.get('k'), undefined);
  });

  it('keeps nothing before its watch starts', () => {
    const { hot } = stage();
    hot.offer('k', entry(3));
    assert.equal(hot.get('k'), undefined);
  });

  it('drops all records when the connection is lost: it misses writes then', async () => {
    const { hot, loseConnection } = await started();
    hot.offer('k', entry(3));
    loseConnection();
    await until(() => hot.get('k') === undefined);
  });
});
