import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { provision } from '@tintype/api';
import { type BlobStore, blobName, KvBlobs, openS3Bucket, S3Blobs } from '@tintype/api/testing';
import { buckets } from '@tintype/contracts';
import { connectNats, createLog, type Nats } from '@tintype/runtime';
import { PlayedBirth } from '../../../kit/ledger/birth.js';
import { type NatsServer, startNatsServer } from '../../../kit/nats/server.js';
import { type S3Server, startS3Server } from '../../../kit/service/s3-server.js';
import { until } from '../../../kit/until.js';

const log = createLog('blobs', 'silent');

/** An engine on its own server. */
interface Engine {
  store: BlobStore;
  /** Deletes bytes a second after they expire, not an hour. */
  hasty: BlobStore;
  /** Makes expired bytes disappear. */
  sweep: () => Promise<unknown>;
  kill: () => Promise<void>;
  back: () => Promise<void>;
  stop: () => Promise<void>;
}

const openKv = async (): Promise<Engine> => {
  const server: NatsServer = await startNatsServer({ config: 'max_payload: 1MB' });
  const nats: Nats = await connectNats({ url: server.url, name: 'blobs', log });
  await provision(nats, new PlayedBirth());
  const kv = await nats.kv(buckets.results);
  return {
    store: new KvBlobs({ kv }),
    hasty: new KvBlobs({ kv, grace: 0 }),
    sweep: async () => undefined,
    kill: () => server.kill(),
    back: async () => {
      await server.start();
      await until('the client is connected again', () => nats.connected);
    },
    stop: async () => {
      await nats.connection.close();
      await server.stop();
    },
  };
};

const openS3 = async (): Promise<Engine> => {
  const server: S3Server = await startS3Server();
  const bucket = await openS3Bucket({
    settings: server.settings,
    transport: 'direct',
    onRequest: () => undefined,
    log,
  });
  const hasty = new S3Blobs({ bucket, grace: 0 });
  return {
    store: new S3Blobs({ bucket }),
    hasty,
    sweep: () => hasty.removeExpired(new AbortController().signal),
    kill: () => server.kill(),
    back: () => server.start(),
    stop: async () => {
      bucket.close();
      await server.stop();
    },
  };
};

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const newName = (seconds = 600) => blobName(randomBytes(8).toString('hex'), seconds);
const mebibyte = 1024 * 1024;

