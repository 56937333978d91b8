import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { type AccountRecord, sealProxy } from '@tintype/contracts';
import type { KvEntry } from '@tintype/runtime';
import { NoProxy } from '../browser-session/pass/dependencies.js';
import { AccountProxies } from './account-proxies.js';

const keyOf = (byte: number) => createSecretKey(Buffer.alloc(32, byte));
const url = 'http://user:secret@proxy.example:3128';

const record: AccountRecord = {
  apiKey: 'acme',
  createdAt: '2026-01-01T00:00:00Z',
  disabled: false,
  secrets: [],
  limits: {},
  credits: null,
  creditsBase: 0,
  endpoints: null,
  proxy: sealProxy(keyOf(1), 'acme', url),
};
const get = async () => ({ operation: 'PUT', json: () => record }) as unknown as KvEntry;

describe('the proxy that an account has for its sessions', () => {
  it('is decrypted with the master key that encrypted it', async () => {
    assert.equal(await new AccountProxies({ kv: { get }, masterKey: keyOf(1) }).proxyOf('acme'), url);
  });

  it('is refused if another master key encrypted it', async () => {
    const opening = new AccountProxies({ kv: { get }, masterKey: keyOf(2) }).proxyOf('acme');
    await assert.rejects(opening, NoProxy);
  });
});
