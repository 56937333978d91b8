import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeResult, TintypeError } from '@tintype/contracts';
import { oneByte, rendered, request, stage } from './result-source-fixture.js';

describe('ResultSource', () => {
  it('publishes, stores the announced result, confirms it, and unsubscribes', async () => {
    const { source, published, stored, confirmed, listeners } = stage(({ id }, announce) => {
      void announce(encodeResult(rendered(id), oneByte));
    });
    const { cache, body } = await source.obtain(request());
    assert.deepEqual([cache, body, published.length, stored.length, confirmed()], ['MISS', oneByte, 1, 1, 1]);
    assert.equal(listeners.size, 0);
  });

  it('subscribes before it publishes', async () => {
    const { source, order } = stage(({ id }, announce) => void announce(encodeResult(rendered(id), oneByte)));
    await source.obtain(request());
    assert.deepEqual(order.slice(0, 2), ['subscribe', 'publish']);
  });

  it('shares one wait and one copy among identical requests', async () => {
    const { source, published, stored } = stage(({ id }, announce) => {
      setImmediate(() => void announce(encodeResult(rendered(id), oneByte)));
    });
    const answers = await Promise.all([source.obtain(request()), source.obtain(request()), source.obtain(request())]);
    assert.deepEqual(answers.map(({ cache }) => cache).sort(), ['COALESCED', 'COALESCED', 'MISS']);
    assert.deepEqual([published.length, stored.length], [1, 1]);
  });

  it('has a job for each class, and ends the waits of both with the first result', async () => {
    const { source, published, stored } = stage(({ id }, announce) => {
      if (published.length === 2) void announce(encodeResult(rendered(id), oneByte));
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
      if (published.length > 1) void announce(encodeResult(rendered(id), oneByte));
    });
    const short = source.obtain(request({ deadline: Date.now() + 100 }));
    const long = source.obtain(request());
    await assert.rejects(short, { code: 'timeout' });
    assert.equal((await long).cache, 'MISS');
  });

  it('offers a job again that nodes cannot decrypt, and ends after 15 s of nothing else', async (test) => {
    const unopened = (job: string) =>
      encodeResult({ ok: false, job, code: 'unavailable', message: '', timings: {}, unopened: true });
    const now = performance.now.bind(performance);
    let passed = 0;
    test.mock.method(performance, 'now', () => now() + passed);
    const opened = stage(({ id }, announce) => {
      void announce(opened.published.length > 1 ? encodeResult(rendered(id), oneByte) : unopened(id));
    });
    assert.equal((await opened.source.obtain(request())).cache, 'MISS');
    assert.equal(opened.published.length, 2);
    const withPause = (pauseMs: number) => {
      const played = stage(({ id }, announce) => {
        const isFirst = played.published.length === 1;
        const pauses = Array.from({ length: 12 }, (_, at) => (isFirst && at === 4 ? pauseMs : 1500));
        void pauses.reduce<Promise<unknown>>(async (before, gap) => {
          await before;
          passed += gap;
          await announce(unopened(id));
        }, Promise.resolve());
      });
      return played;
    };
    const [steady, broken] = [withPause(2000), withPause(4000)];
    const failure = { code: 'unavailable', message: /^For 15 s, .*`headers`, `cookies` or `httpAuth`/ };
    await assert.rejects(steady.source.obtain(request()), failure);
    await assert.rejects(broken.source.obtain(request()), failure);
    assert.deepEqual([steady.published.length, broken.published.length], [1, 2]);
  });

  it('accepts for a fresh request only the result of its own job', async () => {
    const { source } = stage(({ id }, announce) => {
      void announce(encodeResult(rendered('another'), oneByte)).then(() =>
        announce(encodeResult(rendered(id), oneByte)),
      );
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

  it('asks anew for a joined request with more time if the first one had too little', async () => {
    for (const code of ['timeout', 'overloaded'] as const) {
      const { source, published } = stage(({ id }, announce) => {
        const failure = encodeResult({ ok: false, job: id, code, message: 'Sorry.', timings: {} });
        setImmediate(() => void announce(published.length === 1 ? failure : encodeResult(rendered(id), oneByte)));
      });
      const first = source.obtain(request());
      const joined = source.obtain(request({ deadline: Date.now() + 10_000 }));
      await assert.rejects(first, { code, message: 'Sorry.' });
      assert.equal((await joined).cache, 'MISS');
      assert.equal(published.length, 2);
    }
  });

  it('has no second job for a joined request with the same deadline if the first got no node', async () => {
    const { source, published } = stage(({ id }, announce) => {
      const failure = encodeResult({ ok: false, job: id, code: 'overloaded', message: 'Sorry.', timings: {} });
      setImmediate(() => void announce(failure));
    });
    const both = await Promise.allSettled([source.obtain(request()), source.obtain(request())]);
    for (const each of both) assert.ok(each.status === 'rejected' && each.reason.code === 'overloaded');
    assert.equal(published.length, 1);
  });

  it('says that https was assumed if TLS fails for a URL without scheme', async () => {
    const { source } = stage(({ id }, announce) => {
      void announce(encodeResult({ ok: false, job: id, code: 'target_tls', message: 'Sorry.', timings: {} }));
    });
    for (const [url, message] of [
      ['127.0.0.1:9090', /trusted TLS connection.* The `url` has no scheme, so https was used\. Write http:\/\//],
      ['https://127.0.0.1:9090', /^Sorry\.$/],
    ] as const) {
      const { job, ...rest } = request();
      await assert.rejects(source.obtain({ ...rest, job: { ...job, pairs: { url } } }), {
        code: 'target_tls',
        message,
      });
    }
  });

  it('does not confirm bytes with another hash', async () => {
    const { source, confirmed, stored } = stage(({ id }, announce) => {
      void announce(encodeResult(rendered(id), Uint8Array.of(2))).then(() =>
        announce(encodeResult(rendered(id), oneByte)),
      );
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
      void announce(encodeResult(rendered(first), oneByte));
      throw new TintypeError('unavailable');
    });
    assert.equal((await source.obtain(request())).cache, 'MISS');
    assert.ok(attempts > 1);
  });

  it('gives up after the second failure to store a result, and unsubscribes', async () => {
    const { source, breakStore, listeners, confirmed } = stage(({ id }, announce) => {
      void announce(encodeResult(rendered(id), oneByte));
      void announce(encodeResult(rendered(id), oneByte));
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
