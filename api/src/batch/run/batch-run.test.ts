import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TintypeError } from '@tintype/contracts';
import { DeadlineExceeded, race, systemClock } from '@tintype/runtime';
import { UploadFailed, type UploadFault } from '../../account-storage/upload-faults.js';
import { batchFixture, batchKey, itemOf } from '../batch-fixture.js';
import { BatchViews } from '../batch-view.js';
import { type ItemOutcome, maxTries } from './item-attempt.js';
import { Turns } from './turns.js';

const items = [0, 1, 2].map(itemOf);

/** Its waits are over at once. */
const hasty = { ...systemClock, after: (_: number, call: () => void) => systemClock.after(0, call) };

describe('BatchRun', () => {
  it('ends every item once, finishes the batch, and then queues the notification', async () => {
    const { log, store, accept, run, rendered } = batchFixture();
    await accept(items, 'https://example.com/hook');
    await run();
    assert.deepEqual(rendered.sort(), [0, 1, 2]);
    assert.deepEqual((await store.finished(batchKey))?.counts, { completed: 3, failed: 0, cancelled: 0 });
    assert.deepEqual([...log.work], ['feed.acct.batch_1', 'notify.acct.batch_1']);
    await run();
    assert.equal(rendered.length, 3);
  });

  /** Each call of acceptance and run fails once, before or after its effect; then the work is repeated. */
  for (const failsAfterEffect of [false, true])
    it(`loses and repeats nothing when a call fails ${failsAfterEffect ? 'after' : 'before'} its effect`, async () => {
      const count = batchFixture();
      await count.accept(items, 'https://example.com/hook');
      await count.run();
      for (let failingCall = 1; failingCall <= count.log.calls; failingCall += 1) {
        const { log, store, accept, run } = batchFixture({ clock: hasty });
        Object.assign(log, { failingCall, failsAfterEffect });
        const act = async () => {
          await accept(items, 'https://example.com/hook');
          await run();
        };
        await act().catch((error: TintypeError) => assert.equal(error.code, 'unavailable', `call ${failingCall}`));
        await act();
        const ends = await store.ends(batchKey, [0, items.length]);
        assert.deepEqual([...ends.keys()].sort(), [0, 1, 2], `call ${failingCall}`);
        assert.deepEqual((await store.finished(batchKey))?.counts, { completed: 3, failed: 0, cancelled: 0 });
        assert.ok(log.work.has('notify.acct.batch_1'), `call ${failingCall}`);
      }
    });

  it('tries again what may pass, and other items have the place meanwhile', async () => {
    let failures = 0;
    const { accept, run, store } = batchFixture({
      clock: hasty,
      render: async ({ number }) => {
        if (number === 0 && failures < 4) {
          failures += 1;
          throw new TintypeError('unavailable');
        }
        if (number === 1) throw new TintypeError('target_dns');
        if (number === 2) throw new TintypeError('invalid_option', 'No.');
        return { status: 'completed' };
      },
    });
    await accept(items);
    await run();
    const ends = await store.ends(batchKey, [0, 3]);
    assert.deepEqual(
      [...ends].sort(([a], [b]) => a - b).map(([, { status, attempts, error }]) => [status, attempts, error?.code]),
      [
        ['completed', 5, undefined],
        ['failed', 3, 'target_dns'],
        ['failed', 1, 'invalid_option'],
      ],
    );
  });

  it('shows why an item waits for another attempt, until it ends', async () => {
    const failures = ['target_dns', 'timeout'] as const;
    const shown: unknown[] = [];
    const look = async () => {
      const page = await views.show(batchKey, { from: 0, limit: 1 });
      shown.push(...(page?.items ?? []).map(({ status, attempts, error }) => [status, attempts, error?.code]));
    };
    const { accept, run, store, log } = batchFixture({
      clock: hasty,
      render: async () => {
        await look();
        const code = failures[shown.length - 1];
        if (code) throw new TintypeError(code);
        return { status: 'completed' };
      },
    });
    const views = new BatchViews({ store, clock: hasty });
    await accept(items.slice(0, 1));
    await run();
    await look();
    assert.deepEqual(shown, [
      ['queued', 0, undefined],
      ['queued', 1, 'target_dns'],
      ['queued', 2, 'timeout'],
      ['completed', 3, undefined],
    ]);
    assert.equal([...log.facts.keys()].filter((key) => key.includes('tried')).length, 0);
  });

  it('counts the attempts of earlier runs', async () => {
    const { accept, run, store } = batchFixture();
    await accept(items.slice(0, 1));
    await store.runs.noteTry(batchKey, 0, { attempts: 4, error: { code: 'unavailable', message: 'No.' } });
    await run();
    assert.equal((await store.ends(batchKey, [0, 1])).get(0)?.attempts, 5);
  });

  it('counts the attempts of each kind of failure', async () => {
    const codes = ['target_dns', 'target_dns', 'timeout', 'unavailable', 'render_failed', 'timeout'] as const;
    const failures = [...codes];
    const { accept, run, store } = batchFixture({
      clock: hasty,
      render: async () => {
        throw new TintypeError(failures.shift() ?? 'internal');
      },
    });
    await accept(items.slice(0, 1));
    await run();
    const end = (await store.ends(batchKey, [0, 1])).get(0);
    assert.deepEqual([end?.attempts, end?.error?.code], [codes.length, 'timeout']);
  });

  it('fails what its options refuse, without a turn', async () => {
    const { accept, run, store, rendered } = batchFixture({ turns: { take: () => assert.fail('a turn') } });
    const fault = { code: 'missing_url', message: 'No.' } as const;
    const pairs = { url: 'https://example.com/', vw: '0' };
    await accept([
      { url: null, fileName: null, pairs: {}, fault },
      { url: pairs.url, fileName: null, pairs },
    ]);
    await run();
    const ends = await store.ends(batchKey, [0, 2]);
    assert.deepEqual([...ends.values()].map(({ attempts, error }) => [attempts, error?.code]).sort(), [
      [0, 'invalid_option'],
      [0, 'missing_url'],
    ]);
    assert.equal(rendered.length, 0);
  });

  it('cancels without a turn', async () => {
    const { accept, run, store } = batchFixture({ turns: { take: () => new Promise(() => undefined) } });
    await accept(items);
    await store.cancel(batchKey);
    await run();
    assert.equal((await store.finished(batchKey))?.counts.cancelled, 3);
  });

  it('cancels what has not begun', async () => {
    const { accept, run, store, rendered } = batchFixture();
    await accept(items);
    await store.cancel(batchKey);
    await run();
    assert.deepEqual((await store.finished(batchKey))?.counts, { completed: 0, failed: 0, cancelled: 3 });
    assert.equal(rendered.length, 0);
  });

  it('fails items that are not done after 12 days', async () => {
    const { accept, run, store, rendered } = batchFixture({}, Date.now() - 12.1 * 24 * 3600_000);
    await accept(items);
    await run();
    assert.deepEqual((await store.finished(batchKey))?.counts, { completed: 0, failed: 3, cancelled: 0 });
    assert.deepEqual([rendered.length, (await store.ends(batchKey, [0, 1])).get(0)?.error?.code], [0, 'timeout']);
  });

  it('begins nothing while the program stops, and the batch is not finished', async () => {
    const { accept, run, store, draining, rendered } = batchFixture();
    await accept(items);
    const reason = new Error('stopping');
    draining.abort(reason);
    await assert.rejects(run, reason);
    assert.deepEqual([rendered.length, await store.finished(batchKey)], [0, undefined]);
  });

  it('waits for an account that cannot be read', async () => {
    const { accept, run, store } = batchFixture({ accountOf: () => undefined });
    await accept(items);
    await assert.rejects(run, { name: 'AccountAway' });
    assert.equal((await store.ends(batchKey, [0, 3])).size, 0);
  });

  it('keeps no item, URL, location or error in the clear', async () => {
    const { accept, log, store, run } = batchFixture({
      render: async ({ number }) => {
        if (number === 1) throw new TintypeError('invalid_option', 'The secret of example.com.');
        return { status: 'completed', location: 'https://files.example.com/' };
      },
    });
    await accept(items, 'https://example.com/hook');
    await run();
    await store.addAttempt(batchKey, 0, { outcome: 'failed', error: 'example.com', at: new Date().toISOString() });
    assert.equal((await store.attempts(batchKey))[0]?.error, 'example.com');
    const facts = [...log.facts].filter(([name]) => !name.endsWith('.accepted'));
    assert.doesNotMatch(JSON.stringify(facts), /example/);
  });

  it('removes the options of a finished batch, and its items stay readable', async () => {
    const { accept, log, store, run } = batchFixture();
    await accept(items.map((item) => ({ ...item, pairs: { ...item.pairs, html: 'x'.repeat(60_000) } })));
    await run();
    await run();
    const names = [...log.facts.keys()].map((key) => key.slice('acct.batch_1.'.length));
    assert.deepEqual(
      names.filter((name) => name.startsWith('items.')),
      [],
    );
    const accepted = await store.find(batchKey);
    const shown = accepted && (await store.itemsBetween(batchKey, accepted, [1, 3]));
    assert.deepEqual(
      shown,
      [1, 2].map((number) => ({ url: `https://example.com/${number}`, fileName: null })),
    );
    assert.equal(names.filter((name) => name.startsWith('stored.')).length, 1);
    assert.ok((await store.usage(batchKey.account)).account < 20_000, 'it counts without the options');
  });

  it('withdraws items that wait for a node when the batch is cancelled', async () => {
    let now = Date.now();
    const onNode = Promise.withResolvers<ItemOutcome>();
    const { store, accept, newRun, ended } = batchFixture({
      clock: { ...systemClock, now: () => now },
      render: ({ number, withdrawn }) =>
        number === 0 ? onNode.promise : race(new Promise(() => undefined), withdrawn),
    });
    await accept([itemOf(0), itemOf(1), itemOf(2)]);
    const run = newRun();
    const done = run.run();
    while (run.itemsWaiting < 3) await new Promise(setImmediate);
    for (let i = 0; i < 20; i += 1) await new Promise(setImmediate);
    await store.cancel(batchKey);
    now += 1000;
    await run.withdrawIfCancelled();
    while (ended.length < 2) await new Promise(setImmediate);
    onNode.resolve({ status: 'completed' });
    await done;
    assert.deepEqual((await store.finished(batchKey))?.counts, { completed: 1, failed: 0, cancelled: 2 });
    assert.deepEqual((await store.ends(batchKey, [1, 2])).get(1)?.attempts, 0);
  });

  it('withdraws items that wait for a turn, too', async () => {
    let now = Date.now();
    const turns = new Turns(1);
    const { store, accept, newRun, ended } = batchFixture({ turns, clock: { ...systemClock, now: () => now } });
    await turns.take({ ...batchKey, batch: 'slow' }, new AbortController().signal);
    await accept([itemOf(0)]);
    const run = newRun();
    const done = run.run();
    for (let i = 0; i < 50; i += 1) await new Promise(setImmediate);
    await store.cancel(batchKey);
    now += 1000;
    await run.withdrawIfCancelled();
    await done;
    assert.deepEqual([ended.length, (await store.finished(batchKey))?.counts.cancelled], [1, 1]);
  });
});

describe('maxTries', () => {
  const storage = (kind: UploadFault['kind'], reach: UploadFault['reach'], isGuess = false) =>
    new TintypeError('storage_failed', 'No.', {
      cause: new UploadFailed({ kind, reach, sentence: 'No.' }, { isGuess }),
    });

  it('is one for what will not pass', () => {
    for (const code of ['invalid_option', 'target_blocked', 'credits_exhausted', 'selector_not_found'] as const)
      assert.equal(maxTries(new TintypeError(code)), 1);
    const tooLarge = storage('failed', 'object');
    assert.deepEqual([maxTries(storage('refused', 'access')), maxTries(tooLarge)], [1, 1]);
    for (const fault of [storage('timeout', 'store'), storage('no_time', 'object')]) assert.equal(maxTries(fault), 12);
  });

  it('has no end for what is ours', () => {
    const queued = new TintypeError('timeout', 'No.', { cause: new DeadlineExceeded('late') });
    for (const error of [new TintypeError('unavailable'), new TintypeError('overloaded'), queued])
      assert.equal(maxTries(error), Number.POSITIVE_INFINITY);
    assert.equal(maxTries(new TintypeError('timeout')), 2);
  });
});
