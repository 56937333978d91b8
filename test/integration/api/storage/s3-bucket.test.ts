import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { createGuardedHandler, type OnS3Request, openS3Bucket, type S3Settings } from '@tintype/api/testing';
import {
  Connector,
  createEgressGuard,
  createGuardedFetch,
  createLog,
  createResolver,
  parseAllowList,
} from '@tintype/runtime';
import { startS3Server } from '../../../kit/service/s3-server.js';

const log = createLog('s3-bucket', 'silent');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const mebibyte = 1024 * 1024;

describe('the S3 bucket', { timeout: 600_000, concurrency: true }, () => {
  /** The store's own limit ends it, not the test's. */
  const readFrom = async (settings: S3Settings) => {
    const failures: string[] = [];
    const onRequest: OnS3Request = (_, failure) => failures.push(failure?.message ?? 'none');
    const bucket = await openS3Bucket({ settings, transport: 'direct', onRequest, log });
    await assert.rejects(bucket.get('key', 10), { code: 'TimeoutError' });
    bucket.close();
    assert.equal(failures.length, 1);
  };

  it('does not wait for ever for a server that stands still', async (t) => {
    const server = await startS3Server();
    t.after(() => server.stop());
    await server.pause();
    const bucket = await openS3Bucket({
      settings: server.settings,
      transport: 'direct',
      onRequest: () => undefined,
      log,
    });
    await assert.rejects(bucket.put('key', randomBytes(10), { timeoutMs: 200 }), { code: 'TimeoutError' });
    bucket.close();
    await readFrom(server.settings);
  });

  it('does not wait for ever for the rest of an object', async (t) => {
    const half = createServer((_, response) => void response.writeHead(200, { 'content-length': 10 }).write('half'));
    t.after(() => half.close());
    await once(half.listen(0, '127.0.0.1'), 'listening');
    const endpoint = new URL(`http://127.0.0.1:${(half.address() as AddressInfo).port}`);
    await readFrom({ endpoint, region: 'r', bucket: 'bucket', key: 'k', secret: 's', pathStyle: true });
  });

  it('of an account is used over the guarded connector, where that opens its address', async (t) => {
    const server = await startS3Server();
    t.after(() => server.stop());
    const open = (allow: string, settings = server.settings) => {
      const resolver = createResolver();
      const guard = createEgressGuard({ allow: parseAllowList(allow), ownPorts: () => [], resolver });
      const fetch = createGuardedFetch(new Connector({ guard, connectTimeoutMs: 2000, onConnection: () => undefined }));
      const transport = createGuardedHandler(fetch, { timeoutMs: 20_000, maxBytes: 4 * mebibyte });
      return openS3Bucket({ settings, transport, onRequest: () => undefined, log });
    };
    const bucket = await open('127.0.0.1');
    const [key, bytes] = ["a folder/it's (1)*~é+&=!.png", randomBytes(3 * mebibyte)];
    await bucket.put(key, bytes);
    assert.deepEqual(await bucket.list("a folder/it's", 2), [key]);
    assert.equal(sha256((await bucket.get(key, bytes.length)) ?? new Uint8Array()), sha256(bytes));
    await bucket.delete(key);
    assert.equal(await bucket.get(key, bytes.length), undefined);
    const endpoint = new URL(`http://localhost:${server.settings.endpoint.port}`);
    const byHost = await open('localhost,*.localhost', { ...server.settings, endpoint, pathStyle: false });
    await byHost.put(key, bytes);
    assert.equal(sha256(server.bytes(key)), sha256(bytes), 'the bucket in the host name');
    const large = randomBytes(17 * mebibyte);
    await bucket.put(key, large, { contentType: 'image/png', acl: 'public-read' });
    assert.equal(sha256(server.bytes(key)), sha256(large), 'in parts');
    await bucket.put(key, randomBytes(4 * mebibyte + 1));
    await assert.rejects(bucket.get(key, 4 * mebibyte + 1), { code: 'result_too_large' });
    for (const dotted of ['a/../b', './b', '..'])
      await assert.rejects(bucket.put(dotted, bytes), { code: 'UnsupportedKey' });
    await assert.rejects((await open('')).put(key, bytes), { code: 'target_blocked' });
  });
});
