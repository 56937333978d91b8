import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Registry } from '@tintype/runtime';
import { observeUploads, type UploadEnd } from './upload-metrics.js';

const fails = (account: string, outcome: UploadEnd['outcome'], times: number) =>
  Array.from({ length: times }, (): [string, UploadEnd['outcome']] => [account, outcome]);

it('the metrics count accounts whose last three uploads failed, without their names', async () => {
  const registry = new Registry();
  const observe = observeUploads(registry);
  const ends: [account: string, outcome: UploadEnd['outcome']][] = [
    ...fails('acme', 'refused', 4),
    ...fails('other', 'refused', 3),
    ...fails('slow', 'timeout', 2),
    ...fails('slow', 'no_time', 1),
    ...fails('slow', 'timeout', 1),
    ...fails('twice', 'timeout', 2),
    ...fails('healed', 'no_bucket', 3),
    ...fails('healed', 'stored', 1),
    ...fails('healed', 'no_bucket', 2),
  ];
  for (const [account, outcome] of ends) observe({ account, outcome, bytes: 1, seconds: 1 });
  const text = await registry.getSingleMetricAsString('tintype_upload_accounts_failing');
  const values = text.split('\n').filter((line) => line.startsWith('tintype_'));
  assert.deepEqual(values.sort(), [
    'tintype_upload_accounts_failing{outcome="refused"} 2',
    'tintype_upload_accounts_failing{outcome="timeout"} 1',
  ]);
});
