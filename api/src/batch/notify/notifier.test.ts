import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits } from '@tintype/contracts';
import { systemClock } from '@tintype/runtime';
import { sampleAccount } from '../../accounts/account-sample.js';
import { BatchChanges } from '../batch-changes.js';
import { batchFixture, batchKey, itemOf } from '../batch-fixture.js';
import { BatchViews } from '../batch-view.js';
import { Notifier, type NotifierOptions } from './notifier.js';

const signal = new AbortController().signal;
const delivered = { status: 204 } as Awaited<ReturnType<NotifierOptions['fetch']>>;

/** A finished batch that wants a notification. */
const finished = async (acceptedAtMs?: number, items = [itemOf(0)]) => {
  const { log, store, accept, run } = batchFixture({}, acceptedAtMs);
  await accept(items, 'https://example.com/hook');
  await run();
  log.work.clear();
  const changes = new BatchChanges({ store, clock: systemClock });
  const receiver = { calls: 0, body: '', during: async (): Promise<unknown> => undefined };
  const notifier = new Notifier({
    ...{ store, views: new BatchViews({ store, clock: systemClock }), clock: systemClock },
    ...{
      accountOf: () => sampleAccount({ secrets: [{ id: 's', text: 'secret', scope: 'manage' }] }),
      onAttempt: () => undefined,
    },
    fetch: async (_url, { body }) => {
      receiver.calls += 1;
      receiver.body = String(body);
      await receiver.during();
      return delivered;
    },
    log: { info: () => undefined } as unknown as NotifierOptions['log'],
  });
  return { log, store, changes, receiver, notifier };
};

describe('a notification', () => {
  it('has its results, or a link to them above 1 MiB', async () => {
    const small = await finished();
    await small.notifier.notify(batchKey, signal);
    assert.equal(JSON.parse(small.receiver.body).results.length, 1);
    const long = Array.from({ length: 20 }, (_, at) => ({
      ...itemOf(at),
      url: `https://example.com/${'x'.repeat(60_000)}`,
    }));
    const large = await finished(undefined, long);
    await large.notifier.notify(batchKey, signal);
    const { results, resultsUrl, statusUrl, total } = JSON.parse(large.receiver.body);
    assert.deepEqual([results, total, resultsUrl], [[], 20, statusUrl]);
  });
});

describe('a notification that a client asks for again', () => {
  it('is sent once more if the request comes during an attempt', async () => {
    const { changes, receiver, notifier } = await finished();
    receiver.during = () => changes.notifyAgain(batchKey);
    assert.equal(await notifier.notify(batchKey, signal), 0);
    receiver.during = async () => undefined;
    assert.equal(await notifier.notify(batchKey, signal), undefined);
    assert.equal(receiver.calls, 2);
  });

  it('stands although an attempt takes its number', async () => {
    const { store, changes } = await finished();
    const { attempts } = store;
    store.attempts = async (of) => {
      store.attempts = attempts;
      await store.addAttempt(of, 0, { outcome: 'delivered', at: new Date().toISOString() });
      return [];
    };
    await changes.notifyAgain(batchKey);
    assert.deepEqual(
      (await store.attempts(batchKey)).map(({ outcome }) => outcome),
      ['delivered', 'requested'],
    );
  });

  it('is queued again if the request comes before the work is removed', async () => {
    const { log, changes, notifier } = await finished();
    await notifier.notify(batchKey, signal);
    await notifier.requeue(batchKey);
    assert.equal(log.work.size, 0);
    await changes.notifyAgain(batchKey);
    log.work.clear();
    await notifier.requeue(batchKey);
    assert.deepEqual([...log.work], ['notify.acct.batch_1']);
  });

  it('is refused after the most requests, above the pending ones, and shortly before the batch expires', async () => {
    const { log, changes } = await finished();
    for (let at = 0; at < limits.notificationRequests; at += 1) await changes.notifyAgain(batchKey);
    await assert.rejects(changes.notifyAgain(batchKey), { code: 'invalid_request', message: /20 times/ });
    for (let at = 0; at < limits.pendingNotifications; at += 1) log.work.add(`notify.acct.batch_${at}`);
    await assert.rejects(changes.notifyAgain(batchKey), { code: 'rate_limited' });
    const old = await finished(Date.now() - 13 * 24 * 3600_000);
    await assert.rejects(old.changes.notifyAgain(batchKey), { code: 'invalid_request', message: /too old/ });
  });
});
