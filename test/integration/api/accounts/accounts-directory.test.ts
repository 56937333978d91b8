import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { seal } from '@tintype/contracts';
import { AccountsCluster, otherMasterKey, textsOf } from '../../../kit/service/accounts-cluster.js';
import { patienceMs, until } from '../../../kit/until.js';

/** Much less than a lost consumer's missed heartbeats, which take up to a minute. */
const beforeHeartbeatsMs = 30_000;

describe('the directory of accounts', { timeout: 600_000 }, () => {
  let cluster: AccountsCluster;

  before(async () => {
    cluster = await AccountsCluster.start();
  });

  beforeEach(() => cluster.reset());

  after(() => cluster.stop());

  it('is synced on an empty bucket, and sees what another replica writes', async () => {
    const [writer, reader] = await Promise.all([cluster.replica(), cluster.replica()]);
    assert.equal(reader.directory.isSynced, false);
    reader.directory.start();
    await until('synced', () => reader.directory.isSynced);
    const { account, secret, revision } = await writer.store.create({ credits: 5, endpoints: ['pdf', 'pdf'] });
    assert.ok(await reader.directory.seen(revision, patienceMs));
    assert.deepEqual(reader.directory.byId(account.id), {
      id: account.id,
      apiKey: account.value.apiKey,
      disabled: false,
      secrets: [{ id: account.value.secrets[0]?.id, text: secret, scope: 'manage' }],
      limits: {
        concurrentRenders: 16,
        concurrentSessions: 5,
        requestsPerSecond: null,
        linkRequestsPerSecond: null,
        bandwidthBytesPerDay: 10_000_000_000,
        batchItems: 1000,
        batchBytes: 5_242_880,
        resultBytes: 33_554_432,
        cacheSeconds: 604_800,
      },
      credits: 5,
      creditsBase: 0,
      endpoints: ['pdf'],
      hasProxy: false,
      presets: new Map(),
      storage: undefined,
    });
    const disabled = await writer.store.update(account.id, { disabled: true, limits: { requestsPerSecond: 2 } });
    assert.ok(await reader.directory.seen(disabled.revision, patienceMs));
    assert.equal(reader.directory.byApiKey(account.value.apiKey)?.disabled, true);
    assert.equal(reader.directory.byApiKey(account.value.apiKey)?.limits.requestsPerSecond, 2);
  });

  it('has every account once it is synced', async () => {
    const [writer, reader] = await Promise.all([cluster.replica(), cluster.replica()]);
    await Promise.all(Array.from({ length: 200 }, (_, at) => writer.store.create({ id: `a${at}` })));
    reader.directory.start();
    await until('synced', () => reader.directory.isSynced);
    for (let at = 0; at < 200; at += 1) assert.ok(reader.directory.byId(`a${at}`), `a${at}`);
  });

  it('drops deleted accounts', async () => {
    const { store, directory, kv } = await cluster.replica();
    directory.start();
    const { account, revision } = await store.create({ id: 'a', apiKey: 'k' });
    assert.ok(await directory.seen(revision, patienceMs));
    await kv.delete(account.id);
    await until('the account is gone', () => !directory.byId('a') && !directory.byApiKey('k'));
  });

  it('answers false for a revision that does not appear', async () => {
    const { directory } = await cluster.replica();
    directory.start();
    await until('synced', () => directory.isSynced);
    assert.equal(await directory.seen(1_000_000, 20), false);
  });

  it('follows again after the server was killed, twice, and serves meanwhile', async () => {
    const [writer, reader] = await Promise.all([cluster.replica(), cluster.replica()]);
    reader.directory.start();
    const { account, revision } = await writer.store.create({ id: 'a', apiKey: 'k' });
    assert.ok(await reader.directory.seen(revision, patienceMs));
    for (const disabled of [true, false]) {
      await cluster.crash();
      await until('the reader lost the server', () => !reader.nats.connected);
      assert.equal(reader.directory.byApiKey('k')?.id, account.id);
      assert.equal(reader.directory.isSynced, true);
      await cluster.revive();
      await until('both are back', () => writer.nats.connected && reader.nats.connected);
      const written = await writer.store.update('a', { disabled });
      assert.ok(await reader.directory.seen(written.revision, beforeHeartbeatsMs));
      assert.equal(reader.directory.byId('a')?.disabled, disabled);
    }
  });

  it('follows a bucket that was created again', async () => {
    const { store, directory, nats } = await cluster.replica();
    directory.start();
    const first = await store.create({ id: 'old', apiKey: 'k' });
    assert.ok(await directory.seen(first.revision, patienceMs));
    await cluster.remakeBucket();
    await nats.connection.reconnect();
    await until('the old account is gone', () => !directory.byId('old'));
    await store.create({ id: 'new', apiKey: 'k' });
    await until('the new one is there', () => directory.byApiKey('k')?.id === 'new');
  });

  it('keeps accounts of another master key out of service, and says which', async () => {
    const [writer, other] = await Promise.all([cluster.replica(), cluster.replica(otherMasterKey)]);
    const { account } = await writer.store.create({ id: 'theirs', apiKey: 'k1' });
    const mine = await other.store.create({ id: 'mine', apiKey: 'k2' });
    other.directory.start();
    assert.ok(await other.directory.seen(mine.revision, patienceMs));
    assert.equal(other.directory.byId(account.id), undefined);
    assert.equal(other.directory.byApiKey('k1'), undefined);
    assert.deepEqual(textsOf(other.directory.byApiKey('k2')), [mine.secret]);
    assert.deepEqual(
      other.unreadable.map(({ account: id, err }) => [id, err.message]),
      [['theirs', 'This was sealed under another key.']],
    );
  });

  it('adds no secret to an account of another master key', async () => {
    const [writer, other] = await Promise.all([cluster.replica(), cluster.replica(otherMasterKey)]);
    const { account } = await writer.store.create({});
    await assert.rejects(other.store.addSecret(account.id), /another key/);
    assert.equal((await writer.store.get(account.id)).value.secrets.length, 1);
  });

  it('removes a secret that was sealed under another key, so that the account can be used again', async () => {
    const { store, kv } = await cluster.replica();
    const { account } = await store.create({});
    const { value, revision } = await store.get(account.id);
    const [own] = value.secrets;
    const place = { account: account.id, secretId: 'sec_theirs' };
    const theirs = { ...own, id: place.secretId, sealed: seal(otherMasterKey, place, 'whatever') };
    await kv.update(account.id, JSON.stringify({ ...value, secrets: [own, theirs] }), revision);
    const after = await store.removeSecret(account.id, place.secretId);
    assert.deepEqual(after.value.secrets, [own]);
  });
});
