import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Invalid } from '@tintype/crds';
import { filterOf, keyOfSubject, subjectOf } from './object-subjects.js';

describe('the subject of an object', () => {
  it('names it, and is read back, dots in the name and all', () => {
    for (const name of ['a', 'a.b.c']) {
      const subject = subjectOf('objects', 'Pod', { namespace: 'space', name });
      assert.equal(subject, `$KV.objects.Pod.space.${name}`);
      assert.deepEqual(keyOfSubject(subject), { namespace: 'space', name });
    }
  });

  it('has no wildcards', () => {
    for (const part of ['*', '>', 'a.>', '', 'a..b', 'a b']) {
      assert.throws(() => subjectOf('objects', 'Pod', { namespace: 'space', name: part }), Invalid);
      assert.throws(() => subjectOf('objects', 'Pod', { namespace: part, name: 'a' }), Invalid);
    }
    assert.throws(() => subjectOf('objects', 'Pod', { namespace: 'a.b', name: 'a' }), Invalid);
  });
});

describe('the filter of a selector', () => {
  it('is as narrow as namespace and name allow', () => {
    const labels = { a: 'b' };
    assert.equal(filterOf('objects', 'Pod', {}), '$KV.objects.Pod.>');
    assert.equal(filterOf('objects', 'Pod', { namespace: 'space', labels }), '$KV.objects.Pod.space.>');
    assert.equal(filterOf('objects', 'Pod', { name: 'a.b' }), '$KV.objects.Pod.*.a.b');
    assert.equal(filterOf('objects', 'Pod', { namespace: 'space', name: 'a' }), '$KV.objects.Pod.space.a');
  });
});
