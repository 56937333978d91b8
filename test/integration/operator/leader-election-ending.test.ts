import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { microTime, StoreUnavailable } from '@tintype/crds';
import { type Lead, LeadershipReturned, whileHoldingLease } from '@tintype/operator/testing';
import { away, electionStage, workUntilOver } from '../../kit/operator/election-stage.js';
import { fails, lease } from '../../kit/stores/leases.js';

describe('the end of a leader', () => {
  it('gives the lease back, and who watches follows at once', async () => {
    const { clock, stand, lease: found } = electionStage();
    const a = stand('a');
    await clock.advance(0);
    const b = stand('b');
    await clock.advance(3000);
    a.stop.abort();
    assert.equal(a.isLeading(), false);
    assert.ok(a.terms[0]?.reason instanceof LeadershipReturned);
    await clock.advance(0);
    assert.ok(b.isLeading());
    assert.equal((await found()).spec.holderIdentity, 'b');
    await a.ended;
  });

  it('leaves a lease without a holder', async () => {
    const { clock, stand, lease: found } = electionStage();
    const a = stand('a');
    await clock.advance(100);
    a.stop.abort();
    await a.ended;
    const { holderIdentity, leaseDurationSeconds, renewTime } = (await found()).spec;
    assert.deepEqual([holderIdentity, leaseDurationSeconds, renewTime], ['', 1, microTime(clock.now())]);
  });

  it('holds the lease until its work has ended, however long that takes', async () => {
    const { clock, stand } = electionStage();
    const lead: Lead = async (...term) => {
      await workUntilOver(...term);
      await new Promise<void>((resolve) => clock.after(40_000, resolve));
    };
    const a = stand('a', { lead });
    await clock.advance(0);
    const b = stand('b');
    a.stop.abort();
    await clock.advance(39_999);
    assert.deepEqual([a.isLeading(), b.isLeading()], [false, false]);
    await clock.advance(1);
    assert.ok(b.isLeading());
  });

  it('lets work that ends write until it has ended', async () => {
    const { clock, store, stand } = electionStage();
    const lead: Lead = async (...term) => {
      await workUntilOver(...term);
      await new Promise<void>((resolve) => clock.after(40_000, resolve));
    };
    const a = stand('a', { lead });
    await clock.advance(0);
    const own = whileHoldingLease(store, a.held[0] ?? assert.fail());
    a.stop.abort();
    await clock.advance(39_000);
    assert.deepEqual([a.isLeading(), a.elector.holdsLease()], [false, true]);
    await own.create('Lease', lease('in-time'));
    await clock.advance(1000);
    assert.equal(a.elector.holdsLease(), false);
    await fails(own.create('Lease', lease('late')), StoreUnavailable, 'none');
  });

  it('lets work that ends write nothing more when the lease is lost in between', async () => {
    const { clock, store, stand } = electionStage();
    const lead: Lead = async (...term) => {
      await workUntilOver(...term);
      await new Promise<void>((resolve) => clock.after(40_000, resolve));
    };
    const a = stand('a', { lead });
    await clock.advance(0);
    const own = whileHoldingLease(store, a.held[0] ?? assert.fail());
    a.stop.abort();
    a.faults.update = away;
    await clock.advance(10_000);
    await fails(own.create('Lease', lease('late')), StoreUnavailable, 'none');
    await clock.advance(40_000);
    await a.ended;
  });

  it('gives back a lease that it may have taken without knowing', async () => {
    const { clock, store, stand, lease: found } = electionStage();
    const a = stand('a');
    a.faults.update = async (...call) => {
      delete a.faults.update;
      await store.update(...call);
      throw new StoreUnavailable('no answer', 'unknown');
    };
    await clock.advance(0);
    a.stop.abort();
    await a.ended;
    assert.equal((await found()).spec.holderIdentity, '');
  });

  it('is not held up by a store that does not answer', async () => {
    const { clock, stand } = electionStage();
    const a = stand('a');
    await clock.advance(0);
    a.faults.update = () => new Promise(() => undefined);
    a.stop.abort();
    await clock.advance(2000);
    await a.ended;
  });

  it('follows late, but follows, when the watch says nothing', async () => {
    const { clock, stand } = electionStage();
    const a = stand('a');
    await clock.advance(0);
    const b = stand('b', { faults: { watch: () => (async function* () {})() } });
    await clock.advance(3000);
    a.stop.abort();
    await clock.advance(2000);
    assert.ok(b.isLeading());
  });

  it('comes with the end of its work, whose failure is its own', async () => {
    const { clock, stand, lease: found } = electionStage();
    const a = stand('a', { lead: () => Promise.reject(new Error('broken')) });
    await clock.advance(0);
    await assert.rejects(a.ended, /broken/);
    assert.equal((await found()).spec.holderIdentity, '');
    assert.match(a.logged.join(), /the work of the leader failed/);
  });

  it('is no failure of work that ends because of it', async () => {
    const { clock, stand } = electionStage();
    const lead: Lead = (term) =>
      new Promise((_resolve, reject) => term.addEventListener('abort', () => reject(term.reason)));
    const a = stand('a', { lead });
    await clock.advance(0);
    a.stop.abort();
    await a.ended;
  });
});
