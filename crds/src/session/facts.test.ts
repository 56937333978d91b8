import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isColdStart, isStarting, isStartingPhase } from './facts.js';
import { sessionPhases } from './phases.js';

const metadata = { namespace: 'default', name: 'shop', uid: '1', resourceVersion: '1', creationTimestamp: '' };

describe('a cold start', () => {
  it('is a session whose pod is named after it', () => {
    const withPod = (name: string) => ({ metadata, status: { pod: { name, uid: '2' } } });
    assert.deepEqual(['shop-1', 'shop-1-uid', 'default-5f3a'].map(withPod).map(isColdStart), [true, true, false]);
    assert.ok(!isColdStart({ metadata }));
  });
});

describe('a session that starts', () => {
  it('was never Active, or has no status', () => {
    assert.deepEqual(sessionPhases.filter(isStartingPhase), ['Pending', 'Binding']);
    assert.ok(isStarting({ metadata }));
    assert.ok(isStarting({ metadata, status: { phase: 'Binding' } }));
  });

  it('no longer starts when it is over or deleted', () => {
    assert.ok(!isStarting({ metadata, status: { phase: 'Failed' } }));
    assert.ok(!isStarting({ metadata: { ...metadata, deletionTimestamp: '2030-01-01T00:00:00Z' } }));
  });
});
