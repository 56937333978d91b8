import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Registry } from '@tintype/runtime';
import { observeUploads, type UploadEnd } from './upload-metrics.js';

it('the metrics count accounts whose last upload failed, without their names', async () => {
  const registry = new Registry();
  const observe = observeUploads(registry);
  const ends: [account: string, outcome: UploadEnd['outcome']][] = [
    ['acme', 'refused'],
    ['acme', 'refused'],
    ['other', 'refused'],
    ['slow', 'timeout'],
    ['slow', 'no_time'],
    ['healed', 'no_bucket'],
    ['healed', 'stored'],
  ];
  for (const [account, outcome] of ends) observe({ account, outcome, bytes: 1, seconds: 1 });
  const text = await registry.getSingleMetricAsString('tintype_upload_accounts_failing');
  const values = text.split('\n').filter((line) => line.startsWith('tintype_'));
  assert.deepEqual(values.sort(), [
    'tintype_upload_accounts_failing{outcome="refused"} 2',
    'tintype_upload_accounts_failing{outcome="timeout"} 1',
  ]);
});
