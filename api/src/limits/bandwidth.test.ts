import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TintypeError } from '@tintype/contracts';
import { createLog } from '@tintype/runtime';
import { Bandwidth } from './bandwidth.js';

const log = createLog('test', 'silent');
const account = { id: 'acme', limits: { bandwidthBytesPerDay: 100 } } as Parameters<Bandwidth['check']>[0];

const isExceeded = (error: unknown) => error instanceof TintypeError && error.code === 'bandwidth_exceeded';

/** A usage whose writes wait until the test lets them pass or fail. */
const heldUsage = () => {
  const notes: { bytes: number; done: PromiseWithResolvers<number> }[] = [];
  const addDelivered = (_account: string, _day: string, bytes: number) => {
    const done = Promise.withResolvers<number>();
    notes.push({ bytes, done });
    return done.promise;
  };
  return { notes, delivered: async () => 0, addDelivered };
};

describe('the bytes of a day', () => {
  it('count from their delivery, also while they are recorded and if that fails', async () => {
    const usage = heldUsage();
    const bandwidth = new Bandwidth({ usage, log });
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
    usage.notes[1]?.done.resolve(100);
    await noted;
    await assert.rejects(bandwidth.check(account), isExceeded);
  });
});
