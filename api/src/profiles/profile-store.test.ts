import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { limits, type StorageState } from '@tintype/contracts';
import { ProfileStore, type ProfileStoreOptions } from './profile-store.js';

const id = { account: 'acme', name: 'shop' };
const stateWith = (value: string): StorageState => ({
  cookies: [{ name: 'visit', value, domain: 'shop.example', path: '/' }],
  origins: [],
});

/** A store over a bucket in memory whose calls `before` can hold up or fail. */
const startStore = () => {
  const values = new Map<string, string>();
  const faults: { before: (call: string, key: string) => Promise<void> } = { before: async () => undefined };
  const entry = (key: string, text: string) => ({
    ...{ key, operation: 'PUT', revision: text.length },
    ...{ string: () => text, json: () => JSON.parse(text) },
  });
  const set = async (call: string, key: string, text: string) => {
    await faults.before(call, key);
    values.set(key, text);
    return text.length;
  };
  const kv = {
    get: async (key: string) => {
      await faults.before('get', key);
      const text = values.get(key);
      return text === undefined ? null : entry(key, text);
    },
    create: (key: string, text: string) => set('create', key, text),
    update: (key: string, text: string) => set('update', key, text),
    purge: async (key: string) => void values.delete(key),
    keys: async () => [...values.keys()].filter((key) => key.startsWith('bytes.')),
    history: async () => [...values].filter(([key]) => key.startsWith('record.')).map((each) => entry(...each)),
  } as unknown as ProfileStoreOptions['kv'];
  const store = new ProfileStore({ kv, masterKey: createSecretKey(randomBytes(32)), log: { warn: () => undefined } });
  const save = async (state: StorageState) => store.end(await store.begin(id), { state, session: 'sess_1' });
  return { store, save, faults, keys: () => [...values.keys()] };
};

describe('a profile', () => {
  it('that is saved while it is read is read as it is then', async () => {
    const { store, save, faults } = startStore();
    await save(stateWith('first'));
    faults.before = async (call, key) => {
      if (call !== 'get' || !key.startsWith('bytes.')) return;
      faults.before = async () => undefined;
      await save(stateWith('second'));
    };
    assert.deepEqual(await store.state(id), stateWith('second'));
  });

  it('of which a part cannot be stored leaves no part', async () => {
    const { save, faults, keys } = startStore();
    faults.before = async (_, key) => {
      if (key.endsWith('.1')) throw new Error('no answer');
    };
    await assert.rejects(save(stateWith('x'.repeat(2 * limits.inlineResultBytes))), { code: 'unavailable' });
    assert.deepEqual(keys(), []);
  });
});
