import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sessionSchema } from '@tintype/contracts';
import { type BrowserSession, type CloseReason, closeReasons, type Pod } from '@tintype/crds';
import { type SessionCharge, sessionCredits } from '@tintype/ledger';
import { chargeView, objectView, statusOf } from './session-view.js';

const start = Date.parse('2030-01-01T12:00:00.250Z');
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const id = 'sess_00000000-0000-4000-8000-000000000001';
const options = { maxTtlSeconds: 300, proxy: false, bypassBotDetection: false, cdp: true };
const counts = { actions: 3, success: 2, error: 1, byType: { goto: { total: 3, success: 2, error: 1 } } };

const session = (change: Partial<BrowserSession['status']> = {}, deletedAt?: string): BrowserSession => ({
  apiVersion: 'tintype.dev/v1alpha1',
  kind: 'BrowserSession',
  metadata: {
    namespace: 'default',
    name: id.replace('_', '-'),
    uid: 'u',
    resourceVersion: '1',
    // An API server has whole seconds.
    creationTimestamp: '2030-01-01T12:00:00Z',
    ...(deletedAt ? { deletionTimestamp: deletedAt } : {}),
  },
  spec: { account: 'acme', pool: 'default', ...options },
  status: { phase: 'Active', startedAt: at(0), expiresAt: at(300), ...change },
});

const charge: SessionCharge = {
  session: id,
  account: 'acme',
  uid: 'u',
  credits: 2,
  createdAt: '2030-01-01T12:00:00Z',
  startedAt: at(0),
  expiresAt: at(300),
  endedAt: at(90),
  closeReason: 'Deleted',
  options,
  counts,
  at: at(91),
};

/** It was killed: nothing reports the end. */
const endedPod = (seconds: number): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'default', name: 'pod', uid: 'pod-uid', resourceVersion: '1', creationTimestamp: at(-5) },
  spec: { containers: [{ name: 'browser', image: 'browser' }] },
  status: {
    phase: 'Failed',
    containerStatuses: [{ name: 'browser', state: { terminated: { exitCode: 137, finishedAt: at(seconds) } } }],
  },
});

