import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { asKey } from '@tintype/runtime';
import { AccountDirectory, type DirectoryKv } from './directory.js';

const entry = (revision: number, delta: number) => ({ key: 'later.release', operation: 'PUT', revision, delta });

/** Watches that a test feeds and ends. */
class FakeKv {
  readonly watches: PassThrough[] = [];
  failures = 0;
  readonly asked = new PassThrough({ objectMode: true });

  kv(): DirectoryKv {
    return {
      watch: async () => {
        if (this.failures > 0) {
          this.failures -= 1;
          throw new Error('no stream');
        }
        const watch = Object.assign(new PassThrough({ objectMode: true }), { stop: () => void watch.end() });
        this.watches.push(watch);
        this.asked.write(watch);
        return watch;
      },
      status: async () => ({ values: 1 }),
    } as unknown as DirectoryKv;
  }

  async next(): Promise<PassThrough> {
    const [watch] = await once(this.asked, 'data');
    return watch;
  }
}

const directoryOf = (fake: FakeKv) => {
  const warnings: unknown[] = [];
  const statuses = new PassThrough({ objectMode: true });
  const directory = new AccountDirectory({
    kv: fake.kv(),
    connection: { status: () => statuses as unknown as AsyncIterable<{ type: string }> },
    masterKey: asKey('11'.repeat(32)),
    log: { error: () => assert.fail(), warn: (line: unknown) => warnings.push(line) },
  });
  return { directory, statuses, warnings };
};

describe('AccountDirectory', () => {
  it('is synced once nothing is pending, not before', async () => {
    const fake = new FakeKv();
    const { directory } = directoryOf(fake);
    const first = fake.next();
    directory.start();
    const watch = await first;
    watch.write(entry(1, 1));
    assert.equal(await directory.seen(1, 50), false);
    assert.equal(directory.isSynced, false);
    watch.write(entry(2, 0));
    assert.equal(await directory.seen(2, 5000), true);
    assert.equal(directory.isSynced, true);
    directory.stop();
  });

  it('watches again after a watch ended, failed to begin, or the connection came back', async () => {
    const fake = new FakeKv();
    const { directory, statuses, warnings } = directoryOf(fake);
    const first = fake.next();
    directory.start();
    (await first).write(entry(1, 0));
    assert.equal(await directory.seen(1, 5000), true);
    const ways: ((watch: PassThrough) => void)[] = [
      (watch) => watch.end(),
      (watch) => watch.destroy(new Error('gone')),
      () => statuses.write({ type: 'reconnect' }),
    ];
    for (const [at, end] of ways.entries()) {
      fake.failures = at;
      const again = fake.next();
      end(fake.watches.at(-1) as PassThrough);
      (await again).write(entry(at + 2, 0));
      assert.equal(directory.isSynced, true);
      assert.equal(await directory.seen(at + 2, 5000), true);
    }
    assert.equal(warnings.length, 1 + 0 + 1 + 2);
    directory.stop();
  });

  it('does not trust a watch that was begun before the connection came back', async () => {
    const fake = new FakeKv();
    const { directory, statuses } = directoryOf(fake);
    const kv = fake.kv();
    const began = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow = new AccountDirectory({
      kv: {
        status: kv.status,
        watch: async () => {
          began.resolve();
          await goOn.promise;
          return kv.watch();
        },
      },
      connection: { status: () => statuses as unknown as AsyncIterable<{ type: string }> },
      masterKey: asKey('11'.repeat(32)),
      log: { error: () => assert.fail(), warn: () => undefined },
    });
    slow.start();
    await began.promise;
    statuses.write({ type: 'reconnect' });
    await new Promise(setImmediate);
    const stale = fake.next();
    goOn.resolve();
    await stale;
    const fresh = await fake.next();
    fresh.write(entry(1, 0));
    assert.equal(await slow.seen(1, 5000), true);
    slow.stop();
    directory.stop();
  });

  it('ends for good when it is stopped, in a pause too', async () => {
    const fake = new FakeKv();
    const { directory } = directoryOf(fake);
    fake.failures = Number.POSITIVE_INFINITY;
    directory.start();
    directory.stop();
    await new Promise(setImmediate);
    assert.equal(fake.watches.length, 0);
  });
});
