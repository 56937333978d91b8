import assert from 'node:assert/strict';
import { createSecretKey, randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { provision } from '@tintype/api';
import { ProfileStore } from '@tintype/api/testing';
import { buckets, limits, type StorageState } from '@tintype/contracts';
import { connectNats, createLog, type KV, type Nats } from '@tintype/runtime';
import { PlayedBirth } from '../../../kit/ledger/birth.js';
import { type NatsServer, startNatsServer } from '../../../kit/nats/server.js';

const log = createLog('profiles', 'silent');
const masterKey = createSecretKey(randomBytes(32));

const stateWith = (value: string): StorageState => ({
  cookies: [{ name: 'visit', value, domain: 'shop.example', path: '/', httpOnly: true }],
  origins: [{ origin: 'https://shop.example', localStorage: [{ name: 'cart', value: 'torch' }] }],
});

const secret = 'secret-in-a-cookie';
const place = { account: 'acme', name: 'shop' };

describe('stored profiles', { timeout: 120_000 }, () => {
  let server: NatsServer;
  let nats: Nats;
  let kv: KV;
  let store: ProfileStore;

  before(async () => {
    server = await startNatsServer({ config: 'max_payload: 1MB' });
    nats = await connectNats({ url: server.url, name: 'profiles', log });
    await provision(nats, new PlayedBirth());
    kv = await nats.kv(buckets.profiles);
    store = new ProfileStore({ kv, masterKey, log });
  });
  after(async () => {
    await nats?.connection.close();
    await server?.stop();
  });
  beforeEach(async () => {
    for await (const key of await kv.keys()) await kv.purge(key);
  });

  const save = async (name: string, state = stateWith(secret), session = 'sess_1') =>
    store.end(await store.begin({ account: 'acme', name }), { state, session });

  const keys = async () => {
    const found: string[] = [];
    for await (const key of await kv.keys()) found.push(key);
    return found;
  };

  it('are listed without what they hold, replaced and removed with their bytes', async () => {
    const { savedAt, ...saved } = await save('shop');
    const shown = {
      name: 'shop',
      session: 'sess_1',
      cookies: 1,
      origins: ['https://shop.example'],
      sites: ['shop.example'],
    };
    const bytes = Buffer.byteLength(JSON.stringify(stateWith(secret)));
    assert.deepEqual(saved, { ...shown, bytes });
    assert.ok(Math.abs(Date.parse(savedAt) - Date.now()) < 60_000);
    await save('bank', stateWith('other'));
    await save('shop', stateWith('changed'), 'sess_2');
    const found = await store.list('acme');
    assert.deepEqual(
      found.map(({ name, session }) => [name, session]),
      [
        ['bank', 'sess_1'],
        ['shop', 'sess_2'],
      ],
    );
    assert.deepEqual(await store.state(place), stateWith('changed'));
    assert.equal((await keys()).length, 4, 'a record and a chunk each');
    await store.remove(place);
    assert.equal((await keys()).length, 2);
    await assert.rejects(store.get(place), { code: 'not_found' });
  });

  it('are unreadable in the bucket, and open only for their account and name under their key', async () => {
    await save('shop');
    for (const key of await keys()) {
      const text = (await kv.get(key))?.string() ?? '';
      assert.equal(/secret|shop\.example|torch/.test(text), false, key);
    }
    const record = (await kv.get('record.acme.shop'))?.value ?? new Uint8Array();
    const [bytes = ''] = (await keys()).filter((key) => key.startsWith('bytes.acme.'));
    await kv.put('record.acme.bank', record);
    await assert.rejects(store.state({ account: 'acme', name: 'bank' }), { code: 'profile_unusable' });
    await kv.put('record.other.shop', record);
    await kv.put(bytes.replace('acme', 'other'), (await kv.get(bytes))?.value ?? '');
    await assert.rejects(store.state({ account: 'other', name: 'shop' }), { code: 'profile_unusable' });
    const rotated = new ProfileStore({ kv, masterKey: createSecretKey(randomBytes(32)), log });
    await assert.rejects(rotated.state(place), { code: 'profile_unusable', message: /another master key/ });
    assert.equal((await rotated.get(place)).origins, null);
  });

  it('that are damaged are refused, and can be replaced and removed', async () => {
    await save('shop');
    const [bytes = ''] = (await keys()).filter((key) => key.startsWith('bytes.'));
    await kv.purge(bytes);
    await assert.rejects(store.state(place), { code: 'profile_unusable' });
    await kv.put('record.acme.shop', '{"damaged":true}');
    await assert.rejects(store.state(place), { code: 'profile_unusable' });
    assert.deepEqual(await store.list('acme'), []);
    await save('shop');
    assert.deepEqual(await store.state(place), stateWith(secret));
    await kv.put('record.acme.shop', '{"damaged":true}');
    await store.remove(place);
    await assert.rejects(store.remove(place), { code: 'not_found' });
  });

  it('are saved by one session at a time: the save that ends later is refused, and leaves nothing', async () => {
    for (const isNew of [true, false]) {
      const [first, second] = [await store.begin(place), await store.begin(place)];
      assert.equal(first.current === undefined, isNew);
      await store.end(first, { state: stateWith('first'), session: 'sess_1' });
      const late = store.end(second, { state: stateWith('second'), session: 'sess_2' });
      await assert.rejects(late, { code: 'profile_conflict', status: 409 });
      assert.deepEqual(await store.state(place), stateWith('first'));
      assert.equal((await keys()).length, 2);
    }
    const begun = await store.begin(place);
    await store.remove(place);
    await assert.rejects(store.end(begun, { state: stateWith('x'), session: 's' }), { code: 'profile_conflict' });
  });

  it('have at most 5 MiB, in messages of at most 1 MB', async () => {
    const rest = limits.profileBytes - Buffer.byteLength(JSON.stringify(stateWith('')));
    const largest = stateWith('x'.repeat(rest));
    assert.equal((await save('shop', largest)).bytes, limits.profileBytes);
    assert.deepEqual(await store.state(place), largest);
    await assert.rejects(save('shop', stateWith('x'.repeat(rest + 1))), {
      code: 'result_too_large',
      message: /5242880 bytes/,
    });
  });

  it('are a hundred at most, and an existing one can still be replaced', async () => {
    await Promise.all(Array.from({ length: limits.profiles }, (_, at) => save(`p${at}`)));
    await assert.rejects(save('one-more'), { code: 'invalid_request', message: /at most 100 profiles/ });
    assert.equal((await save('p7', stateWith('new'), 'sess_9')).session, 'sess_9');
    assert.equal((await store.list('acme')).length, limits.profiles);
  });

  it('with an unknown name are refused with those that are like it', async () => {
    await save('shop-admin');
    const unknown = { account: 'acme', name: 'shop_admin' };
    const message = 'The account has no profile `shop_admin`. Did you mean `shop-admin`?';
    await assert.rejects(store.get(unknown), { code: 'not_found', message });
    await assert.rejects(store.check(unknown), { code: 'invalid_request', message });
    await assert.rejects(store.check({ account: 'other', name: 'shop-admin' }), {
      message: /GET \/v1\/account\/profiles lists/,
    });
  });

  it('of a save that a crash cut off lose their bytes after ten minutes', async () => {
    const [old, young] = [Date.now() - 660_000, Date.now()].map((time) => `bytes.acme.${time}-00000000.0`);
    for (const key of [old, young]) await kv.put(key ?? '', 'x');
    await save('shop');
    const left = await keys();
    assert.deepEqual([left.includes(old ?? ''), left.includes(young ?? '')], [false, true]);
  });
});
