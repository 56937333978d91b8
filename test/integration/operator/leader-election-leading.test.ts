import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StoreUnavailable } from '@tintype/crds';
import { type Lead, LeaderElector, LeadershipLost, whileHoldingLease } from '@tintype/operator/testing';
import { PlayedClock } from '@tintype/stores/testing';
import { away, electionLease, electionStage, silent, workUntilOver } from '../../kit/operator/election-stage.js';
import { fails, lease } from '../../kit/stores/leases.js';

describe('a leader', () => {
  it('stops leading after the renew deadline, and leads again later', async () => {
    const { clock, stand, lease } = electionStage();
    const a = stand('a');
    await clock.advance(0);
    a.faults.update = away;
    await clock.advance(9999);
    assert.ok(a.isLeading());
    await clock.advance(1);
    assert.equal(a.isLeading(), false);
    assert.ok(a.terms[0]?.reason instanceof LeadershipLost);
    delete a.faults.update;
    await clock.advance(2000);
    assert.ok(a.isLeading());
    assert.equal(a.terms.length, 2);
    assert.equal((await lease()).spec.leaseTransitions, 0);
  });

  it('knows that its time is over before any timer has run', async () => {
    const { store } = electionStage();
    const clock = new PlayedClock();
    let asleep = 0;
    const paused = { ...clock, monotonic: () => clock.monotonic() + asleep };
    const elector = new LeaderElector({ store, lease: electionLease, identity: 'a', log: silent, clock: paused });
    let term: AbortSignal | undefined;
    void elector.run(new AbortController().signal, (over, held) => {
      term = over;
      return workUntilOver(over, held);
    });
    await clock.advance(0);
    assert.ok(elector.isLeading());
    asleep = 10_000;
    assert.equal(elector.isLeading(), false);
    assert.ok(term?.aborted);
  });

  it('leads no longer because an old renewal is answered late', async () => {
    const { clock, store, stand } = electionStage();
    const a = stand('a');
    await clock.advance(0);
    const answered = Promise.withResolvers<void>();
    a.faults.update = async (...call) => {
      const renewed = await store.update(...call);
      await answered.promise;
      return renewed;
    };
    await clock.advance(10_000);
    answered.resolve();
    assert.equal(a.isLeading(), false);
  });

  it('gives a call that hangs half of the deadline, and tries again', async () => {
    const { clock, stand } = electionStage();
    const a = stand('a');
    await clock.advance(0);
    a.faults.update = () => new Promise(() => undefined);
    await clock.advance(6000);
    delete a.faults.update;
    await clock.advance(60_000);
    assert.ok(a.isLeading());
    assert.equal(a.terms.length, 1);
  });

  it('reads back a renewal whose answer was lost', async () => {
    const { clock, store, stand } = electionStage();
    const a = stand('a');
    await clock.advance(0);
    a.faults.update = async (...call) => {
      await store.update(...call);
      throw new StoreUnavailable('no answer', 'unknown');
    };
    await clock.advance(5000);
    delete a.faults.update;
    await clock.advance(60_000);
    assert.ok(a.isLeading());
    assert.equal(a.terms.length, 1);
  });

  it('keeps leading when another holder writes the lease without taking it', async () => {
    const { clock, store, stand, lease } = electionStage();
    const a = stand('a');
    await clock.advance(1000);
    const found = await lease();
    await store.update('Lease', { ...found, metadata: { ...found.metadata, labels: { seen: 'yes' } } });
    await clock.advance(60_000);
    assert.ok(a.isLeading());
    assert.equal(a.terms.length, 1);
    assert.deepEqual((await lease()).metadata.labels, { seen: 'yes' });
  });

  it('stops leading as soon as it sees that the lease is another holder’s', async () => {
    const { clock, store, stand, lease } = electionStage();
    const a = stand('a');
    await clock.advance(0);
    const found = await lease();
    await store.update('Lease', { ...found, spec: { ...found.spec, holderIdentity: 'x' } });
    await clock.advance(3000);
    assert.equal(a.isLeading(), false);
    assert.match(String(a.terms[0]?.reason), /held by "x"/);
  });

  it('stops leading as soon as it sees that the lease was deleted', async () => {
    const { clock, store, stand } = electionStage();
    const a = stand('a');
    await clock.advance(0);
    await store.delete('Lease', electionLease);
    await clock.advance(2500);
    assert.match(String(a.terms[0]?.reason), /deleted/);
  });

  it('keeps its time when the lease was deleted and it cannot know', async () => {
    const { clock, store, stand } = electionStage();
    const a = stand('a');
    await clock.advance(0);
    const b = stand('b');
    await clock.advance(0);
    Object.assign(a.faults, { get: away, create: away, update: away });
    await store.delete('Lease', electionLease);
    await clock.advance(9000);
    assert.deepEqual([a.isLeading(), b.isLeading()], [true, false]);
    await clock.advance(9000);
    assert.deepEqual([a.isLeading(), b.isLeading()], [false, true]);
  });

  it('stands again only once its work has ended', async () => {
    const { clock, stand } = electionStage();
    const lead: Lead = async (...term) => {
      await workUntilOver(...term);
      await new Promise<void>((resolve) => clock.after(30_000, resolve));
    };
    const a = stand('a', { lead });
    await clock.advance(0);
    a.faults.update = away;
    await clock.advance(10_000);
    delete a.faults.update;
    await clock.advance(29_999);
    assert.equal(a.terms.length, 1);
    await clock.advance(2000);
    assert.equal(a.terms.length, 2);
  });
});

