import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { readAccounts, type SeededAccount } from '@tintype/api';
import { type AccountStore, seedAccounts as seedAccountsWith } from '@tintype/api/testing';
import { seal } from '@tintype/contracts';
import { ConfigError } from '@tintype/runtime';
import { AccountsCluster, masterKey, otherMasterKey, textsOf } from '../../../kit/service/accounts-cluster.js';
import { patienceMs } from '../../../kit/until.js';

/** The log of a replica's start. */
let warned: object[] = [];
const seedAccounts = (store: AccountStore, accounts: readonly SeededAccount[]) =>
  seedAccountsWith(store, accounts, { warn: (what: object) => warned.push(what) });

describe('accounts of the environment', { timeout: 600_000 }, () => {
  let cluster: AccountsCluster;
  const seeds = readAccounts('user:key:s3cret:with:colons,second:key-2:other');

  before(async () => {
    cluster = await AccountsCluster.start();
  });

  beforeEach(async () => {
    warned = [];
    await cluster.reset();
  });

  after(() => cluster.stop());

  it('are there once when three replicas start at once', async () => {
    const starting = await Promise.all([cluster.replica(), cluster.replica(), cluster.replica()]);
    const revisions = await Promise.all(starting.map(({ store }) => seedAccounts(store, seeds)));
    for (const { directory } of starting) directory.start();
    for (const { directory } of starting) {
      assert.ok(await directory.seen(Math.max(...revisions), patienceMs));
      assert.deepEqual(textsOf(directory.byApiKey('key')), ['s3cret:with:colons']);
      assert.deepEqual(textsOf(directory.byApiKey('key-2')), ['other']);
    }
  });

  it('are not written again when nothing changed', async () => {
    const { store } = await cluster.replica();
    await seedAccounts(store, seeds);
    const first = await cluster.lastRevision();
    await seedAccounts(store, seeds);
    assert.equal(await cluster.lastRevision(), first);
  });

  it('lose the old secret when the variable is rotated, and keep everything else', async () => {
    const { store, directory } = await cluster.replica();
    directory.start();
    await seedAccounts(store, seeds);
    const added = await store.addSecret('user');
    await store.update('user', { disabled: true, credits: 3, limits: { concurrentSessions: 9 } });
    const rotated = readAccounts('user:key:brand-new');
    const revisions = await Promise.all(Array.from({ length: 3 }, () => seedAccounts(store, rotated)));
    assert.ok(await directory.seen(Math.max(...revisions), patienceMs));
    const account = directory.byId('user');
    assert.deepEqual(textsOf(account), [added.secret, 'brand-new']);
    assert.equal(account?.disabled, true);
    assert.equal(account?.credits, 3);
    assert.equal(account?.limits.concurrentSessions, 9);
    assert.deepEqual(textsOf(directory.byId('second')), ['other']);
  });

  it('keep a secret away that was removed, however often replicas start, and each start says so once', async () => {
    const { store, directory } = await cluster.replica();
    directory.start();
    await seedAccounts(store, seeds);
    const added = await store.addSecret('user');
    const [first] = added.account.value.secrets;
    const { revision, value } = await store.removeSecret('user', first?.id ?? '');
    assert.ok(!JSON.stringify(value).includes('s3cret'), 'it is not remembered in the clear');
    const before = await cluster.lastRevision();
    const starting = await Promise.all([cluster.replica(), cluster.replica(), cluster.replica()]);
    await Promise.all(starting.map((replica) => seedAccounts(replica.store, seeds)));
    assert.equal(await cluster.lastRevision(), before);
    assert.ok(await directory.seen(revision, patienceMs));
    assert.deepEqual(textsOf(directory.byId('user')), [added.secret]);
    assert.deepEqual(warned, [{ account: 'user' }, { account: 'user' }, { account: 'user' }]);
  });

  it('get a new secret of the variable, also after a removal, and no removed one', async () => {
    const { store, directory } = await cluster.replica();
    directory.start();
    await seedAccounts(store, seeds);
    const added = await store.addSecret('user');
    await store.removeSecret('user', added.account.value.secrets[0]?.id ?? '');
    await seedAccounts(store, readAccounts('user:key:brand-new'));
    const back = await seedAccounts(store, seeds);
    assert.ok(await directory.seen(back, patienceMs));
    assert.deepEqual(textsOf(directory.byId('user')), [added.secret, 'brand-new']);
    assert.deepEqual(warned, [{ account: 'user' }]);
  });

  it('have one copy of a secret that an admin added and the variable names, and lose it by one removal', async () => {
    const { store, directory } = await cluster.replica();
    directory.start();
    await seedAccounts(store, seeds);
    const { secret, secretId } = await store.addSecret('user');
    const written = readAccounts(`user:key:${secret}`);
    await seedAccounts(store, written);
    const { value } = await store.get('user');
    assert.deepEqual(
      value.secrets.map(({ id, origin }) => [id, origin]),
      [[secretId, 'environment']],
    );
    const next = await store.addSecret('user');
    await store.removeSecret('user', secretId);
    const revision = await seedAccounts(store, written);
    assert.ok(await directory.seen(revision, patienceMs));
    assert.deepEqual(textsOf(directory.byId('user')), [next.secret]);
  });

  it('lose both copies of a secret by one removal, and keep the last secret', async () => {
    const { store, kv } = await cluster.replica();
    await seedAccounts(store, seeds);
    const { value, revision } = await store.get('user');
    const [only] = value.secrets;
    const place = { account: 'user', secretId: 'sec_twin' };
    const twin = { ...only, id: place.secretId, sealed: seal(masterKey, place, 's3cret:with:colons') };
    await kv.update('user', JSON.stringify({ ...value, secrets: [only, twin] }), revision);
    await assert.rejects(store.removeSecret('user', only?.id ?? ''), /last secret of the account/);
    const { account, secretId } = await store.addSecret('user');
    assert.equal(account.value.secrets.length, 3);
    const after = await store.removeSecret('user', only?.id ?? '');
    assert.deepEqual(
      after.value.secrets.map(({ id }) => id),
      [secretId],
    );
  });

  it('continue after a crash between reservation, record and confirmation', async () => {
    const { store, kv, directory } = await cluster.replica();
    await kv.create('key.key', JSON.stringify({ account: 'user', confirmed: false }));
    await seedAccounts(store, seeds);
    const reservation = await kv.get('key.key');
    assert.equal(reservation?.json<{ confirmed: boolean }>().confirmed, true);
    await kv.update('key.key', JSON.stringify({ account: 'user', confirmed: false }), reservation!.revision);
    const revision = await seedAccounts(store, seeds);
    assert.equal((await kv.get('key.key'))?.json<{ confirmed: boolean }>().confirmed, true);
    directory.start();
    assert.ok(await directory.seen(revision, patienceMs));
    assert.equal(directory.byApiKey('key')?.id, 'user');
  });

  it('stop the start if the environment contradicts the bucket', async () => {
    const [{ store }, other] = await Promise.all([cluster.replica(), cluster.replica(otherMasterKey)]);
    await store.create({ id: 'admin-made', apiKey: 'key' });
    const taken = seedAccounts(store, seeds);
    await assert.rejects(
      taken,
      (error: Error) => error instanceof ConfigError && /another account has the api_key of user/.test(error.message),
    );
    await seedAccounts(store, readAccounts('user:k:secret'));
    await assert.rejects(seedAccounts(store, readAccounts('user:k2:secret')), /user exists with another api_key/);
    assert.equal((await store.create({ apiKey: 'k2' })).account.value.apiKey, 'k2', 'k2 was not kept');
    await assert.rejects(seedAccounts(other.store, readAccounts('user:k:secret')), /TINTYPE_MASTER_KEY is not the key/);
    assert.equal((await store.get('user')).value.secrets.length, 1);
  });
});
