import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { storageBody, storageWarnings } from './storage-body.js';

const good = { endpoint: 'https://s3.example', bucket: 'pictures', key: 'AKID', secret: 'hush/+=' };

describe('the body of a storage', () => {
  const taken: [name: string, value: unknown, stored: unknown][] = [
    ['endpoint', 'http://10.0.0.1:9000', 'http://10.0.0.1:9000/'],
    ['endpoint', 'https://store.example/storage/v1/s3', 'https://store.example/storage/v1/s3'],
    ['prefix', '/a/b', 'a/b/'],
    ['prefix', 'a b/', 'a b/'],
    ['prefix', '/', ''],
    ['publicUrl', 'https://cdn.example/x/', 'https://cdn.example/x/'],
    ['publicUrl', null, null],
    ['pathStyle', false, false],
    ['region', 'auto', 'auto'],
  ];
  for (const [name, value, stored] of taken)
    it(`takes ${name} ${JSON.stringify(value)}`, () => {
      assert.equal((storageBody.parse({ ...good, [name]: value }) as Record<string, unknown>)[name], stored);
    });

  const refused: [name: string, value: unknown][] = [
    ['endpoint', 's3.example'],
    ['endpoint', 'ftp://s3.example'],
    ['endpoint', 'https://user:password@s3.example'],
    ['endpoint', 'https://s3.example/?a=b'],
    ['endpoint', undefined],
    ['bucket', 'a/b'],
    ['bucket', 'ab'],
    ['key', 'with space'],
    ['key', 'a/b'],
    ['secret', ''],
    ['secret', 'with\nline'],
    ['prefix', '../other'],
    ['prefix', 'a/./b'],
    ['prefix', 'a\\b'],
    ['prefix', 'ü'],
    ['prefix', 'x'.repeat(201)],
    ['publicUrl', 'javascript:alert(1)'],
    ['publicUrl', 'https://cdn.example/\r\nx'],
    ['endpoint', 'https://s3.exam\tple'],
    ['pathStyle', 'true'],
    ['unknown', 1],
  ];
  for (const [name, value] of refused)
    it(`refuses ${name} ${JSON.stringify(value)?.slice(0, 40)}`, () => {
      const { error } = storageBody.safeParse({ ...good, [name]: value });
      const [issue] = error?.issues ?? [];
      assert.ok(issue && (issue.code === 'unrecognized_keys' || issue.path[0] === name), JSON.stringify(issue));
    });

  const places: [change: object, isTaken: boolean][] = [
    [{ bucket: 'my-pictures-1' }, true],
    [{ endpoint: 'http://localhost:9000' }, true],
    [{ bucket: 'my.pictures' }, false],
    [{ bucket: 'Pictures' }, false],
    [{ bucket: 'my_pictures' }, false],
    [{ bucket: 'pictures-' }, false],
    [{ endpoint: 'http://127.0.0.1:9000' }, false],
    [{ endpoint: 'http://[::1]:9000' }, false],
  ];
  for (const [change, isTaken] of places)
    it(`${isTaken ? 'takes' : 'refuses'} the bucket in the host name with ${JSON.stringify(change)}`, () => {
      const { error } = storageBody.safeParse({ ...good, ...change, pathStyle: false });
      assert.deepEqual(error?.issues[0]?.path, isTaken ? undefined : ['pathStyle']);
      assert.ok(storageBody.safeParse({ ...good, ...change }).success);
    });
});

describe('the warnings about a storage', () => {
  it('name an endpoint with the bucket in it', () => {
    for (const [endpoint, count] of [
      ['https://s3.example', 0],
      ['https://s3.example/storage/v1/s3', 0],
      ['https://pictures2.example', 0],
      ['https://pictures.s3.example', 1],
      ['https://s3.example/pictures', 1],
      ['https://s3.example/pictures/', 1],
    ] as const)
      assert.equal(storageWarnings({ endpoint, bucket: 'pictures' }).length, count, endpoint);
    assert.match(storageWarnings({ endpoint: 'https://s3.example/a', bucket: 'a' })[0] ?? '', /bucket `a`: it takes/);
  });
});