describe('a leader that lost the lease', () => {
  it('writes nothing more through its store', async () => {
    const { clock, store, stand } = electionStage();
    const a = stand('a');
    await clock.advance(0);
    const own = whileHoldingLease(store, a.held[0] ?? assert.fail());
    const made = await own.create('Lease', lease('made'));
    a.faults.update = away;
    await clock.advance(10_000);
    await fails(own.create('Lease', lease('late')), StoreUnavailable, 'none');
    await fails(own.update('Lease', { ...made, spec: {} }), StoreUnavailable, 'none');
    await fails(own.updateStatus('Lease', made), StoreUnavailable, 'none');
    await fails(own.delete('Lease', made.metadata), StoreUnavailable, 'none');
    assert.deepEqual(await own.get('Lease', made.metadata), made);
  });

  it('writes nothing of an earlier term when it leads again', async () => {
    const { clock, store, stand } = electionStage();
    const a = stand('a');
    await clock.advance(0);
    a.faults.update = away;
    await clock.advance(10_000);
    delete a.faults.update;
    await clock.advance(2000);
    assert.ok(a.isLeading());
    const [earlier, later] = a.held.map((term) => whileHoldingLease(store, term));
    await fails(earlier?.create('Lease', lease('earlier')) ?? assert.fail(), StoreUnavailable, 'none');
    await later?.create('Lease', lease('later'));
  });

  it('stands again when its work failed at a write that came too late', async () => {
    const { clock, store, stand } = electionStage();
    const lead: Lead = async (over, term) => {
      await workUntilOver(over, term);
      await whileHoldingLease(store, term).create('Lease', lease('late'));
    };
    const a = stand('a', { lead });
    await clock.advance(0);
    a.faults.update = away;
    await clock.advance(10_000);
    delete a.faults.update;
    await clock.advance(2000);
    assert.ok(a.isLeading());
    assert.equal(a.terms.length, 2);
  });

  it('leaves it to others, also when its work does not end', async () => {
    const { clock, stand } = electionStage();
    const a = stand('a', { lead: () => new Promise(() => undefined) });
    await clock.advance(0);
    const b = stand('b');
    a.faults.update = away;
    await clock.advance(10_000);
    delete a.faults.update;
    await clock.advance(10_000);
    assert.deepEqual([a.isLeading(), b.isLeading()], [false, true]);
  });
});
