import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserPool, OwnerReference } from '@tintype/crds';
import {
  controllerKey,
  controllerOf,
  controllerReference,
  hasFinalizer,
  isControlledBy,
  ownKey,
  withFinalizer,
  withoutFinalizer,
} from './object-metadata.js';

const pool: BrowserPool = {
  apiVersion: 'tintype.dev/v1alpha1',
  kind: 'BrowserPool',
  metadata: { namespace: 'n', name: 'default', uid: 'u1', resourceVersion: '1', creationTimestamp: '' },
  spec: { replicas: 2, maxAgeSeconds: 3600 },
};

const podOf = (...ownerReferences: OwnerReference[]) => ({
  metadata: { namespace: 'n', name: 'pod', ownerReferences },
});

const plainOwner: OwnerReference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'c', uid: 'u2' };

describe('owner references', () => {
  it('name the controller with its uid', () => {
    const reference = controllerReference(pool);
    assert.deepEqual(reference, {
      apiVersion: 'tintype.dev/v1alpha1',
      kind: 'BrowserPool',
      name: 'default',
      uid: 'u1',
      controller: true,
      blockOwnerDeletion: false,
    });
    assert.equal(controllerOf(podOf(plainOwner, reference)), reference);
    assert.equal(controllerOf(podOf(plainOwner)), undefined);
    assert.equal(controllerOf({ metadata: { namespace: 'n', name: 'pod' } }), undefined);
  });

  it('tell an owner from a later one of its name', () => {
    const pod = podOf(controllerReference(pool));
    assert.equal(isControlledBy(pod, pool), true);
    assert.equal(isControlledBy(pod, { metadata: { uid: 'u3' } }), false);
  });

  it('give the keys to work on', () => {
    const keyOfPool = controllerKey('BrowserPool');
    assert.deepEqual(ownKey(pool), ['n/default']);
    assert.deepEqual(keyOfPool(podOf(plainOwner, controllerReference(pool))), ['n/default']);
    assert.deepEqual(keyOfPool(podOf({ ...controllerReference(pool), apiVersion: 'other/v1' })), []);
    assert.deepEqual(controllerKey('BrowserSession')(podOf(controllerReference(pool))), []);
    assert.deepEqual(keyOfPool(podOf(plainOwner)), []);
  });
});

const mine = 'tintype.dev/billing';
const objectWith = (...finalizers: string[]) => ({ metadata: { name: 'a', finalizers }, spec: { x: 1 } });

describe('finalizers', () => {
  it('are added at the end, once', () => {
    const object = objectWith('other');
    const added = withFinalizer(object, mine);
    assert.deepEqual(added, objectWith('other', mine));
    assert.equal(withFinalizer(added, mine), added);
    assert.deepEqual(withFinalizer({ metadata: {} }, mine), { metadata: { finalizers: [mine] } });
    assert.deepEqual(object, objectWith('other'));
  });

  it('are removed, and others stay', () => {
    const object = objectWith('one', mine, 'other');
    assert.deepEqual(withoutFinalizer(object, mine), objectWith('one', 'other'));
    const without = objectWith('one');
    assert.equal(withoutFinalizer(without, mine), without);
  });

  it('are found by their whole name', () => {
    assert.equal(hasFinalizer(objectWith(mine), mine), true);
    assert.equal(hasFinalizer(objectWith(`${mine}s`), mine), false);
    assert.equal(hasFinalizer({ metadata: {} }, mine), false);
  });
});
