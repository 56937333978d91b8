import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { RenderClass } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import { Admission } from './admission.js';

interface Entering {
  class?: RenderClass;
  limit?: number | null;
  left?: AbortController;
}

/** A queue that only counts; `info` fails after `breakDown`. */
const stage = (maxWaiting?: number) => {
  const queue: string[] = [];
  const classes = new Map<string, RenderClass>();
  let broken = false;
  const info = async (_stream: string, { subjects_filter }: { subjects_filter: string }) => {
    if (broken) throw new Error('no connection');
    const [, renderClass, account] = subjects_filter.split('.');
    const own = queue.filter((job) => job.startsWith(`${account}.`) && classes.get(job) === renderClass);
    return { state: { subjects: Object.fromEntries(own.map((job) => [job, 1])) } };
  };
  const slots = async () => ({ num_waiting: 9, num_pending: 0, num_ack_pending: queue.length });
  const nats = { manager: { streams: { info }, consumers: { info: slots } } } as unknown as Nats;
  const admission = new Admission({ nats, ...(maxWaiting === undefined ? {} : { maxWaiting }) });
  const enter = (job: string, entering: Entering = {}) => {
    const { class: renderClass = 'still', limit = 1, left = new AbortController() } = entering;
    classes.set(job, renderClass);
    const candidate = { account: job.split('.')[0] ?? '', key: job, class: renderClass, limit };
    return admission.enter(candidate, left.signal, async () => queue.push(job));
  };
  const done = (job: string) => queue.splice(queue.indexOf(job), 1);
  return { admission, enter, queue, classes, done, breakDown: () => (broken = true) };
};

const settle = async () => {
  for (let i = 0; i < 20; i += 1) await turn();
};

describe('Admission', () => {
  it('admits at most limit jobs of an account, then the next in order as each ends', async () => {
    const { enter, queue, done } = stage();
    await enter('a.1');
    const second = enter('a.2');
    const third = enter('a.3');
    await settle();
    assert.deepEqual(queue, ['a.1']);
    done('a.1');
    await second;
    assert.deepEqual(queue, ['a.2']);
    done('a.2');
    await third;
    assert.deepEqual(queue, ['a.3']);
  });

  it('does not delay another account, or one without a limit', async () => {
    const { enter, queue } = stage();
    await enter('a.1');
    const left = new AbortController();
    const waiting = enter('a.2', { left });
    await enter('b.1');
    await enter('a.3', { limit: null });
    assert.deepEqual(queue, ['a.1', 'b.1', 'a.3']);
    left.abort(new Error('gone'));
    await assert.rejects(waiting);
  });

  it('counts each class alone: a batch does not delay the pictures of its account', async (t) => {
    const { enter, queue, done } = stage();
    const left = new AbortController();
    t.after(() => left.abort(new Error('the test is over')));
    const batch = ['a.1', 'a.2'].map((job) => enter(job, { class: 'batch', left }));
    const pictures = ['a.3', 'a.4'].map((job) => enter(job, { left }));
    await settle();
    assert.deepEqual(queue.toSorted(), ['a.1', 'a.3']);
    done('a.1');
    await batch[1];
    done('a.3');
    await pictures[1];
    assert.deepEqual(queue, ['a.2', 'a.4']);
  });

  it('counts the jobs that other apis have put into the queue', async () => {
    const { enter, queue, done, classes } = stage();
    classes.set('a.1', 'batch');
    queue.push('a.1');
    const own = enter('a.2', { class: 'batch' });
    await settle();
    assert.deepEqual(queue, ['a.1']);
    done('a.1');
    await own;
    assert.deepEqual(queue, ['a.2']);
  });

  it('admits the others when one in the line leaves', async () => {
    const { enter, queue, done } = stage();
    await enter('a.1');
    const left = new AbortController();
    const leaving = enter('a.2', { left });
    const staying = enter('a.3');
    left.abort(new Error('gone'));
    await assert.rejects(leaving);
    done('a.1');
    await staying;
    assert.deepEqual(queue, ['a.3']);
  });

  it('refuses above the limit of waits, and accepts again after one leaves', () => {
    const { admission } = stage(2);
    const arrive = (account: string, renderClass: RenderClass = 'still') =>
      admission.arrive({ account, key: account, class: renderClass, limit: 1 });
    const [leave] = [arrive('a'), arrive('a'), arrive('a')];
    assert.throws(() => arrive('a'), { code: 'rate_limited' });
    arrive('b');
    arrive('a', 'batch');
    leave?.();
    arrive('a');
  });

  it('is unavailable while the queue cannot be read', async () => {
    const { enter, breakDown } = stage();
    breakDown();
    await assert.rejects(enter('a.1'), { code: 'unavailable' });
  });
});
