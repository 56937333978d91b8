import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RenderCharge } from '@tintype/ledger/testing';
import { createLog } from '@tintype/runtime';
import { Charging } from './charging.js';
import type { ResultRecord } from './results/result-record.js';

const bill = { account: 'a', endpoint: 'image' as const, key: 'k', requestId: 'req_1' };
const record = (charged: boolean) => ({ chargeId: 'c', job: 'j', charged }) as ResultRecord;

const stage = (write: (charge: RenderCharge) => Promise<boolean>) => {
  const written: RenderCharge[] = [];
  const marked: number[] = [];
  const charging = new Charging({
    nats: { connected: false },
    ledger: {
      charge: async (charge) => {
        const isNew = await write(charge);
        written.push(charge);
        return isNew;
      },
    },
    store: { markCharged: async (_key, { revision }) => void marked.push(revision) },
    log: createLog('test', 'silent'),
  });
  return { charging, written, marked };
};

describe('Charging', () => {
  it('writes the charge, marks the result, and answers the credits', async () => {
    const { charging, written, marked } = stage(async () => true);
    assert.equal(await charging.charge(bill, { record: record(false), revision: 7 }), 1);
    const { at, ...charge } = written[0] as RenderCharge;
    assert.deepEqual(charge, {
      ...{ id: 'c', account: 'a', credits: 1, endpoint: 'image', key: 'k', job: 'j', request: 'req_1' },
    });
    assert.ok(Date.parse(at) > 0);
    assert.deepEqual(marked, [7]);
  });

  it('answers 0 for a charged result, or if another writer was first', async () => {
    const { charging, written, marked } = stage(async () => false);
    assert.equal(await charging.charge(bill, { record: record(true), revision: 1 }), 0);
    assert.equal(written.length, 0);
    assert.equal(await charging.charge(bill, { record: record(false), revision: 1 }), 0);
    assert.deepEqual(marked, [1]);
  });

  it('writes once for simultaneous deliveries', async () => {
    const { charging, written } = stage(async () => true);
    const result = { record: record(false), revision: 1 };
    const costs = await Promise.all([charging.charge(bill, result), charging.charge(bill, result)]);
    assert.deepEqual([costs, written.length], [[1, 0], 1]);
  });

  it('fails while the ledger cannot be reached', async () => {
    const { charging, marked } = stage(async () => {
      throw new Error('timeout');
    });
    const result = { record: record(false), revision: 1 };
    const outcomes = await Promise.allSettled([charging.charge(bill, result), charging.charge(bill, result)]);
    assert.deepEqual(
      outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code),
      ['unavailable', 'unavailable'],
    );
    assert.deepEqual(marked, []);
  });
});