for (const [engine, open] of [
  ['a key-value bucket', openKv],
  ['an S3 bucket', openS3],
] as const) {
  describe(`bytes in ${engine}`, { timeout: 600_000 }, () => {
    let opened: Engine;
    before(async () => {
      opened = await open();
    });
    after(() => opened?.stop());

    const stored = async (bytes: Uint8Array, store = opened.store, seconds = 600) => {
      const name = newName(seconds);
      await store.put(name, bytes);
      return name;
    };

    for (const length of [0, 1, 1000, mebibyte / 2, mebibyte / 2 + 1, 3 * mebibyte, 32 * mebibyte]) {
      it(`are read as they were written: ${length} of them`, async () => {
        const bytes = randomBytes(length);
        const name = await stored(bytes);
        const read = await opened.store.get(name, length);
        assert.deepEqual([read?.length, read && sha256(read)], [length, sha256(bytes)]);
        await opened.store.delete(name, length);
      });
    }

    it('keep every value of a byte', async () => {
      const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);
      assert.deepEqual(Buffer.from((await opened.store.get(await stored(bytes), 256)) ?? []), Buffer.from(bytes));
    });

    it('are read in parts', async () => {
      const bytes = randomBytes(3 * mebibyte + 5);
      const name = await stored(bytes);
      const part = (start: number, end: number, length = bytes.length) =>
        opened.store.get(name, length, { start, end });
      const half = mebibyte / 2;
      for (const [start, end] of [
        [0, 0],
        [half - 1, half],
        [half, 2 * half - 1],
        [10, 3 * mebibyte],
        [bytes.length - 5, bytes.length - 1],
      ] as const)
        assert.equal(
          sha256((await part(start, end)) ?? Buffer.alloc(0)),
          sha256(bytes.subarray(start, end + 1)),
          `${start}`,
        );
      assert.equal(await part(4 * mebibyte, 4 * mebibyte + 1, 5 * mebibyte), undefined);
    });

    it('are undefined if some are missing', async () => {
      assert.equal(await opened.store.get(newName(), 10), undefined);
      assert.equal(await opened.store.get(newName(), 0), undefined);
      assert.equal(await opened.store.get('of an earlier version'.replaceAll(' ', '.'), 10), undefined);
      const name = await stored(randomBytes(100));
      assert.equal(await opened.store.get(name, 101), undefined);
      assert.equal(await opened.store.get(name, 99), undefined);
    });

    it('are gone once they are deleted, which may be done twice', async () => {
      const bytes = randomBytes(mebibyte);
      const [name, other] = [await stored(bytes), await stored(bytes)];
      await opened.store.delete(name, bytes.length);
      await opened.store.delete(name, bytes.length);
      assert.equal(await opened.store.get(name, bytes.length), undefined);
      assert.equal((await opened.store.get(other, bytes.length))?.length, bytes.length);
    });

    it('are not mixed up by simultaneous writes and reads', async () => {
      const all = Array.from({ length: 40 }, (_, n) => randomBytes(n * 40_000));
      const names = await Promise.all(all.map((bytes) => stored(bytes)));
      const read = await Promise.all(all.map(({ length }, n) => opened.store.get(names[n] ?? '', length)));
      assert.deepEqual(
        read.map((bytes) => bytes && sha256(bytes)),
        all.map(sha256),
      );
    });

    it('expire in time, and not earlier', async () => {
      const bytes = randomBytes(mebibyte);
      const long = await stored(bytes, opened.hasty);
      const brief = await stored(bytes, opened.hasty, 1);
      assert.ok(await opened.store.get(brief, bytes.length));
      await until('they are gone', async () => {
        await opened.sweep();
        return (await opened.store.get(brief, bytes.length)) === undefined;
      });
      assert.ok(await opened.store.get(long, bytes.length));
    });

    it('are refused under a name without a time', async () => {
      await assert.rejects(opened.store.put('name', randomBytes(1)), /blobName/);
    });

    it('fail while the server is away, and work when it is back', async () => {
      const bytes = randomBytes(mebibyte);
      const name = await stored(bytes);
      await opened.kill();
      await assert.rejects(opened.store.get(name, bytes.length));
      await assert.rejects(stored(bytes));
      await assert.rejects(opened.store.delete(name, bytes.length));
      await opened.back();
      assert.equal(sha256((await opened.store.get(name, bytes.length)) ?? new Uint8Array()), sha256(bytes));
      assert.ok(await opened.store.get(await stored(bytes), bytes.length));
    });
  });
}

describe('the key-value bucket', () => {
  let server: NatsServer;
  let nats: Nats;
  before(async () => {
    server = await startNatsServer();
    nats = await connectNats({ url: server.url, name: 'blobs', log });
    await provision(nats, new PlayedBirth());
  });
  after(async () => {
    await nats?.connection.close();
    await server?.stop();
  });

  const name = `KV_${buckets.results}`;

  it('keeps bytes an hour longer than their result, and delete markers a minute', async () => {
    const blobs = new KvBlobs({ kv: await nats.kv(buckets.results) });
    const blob = newName(600);
    const ttl = async () => {
      const message = await nats.manager.streams.getMessage(name, { last_by_subj: `$KV.${buckets.results}.${blob}.0` });
      return Number.parseInt(message?.header.get('Nats-TTL') ?? '', 10);
    };
    await blobs.put(blob, randomBytes(10));
    const seconds = await ttl();
    assert.ok(seconds > 3600 + 590 && seconds <= 3600 + 601, String(seconds));
    await blobs.delete(blob, 10);
    assert.equal(await ttl(), 60);
  });

  it('gets a time to live per message if it exists, and keeps its bytes', async () => {
    const { streams } = nats.manager;
    const { allow_msg_ttl: _, ...earlier } = (await streams.info(name)).config;
    await streams.delete(name);
    await streams.add({ ...earlier, name });
    const kv = await nats.kv(buckets.results);
    await kv.put('old.0', 'bytes');
    await assert.rejects(new KvBlobs({ kv }).put(newName(), randomBytes(1)), /TTL/i);
    await provision(nats, new PlayedBirth());
    assert.equal((await streams.info(name)).config.allow_msg_ttl, true);
    const blobs = new KvBlobs({ kv });
    const put = newName();
    await blobs.put(put, Buffer.from('x'));
    assert.ok(await blobs.get(put, 1));
    assert.ok(await blobs.get('old', 5));
  });
});
