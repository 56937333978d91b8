import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeResult } from '@tintype/contracts';
import { Withdrawn } from './render-request.js';
import { oneByte, rendered, request, stage } from './result-source-fixture.js';

describe('a withdrawn request', () => {
  it('lets a withdrawn request leave a shared wait, which does not end', async () => {
    const { source, published, announce } = stage(() => undefined);
    const led = source.obtain(request());
    const withdrawn = new AbortController();
    const joined = source.obtain({ ...request(), withdrawn: withdrawn.signal });
    while (published.length === 0) await new Promise(setImmediate);
    withdrawn.abort(new Error('cancelled'));
    await assert.rejects(joined, /cancelled/);
    await announce(encodeResult(rendered(published[0]?.id ?? ''), oneByte));
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
    await announce(encodeResult(rendered(published[1]?.id ?? ''), oneByte));
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
    await announce(encodeResult(rendered(published[0]?.id ?? ''), oneByte));
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
    await announce(encodeResult(rendered(published[0]?.id ?? ''), oneByte));
    assert.equal((await first).cache, 'MISS');
  });
});
