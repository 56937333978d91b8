import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Forbidden, type LeaseSpec, microTime, NotFound, StoreUnavailable } from '@tintype/crds';
import { LeaderElector } from '@tintype/operator/testing';
import { MemoryStore } from '@tintype/stores/testing';
import { away, electionLease, electionStage, silent } from '../../kit/operator/election-stage.js';

describe('standing for leader', () => {
  it('makes the lease where there is none, and leads only once it has been there for its duration', async () => {
    const { clock, store, stand, lease } = electionStage();
    await store.delete('Lease', electionLease);
    const { isLeading } = stand('a');
    await clock.advance(0);
    const { renewTime, ...spec } = (await lease()).spec;
    assert.deepEqual([renewTime, spec], [microTime(clock.now()), { holderIdentity: '', leaseDurationSeconds: 15 }]);
    await clock.advance(14_999);
    assert.equal(isLeading(), false);
    await clock.advance(1);
    assert.ok(isLeading());
    assert.equal((await lease()).spec.leaseTransitions, 0);
  });

  it('begins to wait again when what it made is deleted, too', async () => {
    const { clock, store, stand } = electionStage();
    await store.delete('Lease', electionLease);
    const { isLeading } = stand('a');
    await clock.advance(14_500);
    await store.delete('Lease', electionLease);
    await clock.advance(14_900);
    assert.equal(isLeading(), false);
    await clock.advance(2500);
    assert.ok(isLeading());
  });

  it('takes the lease, as Kubernetes writes it', async () => {
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

  it('waits while another holder renews', async () => {
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
    await store.update('Lease', { ...(await lease()), spec });
    const { isLeading } = stand('a');
    await clock.advance(30_000);
    const found = await lease();
    await store.update('Lease', { ...found, spec: { ...spec, renewTime: microTime(Date.UTC(2001, 0, 2)) } });
    await clock.advance(39_900);
    assert.equal(isLeading(), false);
    await clock.advance(2500);
    assert.ok(isLeading());
  });

  it('waits while another holder may lead whose lease was deleted, even if it never saw that lease', async () => {
    const { clock, store, stand } = electionStage();
    const a = stand('a');
    await clock.advance(0);
    Object.assign(a.faults, { get: away, create: away, update: away });
    await store.delete('Lease', electionLease);
    const b = stand('b');
    await clock.advance(9999);
    assert.deepEqual([a.isLeading(), b.isLeading()], [true, false]);
    await clock.advance(8000);
    assert.deepEqual([a.isLeading(), b.isLeading()], [false, true]);
  });

  const meddled: [what: string, spec: LeaseSpec][] = [
    ['has no holder, and was not given back', { holderIdentity: '' }],
    ['says a shorter time than others take', { leaseDurationSeconds: 1 }],
    ['says a time that is past', { leaseDurationSeconds: -5 }],
    ['says text for a time', { leaseDurationSeconds: 'abc' as never }],
    ['says an object for a time', { leaseDurationSeconds: {} as never }],
    ['has no holder, and says text for a time', { holderIdentity: '', leaseDurationSeconds: '1' as never }],
  ];
  for (const [what, spec] of meddled) {
    it(`waits for its own duration where the lease ${what}`, async () => {
      const { clock, store, stand, lease } = electionStage();
      const a = stand('a');
      await clock.advance(0);
      Object.assign(a.faults, { get: away, update: away });
      const found = await lease();
      await store.update('Lease', { ...found, spec: { ...found.spec, ...spec } });
      const b = stand('b');
      await clock.advance(14_999);
      assert.deepEqual([a.isLeading(), b.isLeading()], [false, false]);
      await clock.advance(1);
      assert.ok(b.isLeading());
    });
  }

  it('counts at most ten lease durations, and says so once', async () => {
    const { clock, store, stand, lease } = electionStage();
    const spec = { holderIdentity: 'x', leaseDurationSeconds: 2_147_483_647 };
    await store.update('Lease', { ...(await lease()), spec });
    const { isLeading, logged } = stand('a');
    await clock.advance(149_999);
    assert.equal(isLeading(), false);
    await clock.advance(1);
    assert.ok(isLeading());
    assert.deepEqual(logged, ["another holder's lease lasts too long: waiting the longest allowed time"]);
  });

  const counts: [what: string, before: unknown, after: number][] = [
    ['as far as Kubernetes does', 2_147_483_646, 2_147_483_647],
    ['no further', 2_147_483_647, 2_147_483_647],
    ['from 0 where there is no number', 'abc', 0],
  ];
  for (const [what, before, after] of counts) {
    it(`counts the holders, ${what}`, async () => {
      const { clock, store, stand, lease } = electionStage();
      const found = await lease();
      await store.update('Lease', { ...found, spec: { ...found.spec, leaseTransitions: before as never } });
      const { elector } = stand('a');
      await clock.advance(0);
      assert.deepEqual([(await lease()).spec.leaseTransitions, elector.transitions], [after, after]);
    });
  }

  it('does not take a recreated copy of its lease for its own', async () => {
    const { clock, store, stand, lease } = electionStage();
    const a = stand('a');
    await clock.advance(0);
    const { spec, ...object } = await lease();
    await store.delete('Lease', electionLease);
    await store.create('Lease', { ...object, metadata: electionLease, spec });
    await clock.advance(2500);
    assert.equal(a.isLeading(), false);
    await clock.advance(14_000);
    assert.equal(a.isLeading(), false);
    await clock.advance(2500);
    assert.ok(a.isLeading());
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

  const hindrances: [what: string, error: Error, hindrance: RegExp | undefined][] = [
    ['there is no namespace for the lease', new NotFound('no'), /^Namespace "tintype" does not exist\.$/],
    ['it may not make the lease', new Forbidden('x may not create leases'), /^x may not create leases$/],
    ['the store is away', new StoreUnavailable('away', 'none'), undefined],
  ];
  for (const [what, error, hindrance] of hindrances) {
    it(`says ${hindrance ? 'that a person has to do something' : 'nothing'} while ${what}, and stands on`, async () => {
      const { clock, store, stand } = electionStage();
      await store.delete('Lease', electionLease);
      const a = stand('a', { faults: { create: () => Promise.reject(error) } });
      await clock.advance(10_000);
      if (hindrance) assert.match(a.elector.hindrance ?? '', hindrance);
      else assert.equal(a.elector.hindrance, undefined);
      delete a.faults.create;
      await clock.advance(20_000);
      assert.deepEqual([a.isLeading(), a.elector.hindrance], [true, undefined]);
    });
  }

  it('continues after failures of the store', async () => {
    const { clock, stand } = electionStage();
    const a = stand('a', { faults: { update: away } });
    await clock.advance(10_000);
    assert.equal(a.isLeading(), false);
    delete a.faults.update;
    await clock.advance(2000);
    assert.ok(a.isLeading());
  });

  it('leads when only the answer to its taking of the lease was lost', async () => {
    const { clock, store, stand } = electionStage();
    const a = stand('a');
    a.faults.update = async (...call) => {
      delete a.faults.update;
      await store.update(...call);
      throw new StoreUnavailable('no answer', 'unknown');
    };
    await clock.advance(2000);
    assert.ok(a.isLeading());
    assert.equal(a.elector.transitions, 0);
  });

  it('makes the lease once when only the answer to that was lost', async () => {
    const { clock, store, stand } = electionStage();
    await store.delete('Lease', electionLease);
    const a = stand('a');
    a.faults.create = async (...call) => {
      await store.create(...call);
      throw new StoreUnavailable('no answer', 'unknown');
    };
    await clock.advance(17_500);
    assert.ok(a.isLeading());
  });

  it('counts its time from when it asked for the lease, not from the answer', async () => {
    const { clock, store, stand } = electionStage();
    const a = stand('a');
    a.faults.update = async (...call) => {
      a.faults.update = away;
      const taken = await store.update(...call);
      await new Promise<void>((resolve) => clock.after(4000, resolve));
      return taken;
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
