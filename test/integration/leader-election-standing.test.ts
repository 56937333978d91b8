import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { microTime, StoreUnavailable } from '@tintype/crds';
import { LeaderElector } from '@tintype/operator';
import { MemoryStore } from '@tintype/stores';
import { away, electionLease, electionStage, silent } from '../kit/election-stage.js';

describe('standing for leader', () => {
  it('makes the lease, as Kubernetes writes it', async () => {
    const { clock, stand, lease } = electionStage();
    const { isLeading } = stand('a');
    await clock.advance(0);
    assert.ok(isLeading());
    const now = microTime(clock.now());
    assert.deepEqual((await lease()).spec, {
      holderIdentity: 'a',
      leaseDurationSeconds: 15,
      acquireTime: now,
      renewTime: now,
      leaseTransitions: 0,
    });
  });

  it('waits while somebody else renews', async () => {
    const { clock, stand } = electionStage();
    const a = stand('a');
    await clock.advance(0);
    const b = stand('b');
    await clock.advance(300_000);
    assert.deepEqual([a.isLeading(), b.isLeading()], [true, false]);
    assert.equal(a.terms.length, 1);
  });

  it('waits for as long as the holder says, since it last saw the lease change by its own clock', async () => {
    const { clock, store, stand, lease } = electionStage();
    const spec = { holderIdentity: 'x', leaseDurationSeconds: 40, renewTime: microTime(Date.UTC(2001, 0, 1)) };
    await store.create('Lease', { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: electionLease, spec });
    const { isLeading } = stand('a');
    await clock.advance(30_000);
    const found = await lease();
    await store.update('Lease', { ...found, spec: { ...spec, renewTime: microTime(Date.UTC(2001, 0, 2)) } });
    await clock.advance(39_900);
    assert.equal(isLeading(), false);
    await clock.advance(2500);
    assert.ok(isLeading());
  });

  it('counts the holders, and says since when it holds the lease', async () => {
    const { clock, stand, lease } = electionStage();
    const a = stand('a');
    await clock.advance(0);
    a.stop.abort();
    await clock.advance(5000);
    const b = stand('b');
    await clock.advance(0);
    const acquired = clock.now();
    await clock.advance(2000);
    assert.deepEqual((await lease()).spec, {
      holderIdentity: 'b',
      leaseDurationSeconds: 15,
      acquireTime: microTime(acquired),
      renewTime: microTime(acquired + 2000),
      leaseTransitions: 1,
    });
    assert.equal(b.elector.transitions, 1);
    assert.equal(b.elector.renewalAgeMs, 0);
  });

  it('goes on after failures of the store', async () => {
    const { clock, stand } = electionStage();
    const a = stand('a', { faults: { create: away } });
    await clock.advance(10_000);
    assert.equal(a.isLeading(), false);
    delete a.faults.create;
    await clock.advance(2000);
    assert.ok(a.isLeading());
  });

  it('leads when only the answer to its taking of the lease was lost', async () => {
    const { clock, store, stand } = electionStage();
    const a = stand('a');
    a.faults.create = async (...call) => {
      await store.create(...call);
      throw new StoreUnavailable('no answer', 'unknown');
    };
    await clock.advance(2000);
    assert.ok(a.isLeading());
  });

  it('counts its time from when it asked for the lease, not from the answer', async () => {
    const { clock, store, stand } = electionStage();
    const a = stand('a', { faults: { update: away } });
    a.faults.create = async (...call) => {
      const made = await store.create(...call);
      await new Promise<void>((resolve) => clock.after(4000, resolve));
      return made;
    };
    await clock.advance(9999);
    assert.ok(a.isLeading());
    await clock.advance(1);
    assert.equal(a.isLeading(), false);
  });

  it('refuses a timing under which two could lead', () => {
    const options = { store: new MemoryStore(), lease: electionLease, identity: 'a', log: silent };
    const timing = { leaseDurationMs: 10_000, renewDeadlineMs: 10_000, retryPeriodMs: 2000 };
    assert.throws(() => new LeaderElector({ ...options, timing }), RangeError);
    const slow = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 9000 };
    assert.throws(() => new LeaderElector({ ...options, timing: slow }), RangeError);
  });
});
