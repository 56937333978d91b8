import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { encodeResult, type RenderJob, TintypeError } from '@tintype/contracts';
import { createLog, type Msg, type Nats } from '@tintype/runtime';
import type { StoredResult, StoreRequest } from '../results/result-store.js';
import { Admission } from './admission.js';
import { type RenderRequest, Withdrawn } from './render-request.js';
import { ResultBodies } from './result-bodies.js';
import { ResultSource } from './result-source.js';

const log = createLog('test', 'silent');
const key = 'a'.repeat(64);

const rendered = (job: string) => ({
  ok: true as const,
  job,
  contentType: 'image/png',
  length: 1,
  // SHA-256 of the one byte 1.
  sha256: '4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a',
  targetStatus: 200,
  warnings: [],
  timings: {},
});

const request = (options: Partial<RenderRequest> = {}): RenderRequest => ({
  job: {
    endpoint: 'image',
    class: 'still',
    account: 'a',
    key,
    pairs: { url: 'https://example.com' },
    requestId: 'r',
    resultBytes: null,
    deadline: Date.now() + 5000,
  },
  deadline: Date.now() + 5000,
  fresh: false,
  cacheSeconds: 60,
  concurrentRenders: null,
  ...options,
});

/** A queue, a bus and a store in memory; `onPublish` handles a job. */
const stage = (onPublish: (job: RenderJob, announce: (message: Uint8Array) => Promise<void>) => void) => {
  const listeners = new Set<(error: null, message: Msg) => void>();
  const published: RenderJob[] = [];
  const stored: StoreRequest[] = [];
  const order: string[] = [];
  /** The number of the last job that a node has. */
  const queue = { delivered: 0 };
  let confirmed = 0;
  let result: StoredResult | undefined;
  const announce = async (data: Uint8Array) => {
    const respond = () => {
      confirmed += 1;
      return true;
    };
    for (const listener of listeners) listener(null, { data, respond } as unknown as Msg);
  };
  const nats = {
    connection: {
      subscribe: (_: string, { callback }: { callback: (error: null, message: Msg) => void }) => {
        order.push('subscribe');
        listeners.add(callback);
        return { unsubscribe: () => listeners.delete(callback) };
      },
      publish: () => undefined,
    },
    jetstream: {
      publish: async (_: string, text: string) => {
        order.push('publish');
        const job = JSON.parse(text) as RenderJob;
        published.push(job);
        onPublish(job, announce);
      },
    },
    manager: {
      consumers: {
        info: async () => ({
          ...{ num_waiting: 1, num_pending: 0, num_ack_pending: 0 },
          delivered: { stream_seq: queue.delivered },
        }),
      },
      streams: { getMessage: async () => (published.length > 0 ? { seq: published.length } : null) },
    },
  } as unknown as Nats;
  const store = {
    find: async () => {
      order.push('find');
      return result;
    },
    load: async () => result,
    store: async (each: StoreRequest) => {
      stored.push(each);
      result = { record: { job: each.rendered.job } as never, revision: 1, body: each.body };
      return result;
    },
  };
  let up = true;
  const admission = new Admission({ nats });
  const bodies = new ResultBodies(nats);
  const jobKey = createSecretKey(Buffer.alloc(32, 1));
  const results = new ResultSource({ nats, store: store as never, bodies, admission, jobKey, canStore: () => up, log });
  const source = { obtain: (asked: RenderRequest, left = new AbortController().signal) => results.obtain(asked, left) };
  const breakStore = () => {
    store.store = () => Promise.reject(new TintypeError('unavailable'));
  };
  const takeDown = () => {
    up = false;
  };
  const seen = { published, stored, order, listeners, confirmed: () => confirmed };
  return { source, breakStore, takeDown, announce, queue, ...seen };
};

const one = Uint8Array.of(1);

