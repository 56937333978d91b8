import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keyText, type Pod } from '@tintype/crds';
import type { ChangeHandler, Lister } from '@tintype/stores';
import { FreshCache } from './fresh-cache.js';

const key = { namespace: 'default', name: 'pod' };

const pod = (resourceVersion: string, metadata: Partial<Pod['metadata']> = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { ...key, uid: 'uid', creationTimestamp: '2030-01-01T00:00:00Z', resourceVersion, ...metadata },
  spec: { containers: [] },
});

/** An informer that a test controls. */
const stage = (first?: Pod) => {
  const objects = new Map<string, Pod>();
  let handler: ChangeHandler<Pod> = () => undefined;
  const observe = (current: Pod | undefined) => {
    const previous = objects.get(keyText(key));
    if (current) objects.set(keyText(key), current);
    else objects.delete(keyText(key));
    handler(previous, current, 'change');
  };
  observe(first);
  const fresh = new FreshCache<'Pod'>({
    cache: { get: (text: string) => objects.get(text) } as Lister<Pod>,
    onChange: (added) => {
      handler = added;
      return () => undefined;
    },
  });
  return { fresh, observe, version: () => fresh.get(key)?.metadata.resourceVersion };
};

describe('a cache that is never behind its own writes', () => {
  it('shows the informer’s object without writes', () => {
    const { version, observe } = stage(pod('1'));
    assert.equal(version(), '1');
    observe(undefined);
    assert.equal(version(), undefined);
  });

  it('shows the last write while the watch tells of those before it', () => {
    const { fresh, version, observe } = stage(pod('1'));
    fresh.noteWrite('1', pod('2'));
    fresh.noteWrite('2', pod('3'));
    assert.equal(version(), '3');
    observe(pod('2'));
    assert.equal(version(), '3');
    observe(pod('3'));
    assert.equal(version(), '3');
  });

  it('shows later writes of others, and not its own version after its time', () => {
    const { fresh, version, observe } = stage(pod('1'));
    fresh.noteWrite('1', pod('2'));
    observe(pod('4'));
    assert.equal(version(), '4');
    // A store never returns to an old version, except after a restore.
    observe(pod('1'));
    assert.equal(version(), '1');
  });

  it('believes the informer when it did not know the version that was written', () => {
    const { fresh, version, observe } = stage(pod('1'));
    fresh.noteWrite('5', pod('6'));
    assert.equal(version(), '1');
    observe(pod('5'));
    assert.equal(version(), '5');
  });

  it('believes the informer that an object is gone', () => {
    const { fresh, version, observe } = stage(pod('1'));
    fresh.noteWrite('1', pod('2'));
    observe(undefined);
    assert.equal(version(), undefined);
    fresh.noteWrite('2', pod('3'));
    assert.equal(version(), undefined);
  });

  it('shows no object that its own write has taken away, and one that waits for its node', () => {
    const { fresh, version } = stage(pod('1'));
    const deletionTimestamp = '2030-01-01T00:01:00Z';
    fresh.noteWrite('1', pod('2', { deletionTimestamp, deletionGracePeriodSeconds: 30 }));
    assert.equal(version(), '2');
    fresh.noteWrite('2', pod('2', { deletionTimestamp, deletionGracePeriodSeconds: 0, finalizers: [] }));
    assert.equal(version(), undefined);
  });

  it('ignores a write that changed nothing', () => {
    const { fresh, version, observe } = stage(pod('1'));
    fresh.noteWrite('1', pod('1'));
    assert.equal(version(), '1');
    observe(pod('2'));
    assert.equal(version(), '2');
  });
});