describe('a session as clients see it', () => {
  it('lasts while it is active, and not beyond its time', () => {
    const open = objectView(session(), start + 61_000, { counts });
    assert.deepEqual(open, sessionSchema.parse(open));
    assert.deepEqual(
      [open.status, open.closedAt, open.durationSeconds, open.billedCredits, open.accruedCredits],
      ['active', null, 61, 0, 2],
    );
    assert.deepEqual([open.createdAt, open.actionCount], ['2030-01-01T12:00:00.000Z', 3]);
    const late = objectView(session(), start + 400_000);
    assert.deepEqual([late.durationSeconds, late.accruedCredits, late.actionCount], [300, 5, 0]);
  });

  it('is closed from its deletion, and shows its pod’s report at once', () => {
    const deleted = session({}, at(70));
    const unknown = objectView(deleted, start + 75_000);
    assert.deepEqual([unknown.status, unknown.closedAt, unknown.billedCredits], ['closed', at(70), 0]);
    const record = { session: id, openMs: 59_000, confirmed: true, counts, crashed: false };
    const known = objectView(deleted, start + 75_000, { end: { record } });
    assert.deepEqual([known.closedAt, known.billedCredits, known.durationSeconds], [at(59), 1, 59]);
    const free = objectView(deleted, start + 75_000, { end: { record: { ...record, confirmed: false } } });
    assert.equal(free.billedCredits, 0);
  });

  it('is over when its pod reports it, before any object does', () => {
    const record = { session: id, openMs: 59_400, confirmed: true, counts, crashed: false };
    const over = (change: Partial<typeof record>, now: number, deletedAt?: string) => {
      const view = objectView(session({}, deletedAt), start + now * 1000, {
        end: { record: { ...record, ...change } },
      });
      assert.deepEqual(view, sessionSchema.parse(view));
      return [view.status, view.closeReason, view.billedCredits, view.durationSeconds];
    };
    assert.deepEqual(over({ crashed: true }, 75), ['error', 'browser_crashed', 1, 60]);
    assert.deepEqual(over({ crashed: true }, 75, at(70)), ['error', 'browser_crashed', 1, 60]);
    assert.deepEqual(over({}, 75, at(70)), ['closed', 'deleted', 1, 60]);
    assert.deepEqual(over({ openMs: 299_500 }, 299.6), ['expired', 'expired', 5, 300]);
    assert.deepEqual(over({ openMs: 300_010 }, 310), ['expired', 'expired', 5, 300]);
    assert.deepEqual(over({ confirmed: false }, 75), ['error', 'not_confirmed', 0, 60]);
  });

  it('ends and costs by its pod’s end, for each later read or deletion', () => {
    const record = { session: id, confirmed: true, counts, crashed: false };
    const pod = endedPod(100);
    const view = (now: number, deletedAt?: string) =>
      objectView(session({}, deletedAt), start + now * 1000, { end: { pod, record } });
    const { status, closeReason, closedAt, billedCredits } = view(101);
    assert.deepEqual([status, closeReason, closedAt, billedCredits], ['error', 'browser_crashed', at(100), 2]);
    for (const later of [180, 299, 301, 4000]) assert.deepEqual(view(later), view(101), `after ${later} s`);
    assert.deepEqual(view(205, at(200)), view(101));
    assert.equal(view(105, at(90)).closeReason, 'deleted');
    const {
      closedAt: end,
      billedCredits: free,
      accruedCredits,
    } = objectView(session(), start + 130_000, { end: { pod } });
    assert.deepEqual([end, free, accruedCredits], [at(100), 0, 0]);
  });

  it('has a fixed end if nothing reports it', () => {
    const silent = (seconds: number) => objectView(session(), start + seconds * 1000, { isOver: true, counts });
    const { status, closedAt, billedCredits } = silent(30);
    assert.deepEqual([status, closedAt, billedCredits], ['error', at(0), 0]);
    assert.deepEqual(silent(290), silent(30));
    // Its time was up: a browser that cannot be asked counts as open until then.
    const late = silent(301);
    assert.deepEqual([late.status, late.closedAt, late.billedCredits, late.actionCount], ['expired', at(300), 0, 3]);
    assert.deepEqual(silent(900), late);
  });

  it('is never shorter or cheaper after its end than before, with ends in whole seconds', () => {
    for (let tenths = 0; tenths < 40; tenths += 1) {
      const now = start + 59_000 + tenths * 100;
      const running = objectView(session(), now);
      const deleted = session({}, new Date(Math.floor(now / 1000) * 1000).toISOString());
      const record = { session: id, openMs: now - start + 10, confirmed: true, counts, crashed: false };
      const over = objectView(deleted, now + 500, { end: { record } });
      assert.ok(over.durationSeconds >= running.durationSeconds, `${tenths}`);
      assert.equal(over.billedCredits, running.accruedCredits);
      // A client that counts begun minutes gets the same credits.
      for (const { durationSeconds, accruedCredits } of [running, over])
        assert.equal(accruedCredits, Math.ceil(durationSeconds / 60), `${tenths}`);
    }
  });

  it('costs its begun minutes, with ends in milliseconds', () => {
    for (const milliseconds of [1, 999, 59_999, 60_000, 60_001, 60_400, 119_600, 120_499]) {
      const endedAt = new Date(start + milliseconds).toISOString();
      const credits = sessionCredits(milliseconds, charge.options.maxTtlSeconds);
      const { durationSeconds, billedCredits } = chargeView({ ...charge, endedAt, credits });
      assert.equal(Math.ceil(durationSeconds / 60), billedCredits, `${milliseconds} ms`);
    }
  });

  it('is the same from the frozen status and from the charge', () => {
    const fixed = session({ phase: 'Settling', endedAt: at(90), credits: 2, closeReason: 'Deleted', counts }, at(91));
    assert.deepEqual(objectView(fixed, start + 1e6), chargeView(charge));
    assert.deepEqual(chargeView(charge), sessionSchema.parse(chargeView(charge)));
  });

  it('has times even when it was never open', () => {
    const { startedAt: _, endedAt: __, expiresAt: ___, ...never } = charge;
    const view = chargeView({ ...never, credits: 0, closeReason: 'StartTimeout' });
    assert.deepEqual(view, sessionSchema.parse(view));
    assert.deepEqual([view.status, view.startedAt, view.durationSeconds], ['error', view.createdAt, 0]);
  });

  it('has a status for each reason, and for unknown ones', () => {
    for (const reason of Object.keys(closeReasons) as CloseReason[])
      assert.equal(statusOf(reason), closeReasons[reason].restStatus);
    for (const reason of ['ObjectGone', 'toString', '']) assert.equal(statusOf(reason), 'error');
    const view = (closeReason: string) => chargeView({ ...charge, closeReason }).closeReason;
    assert.deepEqual(['Deleted', 'BrowserCrashed', 'NodeLost'].map(view), ['deleted', 'browser_crashed', 'node_lost']);
  });
});