describe('ResultSource', () => {
  it('publishes, stores the announced result, confirms it, and unsubscribes', async () => {
    const { source, published, stored, confirmed, listeners } = stage(({ id }, announce) => {
      void announce(encodeResult(rendered(id), one));
    });
    const { cache, body } = await source.obtain(request());
    assert.deepEqual([cache, body, published.length, stored.length, confirmed()], ['MISS', one, 1, 1, 1]);
    assert.equal(listeners.size, 0);
  });

  it('subscribes before it publishes', async () => {
    const { source, order } = stage(({ id }, announce) => void announce(encodeResult(rendered(id), one)));
    await source.obtain(request());
    assert.deepEqual(order.slice(0, 2), ['subscribe', 'publish']);
  });

  it('shares one wait and one copy among identical requests', async () => {
    const { source, published, stored } = stage(({ id }, announce) => {
      setImmediate(() => void announce(encodeResult(rendered(id), one)));
    });
    const answers = await Promise.all([source.obtain(request()), source.obtain(request()), source.obtain(request())]);
    assert.deepEqual(answers.map(({ cache }) => cache).sort(), ['COALESCED', 'COALESCED', 'MISS']);
    assert.deepEqual([published.length, stored.length], [1, 1]);
  });

  it('lets a withdrawn request leave a shared wait, which does not end', async () => {
    const { source, published, announce } = stage(() => undefined);
    const led = source.obtain(request());
    const withdrawn = new AbortController();
    const joined = source.obtain({ ...request(), withdrawn: withdrawn.signal });
    while (published.length === 0) await new Promise(setImmediate);
    withdrawn.abort(new Error('cancelled'));
    await assert.rejects(joined, /cancelled/);
    await announce(encodeResult(rendered(published[0]?.id ?? ''), one));
    assert.equal((await led).cache, 'MISS');
  });

  it('ends the wait of a withdrawn request when no node has its job', async () => {
    const { source, published, listeners, announce } = stage(() => undefined);
    const withdrawn = new AbortController();
    const obtained = source.obtain(request({ withdrawn: withdrawn.signal }));
    while (published.length === 0) await new Promise(setImmediate);
    const others = source.obtain(request());
    withdrawn.abort(new Withdrawn());
    await assert.rejects(obtained, Withdrawn);
    // Another request that shares the wait begins its own.
    while (published.length === 1) await new Promise(setImmediate);
    assert.equal(listeners.size, 1);
    await announce(encodeResult(rendered(published[1]?.id ?? ''), one));
    assert.equal((await others).cache, 'MISS');
  });

  it('waits on for the result of a withdrawn request that a node renders, and offers it no more', async () => {
    const { source, published, announce, queue, order } = stage(() => undefined);
    const withdrawn = new AbortController();
    const obtained = source.obtain(request({ withdrawn: withdrawn.signal }));
    while (published.length === 0) await new Promise(setImmediate);
    queue.delivered = 1;
    withdrawn.abort(new Withdrawn());
    while (order.filter((each) => each === 'find').length < 2) await new Promise(setImmediate);
    await announce(encodeResult(rendered(published[0]?.id ?? ''), one));
    assert.equal((await obtained).cache, 'MISS');
    assert.equal(published.length, 1);
  });

  it('withdraws a fresh request that waits for another one', async () => {
    const { source, published, announce } = stage(() => undefined);
    const first = source.obtain(request({ fresh: true }));
    while (published.length === 0) await new Promise(setImmediate);
    const withdrawn = new AbortController();
    const second = source.obtain(request({ fresh: true, withdrawn: withdrawn.signal }));
    withdrawn.abort(new Withdrawn());
    await assert.rejects(second, Withdrawn);
    await announce(encodeResult(rendered(published[0]?.id ?? ''), one));
    assert.equal((await first).cache, 'MISS');
  });

  it('has a job for each class, and ends the waits of both with the first result', async () => {
    const { source, published, stored } = stage(({ id }, announce) => {
      if (published.length === 2) void announce(encodeResult(rendered(id), one));
    });
    const batched = request();
    batched.job.class = 'batch';
    const answers = await Promise.all([source.obtain(request()), source.obtain(batched)]);
    assert.deepEqual(
      published.map((job) => job.class),
      ['still', 'batch'],
    );
    assert.deepEqual(
      answers.map(({ cache }) => cache),
      ['COALESCED', 'MISS'],
    );
    assert.equal(new Set(stored.map(({ rendered: { job } }) => job)).size, 1);
  });

  it('keeps each request’s deadline: a later one waits on alone', async () => {
    const { source, published } = stage(({ id }, announce) => {
      if (published.length > 1) void announce(encodeResult(rendered(id), one));
    });
    const short = source.obtain(request({ deadline: Date.now() + 100 }));
    const long = source.obtain(request());
    await assert.rejects(short, { code: 'timeout' });
    assert.equal((await long).cache, 'MISS');
  });

  it('offers a job again that nodes cannot decrypt, and ends after 15 s of that', async (test) => {
    const unopened = (job: string) =>
      encodeResult({ ok: false, job, code: 'unavailable', message: '', timings: {}, unopened: true });
    const now = performance.now.bind(performance);
    let passed = 0;
    test.mock.method(performance, 'now', () => now() + passed);
    const opened = stage(({ id }, announce) => {
      void announce(opened.published.length > 1 ? encodeResult(rendered(id), one) : unopened(id));
    });
    assert.equal((await opened.source.obtain(request())).cache, 'MISS');
    assert.equal(opened.published.length, 2);
    const { source, published } = stage(({ id }, announce) => {
      void announce(unopened(id));
      passed += 8000;
    });
    await assert.rejects(source.obtain(request()), {
      code: 'unavailable',
      message: /`headers`, `cookies` or `httpAuth`/,
    });
    assert.equal(published.length, 3);
  });

  it('accepts for a fresh request only the result of its own job', async () => {
    const { source } = stage(({ id }, announce) => {
      void announce(encodeResult(rendered('another'), one)).then(() => announce(encodeResult(rendered(id), one)));
    });
    const { record } = await source.obtain(request({ fresh: true }));
    assert.notEqual(record.job, 'another');
  });

  it('passes on a failure, but not that another’s job was too slow or too late', async () => {
    const failure = (job: string, code: 'timeout' | 'overloaded' | 'target_dns') =>
      encodeResult({ ok: false, job, code, message: 'Sorry.', timings: {} });
    for (const code of ['target_dns', 'overloaded'] as const) {
      const { source } = stage(({ id }, announce) => {
        void announce(failure('another', 'timeout'))
          .then(() => announce(failure('another', 'overloaded')))
          .then(() => announce(failure(id, code)));
      });
      await assert.rejects(source.obtain(request()), { code, message: 'Sorry.' });
    }
  });

  it('does not confirm bytes with another hash', async () => {
    const { source, confirmed, stored } = stage(({ id }, announce) => {
      void announce(encodeResult(rendered(id), Uint8Array.of(2))).then(() => announce(encodeResult(rendered(id), one)));
    });
    await source.obtain(request());
    assert.deepEqual([confirmed(), stored.length], [1, 1]);
  });

  it('waits on for its job if it cannot be published again', async () => {
    let attempts = 0;
    let first: string | undefined;
    const { source } = stage(({ id }, announce) => {
      attempts += 1;
      first ??= id;
      if (attempts === 1) return;
      void announce(encodeResult(rendered(first), one));
      throw new TintypeError('unavailable');
    });
    assert.equal((await source.obtain(request())).cache, 'MISS');
    assert.ok(attempts > 1);
  });

  it('gives up after the second failure to store a result, and unsubscribes', async () => {
    const { source, breakStore, listeners, confirmed } = stage(({ id }, announce) => {
      void announce(encodeResult(rendered(id), one));
      void announce(encodeResult(rendered(id), one));
    });
    breakStore();
    const longer = request({ deadline: Date.now() + 3_600_000 });
    await assert.rejects(source.obtain(longer), { code: 'unavailable' });
    assert.deepEqual([listeners.size, confirmed()], [0, 0]);
  });

  it('ends with the reason of the client that left, for shared and own waits', async () => {
    for (const fresh of [false, true]) {
      const { source, listeners } = stage(() => undefined);
      const left = new AbortController();
      const waiting = source.obtain(request({ fresh }), left.signal);
      const reason = new Error('the feeder stops');
      left.abort(reason);
      await assert.rejects(waiting, reason);
      assert.equal(listeners.size, 0);
    }
  });

  it('renders nothing while results cannot be stored', async () => {
    const { source, takeDown, published } = stage(() => undefined);
    takeDown();
    await assert.rejects(source.obtain(request()), { code: 'unavailable' });
    assert.equal(published.length, 0);
  });
});
