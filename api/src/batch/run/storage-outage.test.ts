import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits, TintypeError } from '@tintype/contracts';
import { UploadFailed } from '../../account-storage/upload-faults.js';
import { isUnanswered, StorageOutage } from './storage-outage.js';

const failure = (kind: 'unreachable' | 'failed') =>
  new TintypeError('storage_failed', 'No.', { cause: new UploadFailed({ kind, reach: 'store', sentence: 'No.' }) });

const limitMs = limits.storageOutageSeconds * 1000;

describe('StorageOutage', () => {
  it('is a store that does not answer', () => {
    assert.deepEqual([isUnanswered(failure('unreachable')), isUnanswered(failure('failed'))], [true, false]);
    assert.equal(isUnanswered(new TintypeError('timeout')), false);
  });

  it('lets one item at a time try, and ends the run after 15 s', () => {
    const outage = new StorageOutage();
    assert.equal(outage.wait(0), 0);
    outage.noteFailure(failure('unreachable'), 0);
    let tries = 0;
    for (let now = 0; now <= 15_000; now += 100) if (outage.wait(now) === 0) tries += 1;
    assert.ok(tries >= 3 && tries <= 20, String(tries));
    assert.throws(() => outage.wait(15_001), { name: 'StorageAway' });
  });

  it('gives up after an hour, and is over when the store answers', () => {
    const outage = new StorageOutage();
    outage.noteFailure(failure('unreachable'), 0);
    outage.noteFailure(failure('unreachable'), limitMs);
    assert.equal(outage.faultOf(limitMs), undefined);
    assert.equal(outage.faultOf(limitMs + 1)?.code, 'storage_failed');
    assert.equal(outage.wait(limitMs + 1), 0);
    outage.end();
    assert.deepEqual([outage.faultOf(limitMs + 1), outage.isOngoing], [undefined, false]);
  });
});
