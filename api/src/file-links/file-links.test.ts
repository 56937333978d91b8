import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import type { ResultRecord } from '../render/results/result-record.js';
import { FileLinks } from './file-links.js';

const links = new FileLinks(createSecretKey(Buffer.alloc(32, 1)));
const key = 'ab'.repeat(32);
const result = (change: object = {}) => ({
  key,
  record: { expiresAt: 1000 } as ResultRecord,
  fileName: 'é a.png',
  ...change,
});

const parts = (path: string) => {
  const [, token = '', name = ''] = /^\/files\/([\w-]+)\/([^/]+)$/.exec(path) ?? [];
  return { token, name: decodeURIComponent(name) };
};

describe('a link to a file', () => {
  const path = links.pathOf('acme', result());
  const { token, name } = parts(path);

  it('opens to account and key, and shows neither', () => {
    assert.deepEqual(links.open(token, name), { account: 'acme', key });
    assert.ok(!Buffer.from(token, 'base64url').includes('acme') && !path.includes(key));
  });

  it('is the same on every replica and at every request', () => {
    const other = new FileLinks(createSecretKey(Buffer.alloc(32, 1)));
    assert.equal(other.pathOf('acme', result()), path);
    const record = result();
    assert.equal(links.pathOf('acme', record), path);
    assert.notEqual(links.pathOf('acme', { ...record, fileName: 'b.png' }), path);
  });

  it('is the same for a later result of the same request', () => {
    assert.equal(links.pathOf('acme', result({ record: { expiresAt: 90_000 } })), path);
  });

  it('differs by account, key and name', () => {
    const others = [
      links.pathOf('other', result()),
      links.pathOf('acme', result({ key: 'cd'.repeat(32) })),
      links.pathOf('acme', result({ fileName: 'b.png' })),
    ].map((each) => parts(each).token);
    assert.equal(new Set([token, ...others]).size, 4);
  });

  it('has a nonce of its own: no other account and name together give it', () => {
    const nonceOf = (account: string, fileName: string) =>
      Buffer.from(parts(links.pathOf(account, result({ fileName }))).token, 'base64url').toString('hex', 0, 12);
    assert.notEqual(nonceOf('acme', 'x.png'), nonceOf('acmex', '.png'));
  });

  it('opens under no other name or master key', () => {
    assert.equal(links.open(token, 'b.png'), undefined);
    assert.equal(new FileLinks(createSecretKey(Buffer.alloc(32, 2))).open(token, name), undefined);
  });

  it('opens no changed token', () => {
    const bytes = Buffer.from(token, 'base64url');
    for (const [at, byte] of bytes.entries()) {
      const changed = Buffer.from(bytes);
      changed[at] = byte ^ 1;
      assert.equal(links.open(changed.toString('base64url'), name), undefined, `byte ${at}`);
    }
    for (const wrong of ['', 'x', token.slice(0, -8), `${token}AAAA`, 'A'.repeat(200)])
      assert.equal(links.open(wrong, name), undefined, wrong);
  });
});
