import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StorageSettings } from '@tintype/contracts';
import { createLog } from '@tintype/runtime';
import type { S3Settings } from '../s3/s3-bucket.js';
import { UploadTargets } from './upload-targets.js';

const own: StorageSettings = {
  ...{ endpoint: 'https://s3.example/', region: 'us-east-1', bucket: 'pictures', key: 'id', secret: 'hush' },
  ...{ pathStyle: true, prefix: '', publicUrl: null },
};
const { publicUrl: _, ...place } = own;
const installation: S3Settings = { ...place, endpoint: new URL('https://own.example'), bucket: 'results' };

const targetsWith = (s3: S3Settings | undefined) =>
  new UploadTargets({
    handler: { handle: () => Promise.reject(new Error('No test calls a store.')) },
    installation: { s3, accounts: [{ id: 'ours' }] },
    log: createLog('test', 'silent'),
  });

describe('the target of an upload', () => {
  it('is the own storage of the account, else the store of the installation for its own accounts', () => {
    const targets = targetsWith(installation);
    const bucketOf = (id: string, storage?: StorageSettings) => targets.targetOf({ id, storage })?.settings.bucket;
    assert.deepEqual([bucketOf('ours', own), bucketOf('ours')], ['pictures', 'results']);
    assert.deepEqual([bucketOf('another', own), bucketOf('another')], ['pictures', undefined]);
    assert.equal(targetsWith(undefined).targetOf({ id: 'ours', storage: undefined }), undefined);
  });

  it('has the public URL of the installation’s store', () => {
    const publicUrl = new URL('https://files.example/x');
    const urlOf = (s3: S3Settings) => targetsWith(s3).targetOf({ id: 'ours', storage: undefined })?.settings.publicUrl;
    assert.deepEqual([urlOf(installation), urlOf({ ...installation, publicUrl })], [null, publicUrl.href]);
  });

  it('is another one in another place, but not with another login or public URL', () => {
    const targets = targetsWith(undefined);
    const idOf = (change: Partial<StorageSettings> = {}) =>
      targets.targetOf({ id: 'a', storage: { ...own, ...change } })?.id ?? '';
    for (const same of [{ key: 'k' }, { secret: 's' }, { publicUrl: 'https://cdn.example' }, { region: 'r' }])
      assert.equal(idOf(same), idOf(), JSON.stringify(same));
    const others = [{ endpoint: 'https://b.example/' }, { bucket: 'b' }, { pathStyle: false }, { prefix: 'b/' }];
    assert.equal(new Set([idOf(), ...others.map(idOf)]).size, 5);
  });

  it('shares its client with equal settings, and has another one after a change of the login', async () => {
    const targets = targetsWith(undefined);
    const clientOf = (change: Partial<StorageSettings> = {}) =>
      targets.targetOf({ id: 'a', storage: { ...own, ...change } })?.bucket();
    assert.equal(await clientOf(), await clientOf({ prefix: 'b/' }));
    assert.notEqual(await clientOf(), await clientOf({ secret: 'new' }));
  });

  const countingTargets = (idleMs?: number) => {
    const closed = { clients: 0 };
    const destroy = () => (closed.clients += 1);
    const handler = { handle: () => Promise.reject(new Error('No test calls a store.')), destroy };
    const options = { handler, installation: { s3: undefined, accounts: [] }, log: createLog('test', 'silent') };
    return { targets: new UploadTargets({ ...options, ...(idleMs ? { idleMs } : {}) }), closed };
  };

  it('closes its clients when the service stops', async () => {
    const { targets, closed } = countingTargets();
    for (const secret of ['a', 'b']) await targets.targetOf({ id: 'a', storage: { ...own, secret } })?.bucket();
    targets.stop();
    await new Promise(setImmediate);
    assert.equal(closed.clients, 2);
  });

  it('closes a client that has had no use for a time, also after several uses', async () => {
    const { targets, closed } = countingTargets(60);
    for (const _ of [1, 2, 3]) await targets.targetOf({ id: 'a', storage: own })?.bucket();
    for (let waits = 0; waits < 100 && closed.clients === 0; waits += 1) await sleep(20);
    assert.ok(closed.clients > 0);
    targets.stop();
  });

  it('says whose store it is by what the record has', () => {
    const sourceOf = (id: string, hasOwn: boolean) => targetsWith(installation).sourceOf(id, hasOwn);
    assert.deepEqual(
      [sourceOf('ours', true), sourceOf('ours', false), sourceOf('a', false)],
      ['account', 'operator', null],
    );
    assert.equal(targetsWith(undefined).sourceOf('ours', false), null);
  });

  it('does not show the login', () => {
    const text = JSON.stringify(targetsWith(installation).targetOf({ id: 'ours', storage: own }));
    assert.doesNotMatch(text, /hush|"key"/);
  });
});
