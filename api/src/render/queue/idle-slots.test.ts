import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { TintypeError } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import { IdleSlots } from './idle-slots.js';

const on = new AbortController().signal;

/** A node with slots: each job takes a waiting pull at once, and holds it until `done`. */
const stage = (slots: number) => {
  const consumer = { num_waiting: slots, num_pending: 0, num_ack_pending: 0 };
  const published: string[] = [];
  let reads = 0;
  const info = async () => {
    reads += 1;
    if (consumer.num_waiting < 0) throw new TintypeError('unavailable');
    return { ...consumer };
  };
  const nats = { connected: true, manager: { consumers: { info } } } as unknown as Nats;
  const idle = new IdleSlots(nats, 'batch');
  const begin = (job: string, signal = on) =>
    idle.inTurn(job.charAt(0), signal, async (jobs) => {
      published.push(job);
      if (consumer.num_waiting > 0) {
        consumer.num_waiting -= 1;
        consumer.num_ack_pending += 1;
      } else consumer.num_pending += 1;
      return jobs;
    });
  const done = () => {
    consumer.num_waiting += 1;
    consumer.num_ack_pending -= 1;
    idle.lookAgain();
  };
  return { begin, done, published, consumer, reads: () => reads };
};

const settle = async () => {
  for (let i = 0; i < 20; i += 1) await turn();
};

describe('IdleSlots', () => {
  it('lets a job onto the queue for each idle slot, and the next when one ends', async () => {
    const { begin, done, published } = stage(2);
    const jobs = ['a1', 'b1', 'a2', 'b2'].map((job) => begin(job));
    assert.deepEqual(await Promise.all(jobs.slice(0, 2)), [0, 1], 'each knows the jobs before it');
    await settle();
    assert.deepEqual(published, ['a1', 'b1']);
    done();
    await jobs[2];
    assert.deepEqual(published, ['a1', 'b1', 'a2']);
    done();
    await jobs[3];
  });

  it('prefers an account that came later to one that had a turn', async () => {
    const { begin, done, published } = stage(1);
    await begin('a1');
    const jobs = ['a2', 'b1', 'a3'].map((job) => begin(job));
    for (let at = 0; at < jobs.length; at += 1) {
      done();
      await settle();
    }
    await Promise.all(jobs);
    assert.deepEqual(published, ['a1', 'b1', 'a2', 'a3']);
  });

  it('passes the place of a request that left to the next', async () => {
    const { begin, done, published } = stage(1);
    await begin('a1');
    const left = new AbortController();
    const leaving = begin('a2', left.signal);
    const next = begin('b1');
    left.abort(new Error('left'));
    await assert.rejects(leaving, /left/);
    done();
    await next;
    assert.deepEqual(published, ['a1', 'b1']);
  });

  it('lets one job wait where no node is', async () => {
    const { begin, published } = stage(0);
    await begin('a1');
    void begin('a2');
    await settle();
    assert.deepEqual(published, ['a1']);
  });

  it('fails all that wait if NATS does not answer, and begins again', async () => {
    const { begin, consumer } = stage(-1);
    for (const waiting of [begin('a1'), begin('b1')]) await assert.rejects(waiting, { code: 'unavailable' });
    consumer.num_waiting = 1;
    assert.equal(await begin('a1'), 0);
  });

  it('asks less often while no slot is idle', async () => {
    const { begin, reads } = stage(1);
    await begin('a1');
    void begin('a2');
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.ok(reads() > 5 && reads() < 25, String(reads()));
  });
});
