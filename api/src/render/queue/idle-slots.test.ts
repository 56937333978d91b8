import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { TintypeError } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import { IdleSlots } from './idle-slots.js';

const on = new AbortController().signal;

/** Nodes with slots in all: a job takes a waiting pull at once, and holds it until `done`. */
const stage = (slots: number) => {
  const consumer = { num_waiting: slots, num_pending: 0, num_ack_pending: 0 };
  const published: string[] = [];
  const seen = { reads: 0, isAway: false };
  let held: Promise<unknown> | undefined;
  const info = async () => {
    seen.reads += 1;
    if (seen.isAway) throw new TintypeError('unavailable');
    const answer = { ...consumer };
    await held;
    return answer;
  };
  const nats = { connected: true, manager: { consumers: { info } } } as unknown as Nats;
  const newApi = () => new IdleSlots(nats, 'batch');
  const api = newApi();
  const begin = (job: string, { signal = on, at = api } = {}) =>
    at.inTurn({ account: job.charAt(0), key: job }, signal, async (jobs) => {
      published.push(job);
      const isTaken = consumer.num_waiting > 0;
      consumer.num_waiting -= isTaken ? 1 : 0;
      consumer[isTaken ? 'num_ack_pending' : 'num_pending'] += 1;
      return jobs;
    });
  const done = (job: string, at = api) => {
    const isNext = consumer.num_pending > 0;
    consumer.num_pending -= isNext ? 1 : 0;
    consumer.num_waiting += isNext ? 0 : 1;
    consumer.num_ack_pending -= isNext ? 0 : 1;
    at.end(job);
  };
  /** Answers of the consumer wait, and tell what was true before. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  return { begin, done, published, seen, newApi, hold };
};

const settle = async () => {
  for (let i = 0; i < 20; i += 1) await turn();
};

describe('IdleSlots', () => {
  it('lets a job onto the queue for each idle slot, and the next when one ends', async () => {
    const { begin, done, published } = stage(2);
    const jobs = ['a1', 'b1', 'a2', 'b2'].map((job) => begin(job));
    assert.deepEqual(await Promise.all(jobs.slice(0, 2)), [Number.POSITIVE_INFINITY, 1], 'the first one looks at none');
    await settle();
    assert.deepEqual(published, ['a1', 'b1']);
    done('a1');
    await jobs[2];
    assert.deepEqual(published, ['a1', 'b1', 'a2']);
    done('b1');
    await jobs[3];
  });

  it('does not pause when its only job ends during a look', async () => {
    const { begin, done, published, hold } = stage(1);
    await begin('a1');
    const release = hold();
    const next = begin('a2');
    await settle();
    done('a1');
    release();
    await settle();
    assert.deepEqual(published, ['a1', 'a2']);
    await next;
  });

  it('prefers an account that came later to one that had a turn', async () => {
    const { begin, done, published } = stage(1);
    await begin('a1');
    const jobs = ['a2', 'b1', 'a3'].map((job) => begin(job));
    for (const job of ['a1', 'b1', 'a2']) {
      done(job);
      await settle();
    }
    await Promise.all(jobs);
    assert.deepEqual(published, ['a1', 'b1', 'a2', 'a3']);
  });

  it('lets each api have one job in the queue', async () => {
    const { begin, done, published, newApi } = stage(1);
    const other = newApi();
    await begin('a1');
    const second = begin('a2');
    await begin('b1', { at: other });
    const third = begin('b2', { at: other });
    await settle();
    assert.deepEqual(published, ['a1', 'b1']);
    done('a1');
    await second;
    done('b1', other);
    await third;
    assert.deepEqual(published, ['a1', 'b1', 'a2', 'b2']);
  });

  it('passes the place of a request that left, or could not publish, to the next', async () => {
    const { begin, done, published, newApi } = stage(1);
    await begin('a1');
    const left = new AbortController();
    const leaving = begin('a2', { signal: left.signal });
    const next = begin('b1');
    left.abort(new Error('left'));
    await assert.rejects(leaving, /left/);
    done('a1');
    await next;
    assert.deepEqual(published, ['a1', 'b1']);
    const api = newApi();
    const full = api.inTurn({ account: 'a', key: 'a3' }, on, () => Promise.reject(new TintypeError('overloaded')));
    await assert.rejects(full, { code: 'overloaded' });
    await begin('a4', { at: api });
  });

  it('lets one job wait where no node is', async () => {
    const { begin, published } = stage(0);
    await begin('a1');
    void begin('a2');
    await settle();
    assert.deepEqual(published, ['a1']);
  });

  it('fails all that wait if NATS does not answer, and begins again', async () => {
    const { begin, seen, done } = stage(1);
    await begin('a1');
    seen.isAway = true;
    const waiting = [begin('a2'), begin('b1')];
    for (const outcome of await Promise.allSettled(waiting))
      assert.equal(outcome.status === 'rejected' && outcome.reason.code, 'unavailable');
    seen.isAway = false;
    done('a1');
    await begin('a2');
  });

  it('asks less often while no slot is idle, and not at all for the only slot', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { begin, done, seen } = stage(1);
    await begin('a1');
    const next = begin('a2');
    for (let ms = 0; ms < 300; ms += 1) {
      await settle();
      t.mock.timers.tick(1);
    }
    assert.ok(seen.reads > 5 && seen.reads < 13, String(seen.reads));
    const { reads } = seen;
    done('a1');
    await next;
    assert.equal(seen.reads, reads);
  });
});
