import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { type AccountRecord, decryptStorage } from '@tintype/contracts';
import { storageBody } from '../account-storage/storage-body.js';
import { storageView, withoutStorage, withStorage } from './storage.js';

const masterKey = createSecretKey(Buffer.alloc(32, 1));
const bare = { apiKey: 'k' } as AccountRecord;
const given = { endpoint: 'https://s3.example', bucket: 'pictures', key: 'AKID', secret: 'hush' };
const set = (record: AccountRecord, body: object) =>
  withStorage(record, masterKey, { account: 'acme', change: storageBody.parse({ ...given, ...body }) });
const secretOf = ({ storage }: AccountRecord) => storage && decryptStorage(masterKey, 'acme', storage).secret;

describe('the storage in the record of an account', () => {
  const stored = set(bare, {});

  it('is shown without its secret, and with the defaults', () => {
    const { setAt, ...view } = storageView(stored) ?? { setAt: '' };
    assert.ok(setAt);
    const { secret: _, ...rest } = given;
    const defaults = { region: 'us-east-1', pathStyle: true, prefix: '', publicUrl: null };
    assert.deepEqual(view, { ...rest, endpoint: 'https://s3.example/', ...defaults });
    assert.equal(storageView(bare), null);
  });

  it('keeps its secret if a change leaves it out, for the same endpoint and key only', () => {
    const moved = set(stored, { bucket: 'others', secret: undefined });
    assert.deepEqual([moved.storage?.bucket, secretOf(moved)], ['others', 'hush']);
    assert.equal(secretOf(set(stored, { secret: 'new' })), 'new');
    const refused = { code: 'invalid_request', message: /`secret` is missing/ };
    for (const change of [{ endpoint: 'https://other.example' }, { key: 'OTHER' }])
      assert.throws(() => set(stored, { ...change, secret: undefined }), refused);
    assert.throws(() => set(bare, { secret: undefined }), refused);
  });

  it('is removed once', () => {
    assert.deepEqual(withoutStorage(stored), bare);
    assert.throws(() => withoutStorage(bare), { code: 'not_found' });
  });
});
