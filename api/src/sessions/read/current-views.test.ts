import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noActions } from '@tintype/contracts';
import { type BrowserSession, type Pod, sessionName } from '@tintype/crds';
import { PlayedClock } from '@tintype/stores/testing';
import { CurrentViews } from './current-views.js';

const id = 'sess_00000000-0000-4000-8000-000000000001';
const at = (seconds: number) => new Date(Date.UTC(2030, 0, 1, 12) + seconds * 1000).toISOString();

const session = {
  metadata: { namespace: 'default', name: sessionName(id), uid: 'u', creationTimestamp: at(-1) },
  spec: { account: 'acme', maxTtlSeconds: 300, proxy: false, bypassBotDetection: false, cdp: false },
  status: { phase: 'Active', pod: { name: 'pod', uid: 'pod-uid' }, startedAt: at(0), expiresAt: at(300) },
} as BrowserSession;

const terminated = { exitCode: 137, finishedAt: at(100) };
const pod = {
  metadata: { namespace: 'default', name: 'pod', uid: 'pod-uid' },
  status: { phase: 'Failed', containerStatuses: [{ name: 'browser', state: { terminated } }] },
} as Pod;
const record = { session: id, confirmed: true, crashed: false, counts: noActions };

describe('a session whose pod was killed while no operator settles', () => {
  it('keeps its end and its costs in every later read', async () => {
    const clock = new PlayedClock();
    const views = new CurrentViews({
      waitFor: (_key, _holds, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ledger: { findCharge: async () => undefined },
      agent: { read: async () => 'over', recall: async () => ({ pod, record }) },
      clock: { now: () => Date.parse(at(110)) + clock.now() },
      freezeMs: 1,
    });
    const first = await views.of(session);
    assert.deepEqual([first.status, first.closeReason, first.closedAt], ['error', 'browser_crashed', at(100)]);
    assert.deepEqual([first.billedCredits, first.durationSeconds], [2, 100]);
    for (let looks = 0; looks < 4; looks += 1) {
      await clock.advance(100_000);
      assert.deepEqual(await views.of(session), first);
    }
  });
});
