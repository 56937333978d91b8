import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SharedWaits } from './shared-waits.js';

const client = () => new AbortController();
const gone = new Error('gone');

/** A wait that the test ends. */
const work = () => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let abandoned: AbortSignal | undefined;
  const begin = (signal: AbortSignal) => {
    abandoned = signal;
    return promise;
  };
  return { begin, resolve, reject, isAbandoned: () => abandoned?.aborted };
};

describe('SharedWaits', () => {
  it('gives one outcome to all requests, then drops the wait', async () => {
    const waits = new SharedWaits<string>();
    const { begin, resolve } = work();
    const all = [waits.lead('k', client().signal, begin), waits.join('k', client().signal)];
    resolve('picture');
    assert.deepEqual(await Promise.all(all), ['picture', 'picture']);
    assert.equal(waits.join('k', client().signal), undefined);
  });

  it('continues for the others when the first request leaves', async () => {
    const waits = new SharedWaits<string>();
    const { begin, resolve, isAbandoned } = work();
    const first = client();
    const leading = waits.lead('k', first.signal, begin);
    const joined = waits.join('k', client().signal);
    first.abort(gone);
    await assert.rejects(leading, gone);
    assert.equal(isAbandoned(), false);
    resolve('picture');
    assert.equal(await joined, 'picture');
  });

  it('is aborted when the last request leaves, and takes no more', async () => {
    const waits = new SharedWaits<string>();
    const { begin, isAbandoned } = work();
    const clients = [client(), client()];
    const leading = waits.lead('k', clients[0]!.signal, begin);
    const joined = waits.join('k', clients[1]!.signal);
    for (const each of clients) each.abort(gone);
    await assert.rejects(leading, gone);
    await assert.rejects(joined!, gone);
    assert.equal(isAbandoned(), true);
    assert.equal(waits.join('k', client().signal), undefined);
  });

  it('fails for all, and the next request starts a new wait', async () => {
    const waits = new SharedWaits<string>();
    const [bad, good] = [work(), work()];
    const leading = waits.lead('k', client().signal, bad.begin);
    const joined = waits.join('k', client().signal);
    bad.reject(new Error('no'));
    await assert.rejects(leading, /no/);
    await assert.rejects(joined!, /no/);
    good.resolve('picture');
    assert.equal(await waits.lead('k', client().signal, good.begin), 'picture');
  });
});
