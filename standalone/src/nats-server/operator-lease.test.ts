import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Conflict, type Lease } from '@tintype/crds';
import { type LeaseStore, OperatorLease } from './operator-lease.js';

/** A lease of this holder; `onUpdate` comes before each write. */
const stage = (holderIdentity: string, onUpdate: (lease: Lease) => void = () => undefined) => {
  let lease = { metadata: { resourceVersion: '1' }, spec: { holderIdentity, leaseDurationSeconds: 15 } } as Lease;
  const write = (holder: string) => {
    const { metadata, spec } = lease;
    const resourceVersion = `${Number(metadata.resourceVersion) + 1}`;
    lease = { ...lease, metadata: { ...metadata, resourceVersion }, spec: { ...spec, holderIdentity: holder } };
  };
  const store = {
    get: async () => lease,
    update: async (_kind: string, next: Lease) => {
      onUpdate(next);
      if (next.metadata.resourceVersion !== lease.metadata.resourceVersion) throw new Conflict('written meanwhile');
      lease = next;
      return next;
    },
  } as unknown as LeaseStore;
  return { store, write, spec: () => lease.spec };
};

/** Held by the process with that name. */
const heldBy = (identity: string) => `${identity}-4fd1`;

describe('the lease of an operator that is gone', () => {
  it('is vacated, so that nobody waits for its end', async () => {
    const { store, write, spec } = stage('');
    const lease = new OperatorLease(store);
    write(heldBy(lease.newIdentity()));
    await lease.giveBack();
    assert.deepEqual([spec().holderIdentity, spec().leaseDurationSeconds], ['', 1]);
  });

  it('stays with any other holder', async () => {
    const { store, write, spec } = stage('another');
    const lease = new OperatorLease(store);
    const earlier = heldBy(lease.newIdentity());
    lease.newIdentity();
    for (const holder of ['another', earlier, 'standalone-4fd1', '']) {
      write(holder);
      await lease.giveBack();
      assert.deepEqual([spec().holderIdentity, spec().leaseDurationSeconds], [holder, 15]);
    }
  });

  for (const [name, holderOf, expected] of [
    ['its own late renewal', (own: string) => own, ''],
    ['another operator', () => 'another', 'another'],
  ] as const)
    it(`is read again after a write meanwhile by ${name}`, async () => {
      let own = '';
      let writes = 0;
      const { store, write, spec } = stage('', () => {
        writes += 1;
        if (writes === 1) write(holderOf(own));
      });
      const lease = new OperatorLease(store);
      own = heldBy(lease.newIdentity());
      write(own);
      await lease.giveBack();
      assert.equal(spec().holderIdentity, expected);
    });
});
