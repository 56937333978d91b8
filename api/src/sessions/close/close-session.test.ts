import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noActions } from '@tintype/contracts';
import { billingFinalizer, Conflict } from '@tintype/crds';
import { MemoryStore, PlayedClock } from '@tintype/stores/testing';
import { type ClosingDependencies, closeSession } from './close-session.js';

const key = { namespace: 'default', name: 'sess-00000000-0000-4000-8000-00000000abcd' };
const session = 'sess_00000000-0000-4000-8000-00000000abcd';

interface Case {
  name: string;
  /** The uid of the object that the ledger has an open of. */
  open: 'own' | 'of another' | 'none';
  bound?: boolean;
  pod?: 'answers' | 'is silent';
  frees: boolean;
}

const cases: readonly Case[] = [
  { name: 'is free once its pod has answered', open: 'own', frees: true },
  { name: 'stays taken while its pod is silent', open: 'own', pod: 'is silent', frees: false },
  { name: 'is left to the first object of the name', open: 'of another', frees: false },
  { name: 'is left to the first object of the name, unbound', open: 'of another', bound: false, frees: false },
  { name: 'is the operator’s to free before anything was opened', open: 'none', bound: false, frees: false },
];

const stage = async ({ open, bound = true, pod = 'answers' }: Case) => {
  const store = new MemoryStore({ clock: new PlayedClock() });
  const made = await store.create('BrowserSession', {
    apiVersion: 'tintype.dev/v1alpha1',
    kind: 'BrowserSession',
    metadata: { ...key, finalizers: [billingFinalizer] },
    spec: { account: 'acme', maxTtlSeconds: 60 },
  });
  const status = { phase: 'Binding' as const, pod: { name: 'pod', uid: 'pod-uid' } };
  if (bound) await store.updateStatus('BrowserSession', { ...made, status });
  const freed: string[] = [];
  const record = { session, openMs: 1000, confirmed: true, crashed: false, counts: noActions };
  const opens = { own: { uid: made.metadata.uid }, 'of another': { uid: 'another' }, none: undefined };
  const dependencies: ClosingDependencies = {
    store,
    agent: {
      confirm: async () => true,
      close: async () => (pod === 'answers' ? { record } : Promise.reject(new Error('no answer'))),
    },
    slots: { take: async () => true, free: async (_, id) => void freed.push(id) },
    ledger: { findOpen: async () => opens[open] },
  };
  return { dependencies, store, freed };
};

const refuse = () => Promise.reject(new Conflict('written meanwhile'));

describe('the slot of a session that is closed', () => {
  for (const each of cases)
    it(each.name, async () => {
      const { dependencies, freed } = await stage(each);
      const closing = closeSession(dependencies, key);
      if (each.pod === 'is silent') await assert.rejects(closing, /no answer/);
      else assert.ok(await closing);
      assert.deepEqual(freed, each.frees ? [session] : []);
    });
});

describe('a session whose deletion the store refuses for now', () => {
  it('is not reported as gone', async () => {
    const { dependencies, store, freed } = await stage({ name: '', open: 'own', frees: false });
    const refusing = { ...dependencies, store: Object.assign(Object.create(store), { delete: refuse }) };
    await assert.rejects(closeSession(refusing, key), Conflict);
    assert.deepEqual(freed, []);
  });
});

describe('a session whose name belongs to another object now', () => {
  it('is gone, and the other one stays', async () => {
    const { dependencies, store, freed } = await stage({ name: '', open: 'own', frees: false });
    assert.equal(await closeSession(dependencies, { ...key, uid: 'an earlier one' }), undefined);
    const standing = await store.get('BrowserSession', key);
    assert.deepEqual([standing?.metadata.deletionTimestamp, freed], [undefined, []]);
  });
});
