import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { UnreadableAccount } from '@tintype/contracts';
import { AccountProxies, type Accounts, StoredAccounts } from '@tintype/operator/testing';
import { type AccountReplica, AccountsCluster, masterKey, otherMasterKey } from '../../kit/service/accounts-cluster.js';

describe('accounts as the operator reads them', { timeout: 600_000 }, () => {
  let cluster: AccountsCluster;
  let replica: AccountReplica;
  let accounts: Accounts;

  before(async () => {
    cluster = await AccountsCluster.start();
  });
  beforeEach(async () => {
    await cluster.reset();
    replica = await cluster.replica();
    accounts = new StoredAccounts(replica.kv);
  });
  after(() => cluster?.stop());

  it('are what the api has written last', async () => {
    await replica.store.create({ id: 'a' });
    assert.deepEqual(await accounts.find('a'), { disabled: false, concurrentSessions: 5 });
    await replica.store.update('a', { disabled: true, limits: { concurrentSessions: 0 } });
    assert.deepEqual(await accounts.find('a'), { disabled: true, concurrentSessions: 0 });
    await replica.store.update('a', { disabled: false, limits: { concurrentSessions: 'default' } });
    assert.deepEqual(await accounts.find('a'), { disabled: false, concurrentSessions: 5 });
  });

  it('are unknown when they were never there or are deleted, and when the id can be none', async () => {
    await replica.store.create({ id: 'gone' });
    await replica.kv.delete('gone');
    for (const id of ['never', 'gone', '', '*', 'a.b', 'a b', '>'])
      assert.equal(await accounts.find(id), undefined, id);
  });

  const named = { apiKey: 'k', createdAt: '2026-01-01T00:00:00Z', disabled: false, secrets: [] };
  const whole = { ...named, limits: {}, credits: null, endpoints: null };
  for (const [what, record] of [
    ['no JSON', '{'],
    ['not an account', JSON.stringify({ disabled: false })],
    ['an account without a number of sessions', JSON.stringify({ ...whole, limits: { concurrentSessions: null } })],
    ['an account with half a session', JSON.stringify({ ...whole, limits: { concurrentSessions: 0.5 } })],
  ] as const) {
    it(`cannot be read when the record is ${what}: an error, not an unknown account`, async () => {
      await replica.kv.put('a', JSON.stringify(whole));
      assert.deepEqual(await accounts.find('a'), { disabled: false, concurrentSessions: 5 });
      await replica.kv.put('a', record);
      await assert.rejects(accounts.find('a'), UnreadableAccount);
    });
  }

  it('cannot be read when there is no bucket: an error, too', async () => {
    const elsewhere = new StoredAccounts(await replica.nats.kv('nowhere'));
    await assert.rejects(elsewhere.find('a'));
  });

  it('have a proxy that the master key decrypts, or none: then no session starts without it', async () => {
    const url = 'http://u:p@proxy.example:3128';
    await replica.store.create({ id: 'a' });
    await replica.store.setProxy('a', url);
    await replica.store.create({ id: 'b' });
    const proxies = new AccountProxies({ kv: replica.kv, masterKey });
    assert.equal(await proxies.proxyOf('a'), url);
    await assert.rejects(proxies.proxyOf('b'), /no proxy/);
    for (const key of [undefined, otherMasterKey])
      await assert.rejects(new AccountProxies({ kv: replica.kv, masterKey: key }).proxyOf('a'));
    await replica.store.removeProxy('a');
    await assert.rejects(proxies.proxyOf('a'), /no proxy/);
  });
});
