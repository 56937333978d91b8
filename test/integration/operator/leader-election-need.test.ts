import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Lead, type LeaderNeed, LeadershipReturned } from '@tintype/operator/testing';
import { electionStage } from '../../kit/operator/election-stage.js';

/** A need that a test removes and restores. */
class Played implements LeaderNeed {
  readonly name = 'NATS';
  is = true;
  readonly isMet = () => this.is;
}

describe('a leader without what its work needs', () => {
  const stage = async (lead?: Lead) => {
    const played = electionStage();
    const need = new Played();
    const a = played.stand('a', { need, ...(lead && { lead }) });
    await played.clock.advance(0);
    return { ...played, need, a };
  };

  it('gives the lease back after two durations of it, to one who has that', async () => {
    const { clock, stand, need, a } = await stage();
    const b = stand('b', { need: new Played() });
    need.is = false;
    await clock.advance(30_000);
    assert.deepEqual([a.isLeading(), b.isLeading()], [true, false]);
    await clock.advance(2000);
    assert.deepEqual([a.isLeading(), b.isLeading()], [false, true]);
    const { reason } = a.terms[0] ?? assert.fail();
    assert.ok(reason instanceof LeadershipReturned);
    assert.match(reason.message, /without NATS for 30000 ms/);
  });

  it('keeps it where that comes back in time', async () => {
    const { clock, need, a } = await stage();
    for (let time = 0; time < 5; time++) {
      need.is = false;
      await clock.advance(29_000);
      need.is = true;
      await clock.advance(2000);
    }
    assert.deepEqual([a.isLeading(), a.terms.length], [true, 1]);
  });

  it('does not stand again before that is back', async () => {
    const { clock, need, a, lease } = await stage();
    need.is = false;
    await clock.advance(200_000);
    assert.equal(a.isLeading(), false);
    assert.equal((await lease()).spec.holderIdentity, '');
    need.is = true;
    await clock.advance(2000);
    assert.deepEqual([a.isLeading(), a.terms.length], [true, 2]);
  });

  it('holds the lease until its work has ended', async () => {
    const work = Promise.withResolvers<void>();
    const { clock, stand, need, a } = await stage(() => work.promise);
    const b = stand('b');
    need.is = false;
    await clock.advance(60_000);
    assert.deepEqual([a.isLeading(), a.elector.holdsLease(), b.isLeading()], [false, true, false]);
    work.resolve();
    await clock.advance(0);
    assert.deepEqual([a.elector.holdsLease(), b.isLeading()], [false, true]);
  });

  it('ends in order when it is stopped meanwhile', async () => {
    const { clock, need, a, lease } = await stage();
    need.is = false;
    await clock.advance(40_000);
    a.stop.abort();
    await clock.advance(0);
    await a.ended;
    assert.equal((await lease()).spec.holderIdentity, '');
  });

  it('fails as ever when its work does', async () => {
    const failure = new Error('no');
    const { clock, need, a } = await stage(
      (over) => new Promise((_, reject) => over.addEventListener('abort', () => reject(failure))),
    );
    need.is = false;
    const failed = assert.rejects(a.ended, failure);
    await clock.advance(40_000);
    await failed;
  });
});
