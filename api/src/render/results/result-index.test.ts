import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readIndexedResults } from './result-index.js';
import type { ResultRecord } from './result-record.js';

const chargeId = '5d1c9730-0000-4000-8000-000000000000';
const record: ResultRecord = {
  job: 'job',
  contentType: 'image/png',
  length: 3,
  sha256: 'a'.repeat(64),
  targetStatus: 200,
  warnings: [],
  object: 'result',
  createdAt: 1,
  expiresAt: 2,
  chargeId,
  charged: true,
};

/** A bucket with one entry for each text, under the keys `k0`, `k1` and so on. */
const bucketOf = (...texts: string[]) => {
  const entries = texts.map((text, index) => ({ key: `k${index}`, operation: 'PUT', json: () => JSON.parse(text) }));
  return { kv: async () => ({ history: async () => entries }) } as never;
};

it('the charges of the index leave out records that no program of ours wrote', async () => {
  const found = await readIndexedResults(bucketOf('no JSON', '{"chargeId":7}', JSON.stringify(record)));
  assert.deepEqual(found, [{ key: 'k2', chargeId, charged: true }]);
});
