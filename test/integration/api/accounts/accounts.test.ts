import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { AccountStore } from '@tintype/api/testing';
import type { KV } from '@tintype/runtime';
import { AccountsCluster, masterKey, textsOf } from '../../../kit/service/accounts-cluster.js';
import { patienceMs } from '../../../kit/until.js';

const fulfilled = <T>(results: PromiseSettledResult<T>[]) =>
  results.filter((result) => result.status === 'fulfilled').map((result) => result.value);

const rejections = (results: PromiseSettledResult<unknown>[]) =>
  results.filter((result) => result.status === 'rejected').map((result) => result.reason);

describe('accounts', { timeout: 600_000 }, () => {
  let cluster: AccountsCluster;

  before(async () => {
    cluster = await AccountsCluster.start();
  });

  beforeEach(() => cluster.reset());

  after(() => cluster.stop());

  describe('API keys', () => {
    it('gives an API key to exactly one of many racing creators', async () => {
      const [a, b, reader] = await Promise.all([cluster.replica(), cluster.replica(), cluster.replica()]);
      reader.directory.start();
      for (let round = 0; round < 10; round += 1) {
        const apiKey = `key${round}`;
        const racers = Array.from({ length: 16 }, (_, at) => (at % 2 ? a : b).store.create({ apiKey }));
        const results = await Promise.allSettled(racers);
        const [winner, ...others] = fulfilled(results);
        assert.ok(winner, 'somebody wins');
        assert.equal(others.length, 0);
        for (const reason of rejections(results)) assert.match(String(reason), /Another account has this API key/);
        await reader.directory.seen(winner.revision, patienceMs);
        assert.equal(reader.directory.byApiKey(apiKey)?.id, winner.account.id);
        assert.deepEqual(textsOf(reader.directory.byApiKey(apiKey)), [winner.secret]);
      }
      // The losers left nothing.
      assert.equal((await a.store.list()).length, 10);
    });

    it('creates an id once, and frees the API keys of the losers', async () => {
      const { store } = await cluster.replica();
      const results = await Promise.allSettled(
        Array.from({ length: 8 }, (_, at) => store.create({ id: 'one', apiKey: `k${at}` })),
      );
      assert.equal(fulfilled(results).length, 1);
      const { apiKey } = (await store.get('one')).value;
      for (const free of Array.from({ length: 8 }, (_, at) => `k${at}`).filter((key) => key !== apiKey)) {
        assert.equal((await store.create({ apiKey: free })).account.value.apiKey, free);
      }
    });

    it('creates an id with one API key once, and keeps the key', async () => {
      const { store, directory } = await cluster.replica();
      directory.start();
      const same = { id: 'one', apiKey: 'k' };
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => store.create(same)));
      const [winner, ...others] = fulfilled(results);
      assert.ok(winner);
      assert.equal(others.length, 0);
      assert.ok(await directory.seen(winner.revision, patienceMs));
      assert.equal(directory.byApiKey('k')?.id, 'one');
    });

    it('heals a creation that crashed before its record was written', async () => {
      const { store, kv } = await cluster.replica();
      await kv.create('key.half', JSON.stringify({ account: 'gone', confirmed: false }));
      assert.equal((await store.create({ id: 'next', apiKey: 'half' })).account.id, 'next');
      await assert.rejects(store.create({ id: 'gone', apiKey: 'half' }), /Another account has this API key/);
    });

    it('fails a creator whose key was taken over, and deletes its record', async () => {
      const [slow, quick] = await Promise.all([cluster.replica(), cluster.replica()]);
      // The slow one is overtaken between its reservation and its record.
      const kv: KV = Object.create(slow.kv, {
        create: {
          value: async (key: string, data: string) => {
            if (key === 'slow') await quick.store.create({ id: 'quick', apiKey: 'k' });
            return slow.kv.create(key, data);
          },
        },
      });
      const overtaken = new AccountStore({ kv, masterKey });
      await assert.rejects(overtaken.create({ id: 'slow', apiKey: 'k' }), /Another account has this API key/);
      assert.deepEqual(
        (await quick.store.list()).map(({ id }) => id),
        ['quick'],
      );
    });

    it('serves no account whose API key belongs to another', async () => {
      const { store, kv, directory } = await cluster.replica();
      const { account } = await store.create({ id: 'owner', apiKey: 'k' });
      const copy = { ...account.value, secrets: [] };
      const revision = await kv.create('orphan', JSON.stringify(copy));
      directory.start();
      assert.ok(await directory.seen(revision, patienceMs));
      assert.equal(directory.byApiKey('k')?.id, 'owner');
      assert.equal(directory.byId('orphan'), undefined);
    });
  });

  describe('changes', () => {
    it('loses none of many simultaneous changes', async () => {
      const [a, b] = await Promise.all([cluster.replica(), cluster.replica()]);
      const { account, secret } = await a.store.create({});
      const work = [
        ...Array.from({ length: 8 }, (_, at) => (at % 2 ? a : b).store.addSecret(account.id)),
        a.store.update(account.id, { disabled: true }),
        b.store.update(account.id, { limits: { concurrentRenders: 3 } }),
        a.store.update(account.id, { limits: { requestsPerSecond: 7 } }),
        b.store.update(account.id, { credits: 12 }),
      ];
      await Promise.all(work);
      const { value } = await a.store.get(account.id);
      assert.equal(value.secrets.length, 9);
      assert.equal(value.disabled, true);
      assert.deepEqual(value.limits, { concurrentRenders: 3, requestsPerSecond: 7 });
      assert.equal(value.credits, 12);
      assert.ok(!JSON.stringify(value).includes(secret), 'no secret lies in the clear');
    });

    it('lists each account once, as it is now, and none that is deleted', async () => {
      const { store, kv } = await cluster.replica();
      await Promise.all(['b', 'a', 'gone'].map((id) => store.create({ id })));
      await store.update('a', { credits: 1 });
      await store.update('a', { credits: 2 });
      await kv.delete('gone');
      assert.deepEqual(
        (await store.list()).map(({ id, value }) => [id, value.credits]),
        [
          ['a', 2],
          ['b', null],
        ],
      );
    });

    it('keeps what a newer release wrote', async () => {
      const { store, kv } = await cluster.replica();
      const { account } = await store.create({ id: 'a' });
      await kv.update('a', JSON.stringify({ ...account.value, presets: { x: 1 } }), account.revision);
      await store.update('a', { disabled: true });
      assert.deepEqual((await store.get('a')).value.presets, { x: 1 });
    });

    it('says that it is unavailable while the server is away', async () => {
      const { store } = await cluster.replica();
      await cluster.deleteBucket();
      await assert.rejects(store.list(), { code: 'unavailable' });
      await assert.rejects(store.create({}), { code: 'unavailable' });
    });
  });
});
