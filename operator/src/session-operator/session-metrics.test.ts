import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserSession, BrowserSessionStatus } from '@tintype/crds';
import { Registry } from '@tintype/runtime';
import { observeSessions } from './session-metrics.js';

const now = Date.parse('2026-05-01T12:00:00Z');

const at = (seconds: number): string => new Date(now + seconds * 1000).toISOString();

const session = (status: BrowserSessionStatus): BrowserSession => ({
  apiVersion: 'tintype.dev/v1alpha1',
  kind: 'BrowserSession',
  metadata: {
    namespace: 'shots',
    name: 'one',
    uid: '1',
    resourceVersion: '1',
    generation: 1,
    creationTimestamp: at(-900),
  },
  spec: { account: 'acme', pool: 'default', maxTtlSeconds: 600, cdp: true, proxy: false, bypassBotDetection: false },
  status,
});

const ageWith = async (...statuses: BrowserSessionStatus[]): Promise<string | undefined> => {
  const registry = new Registry();
  observeSessions(registry, { sessions: { list: () => statuses.map(session) }, clock: { now: () => now } });
  return /^tintype_session_settling_age_seconds (.*)$/m.exec(await registry.metrics())?.[1];
};

describe('the age of a session that is settling', () => {
  it('is that of the oldest, from its end', async () => {
    const young = { phase: 'Settling', endedAt: at(-2) } as const;
    assert.equal(await ageWith(young, { phase: 'Settling', endedAt: at(-700) }, young), '700');
  });

  it('counts from the object of one that never was active', async () => {
    assert.equal(await ageWith({ phase: 'Settling' }), '900');
  });

  it('is none while no session is settling, nor by a clock that is behind', async () => {
    assert.equal(await ageWith(), '0');
    assert.equal(await ageWith({ phase: 'Closed', endedAt: at(-700) }, { phase: 'Active' }), '0');
    assert.equal(await ageWith({ phase: 'Settling', endedAt: at(5) }), '0');
  });
});
