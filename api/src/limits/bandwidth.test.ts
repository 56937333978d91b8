import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TintypeError } from '@tintype/contracts';
import { type Delivered, noneDelivered } from '@tintype/ledger';
import { createLog } from '@tintype/runtime';
import { Bandwidth } from './bandwidth.js';

const log = createLog('test', 'silent');
const onDelivery = () => undefined;
const account = { id: 'acme', limits: { bandwidthBytesPerDay: 100 } } as Parameters<Bandwidth['check']>[0];

const isExceeded = (error: unknown) => error instanceof TintypeError && error.code === 'bandwidth_exceeded';

/** A usage whose writes wait until the test lets them pass or fail. */
const heldUsage = () => {
  const notes: { bytes: number; answers: number; done: PromiseWithResolvers<Delivered> }[] = [];
  const addDelivered = (_account: string, _day: string, delivered: Delivered) => {
    const done = Promise.withResolvers<Delivered>();
    notes.push({ ...delivered, done });
    return done.promise;
  };
  return { notes, delivered: async () => noneDelivered, addDelivered };
};

describe('the bytes of a day', () => {
  it('count from their delivery, also while they are recorded and if that fails', async () => {
    const usage = heldUsage();
    const bandwidth = new Bandwidth({ usage, onDelivery, log });
    await bandwidth.check(account);
    bandwidth.count(account, 100);
    await assert.rejects(bandwidth.check(account), isExceeded);
    const failed = bandwidth.stop();
    await new Promise(setImmediate);
    await assert.rejects(bandwidth.check(account), isExceeded);
    usage.notes[0]?.done.reject(new Error('NATS is away'));
    await failed;
    await assert.rejects(bandwidth.check(account), isExceeded);
    const noted = bandwidth.stop();
    await new Promise(setImmediate);
    assert.deepEqual(
      usage.notes.map(({ bytes }) => bytes),
      [100, 100],
    );
    usage.notes[1]?.done.resolve({ bytes: 100, answers: 1 });
    await noted;
    await assert.rejects(bandwidth.check(account), isExceeded);
  });

  it('are held while they are sent, and count as far as the client took them', async () => {
    const counted: number[] = [];
    const bandwidth = new Bandwidth({ usage: heldUsage(), onDelivery: (bytes) => counted.push(bytes), log });
    await bandwidth.check(account);
    const count = bandwidth.hold(account, 100);
    await assert.rejects(bandwidth.check(account), isExceeded);
    count(30);
    await bandwidth.check(account);
    assert.deepEqual([counted, bandwidth.state(account)?.remaining], [[30], 70]);
  });

  it('leave a rest, which the headers show after the first check', async () => {
    const bandwidth = new Bandwidth({ usage: heldUsage(), onDelivery, log });
    assert.equal(bandwidth.state(account), undefined);
    await bandwidth.check(account);
    bandwidth.count(account, 60);
    const { resetSeconds = 0, ...state } = bandwidth.state(account) ?? {};
    const policy = { name: 'bandwidth', quota: 100, windowSeconds: 86_400, unit: 'content-bytes' };
    assert.deepEqual(state, { ...policy, remaining: 40 });
    assert.ok(resetSeconds > 0 && resetSeconds <= 86_400);
    assert.equal(bandwidth.state({ ...account, limits: { ...account.limits, bandwidthBytesPerDay: null } }), undefined);
  });
});

describe('a delivery that is certain to pass', () => {
  it('needs a check of the day before it, and bytes left', async () => {
    const bandwidth = new Bandwidth({ usage: heldUsage(), onDelivery, log });
    assert.equal(bandwidth.passes(account), false);
    await bandwidth.check(account);
    assert.equal(bandwidth.passes(account), true);
    bandwidth.count(account, 99);
    assert.equal(bandwidth.passes(account), true);
    bandwidth.count(account, 1);
    assert.equal(bandwidth.passes(account), false);
    assert.equal(bandwidth.passes({ ...account, limits: { ...account.limits, bandwidthBytesPerDay: null } }), true);
  });
});

describe('the cached answers of a day', () => {
  it('count without bytes too, before any check', async () => {
    const usage = heldUsage();
    const bandwidth = new Bandwidth({ usage, onDelivery, log });
    bandwidth.count(account, 0);
    await new Promise(setImmediate);
    bandwidth.count(account, 7);
    const stopped = bandwidth.stop();
    await new Promise(setImmediate);
    assert.deepEqual(
      usage.notes.map(({ bytes, answers }) => [bytes, answers]),
      [[7, 2]],
    );
    usage.notes[0]?.done.resolve({ bytes: 7, answers: 2 });
    await stopped;
  });
});
