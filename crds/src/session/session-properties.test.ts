import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sessionPhases } from './phases.js';
import { isColdStart, isStarting, isStartingPhase, optionsOf, profileAnnotation } from './session-properties.js';

const metadata = { namespace: 'default', name: 'shop', uid: '1', resourceVersion: '1', creationTimestamp: '' };

describe('a cold start', () => {
  it('is a session whose pod is named after it', () => {
    const withPod = (name: string) => ({ metadata, status: { pod: { name, uid: '2' } } });
    assert.deepEqual(['shop-1', 'shop-1-uid', 'default-5f3a'].map(withPod).map(isColdStart), [true, true, false]);
    assert.ok(!isColdStart({ metadata }));
  });
});

describe('the options of a session', () => {
  const spec = {
    account: 'acme',
    pool: 'default',
    maxTtlSeconds: 60,
    proxy: false,
    bypassBotDetection: false,
    cdp: true,
  };
  const profileOf = (name: string, profile: string) => {
    const annotations = { [profileAnnotation]: profile };
    const session = { metadata: { ...metadata, name, annotations }, spec };
    return optionsOf(session).profile;
  };
  const byApi = 'sess-00000000-0000-4000-8000-00000000abcd';

  it('name the saved login that the api notes', () => {
    assert.equal(profileOf(byApi, 'shop-login'), 'shop-login');
    assert.equal(profileOf(byApi, 'no name'), undefined);
  });

  it('name none for a session by kubectl, which loads none', () => {
    assert.equal(profileOf('shop', 'shop-login'), undefined);
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
