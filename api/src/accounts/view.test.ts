import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AccountRecord } from '@tintype/contracts';
import { asKey } from '@tintype/runtime';
import { sealSecret } from './secrets.js';
import { type AccountEntry, AccountView } from './view.js';

const masterKey = asKey('11'.repeat(32));

const record = (account: string, change: Partial<AccountRecord> = {}): AccountRecord => ({
  apiKey: 'k',
  createdAt: '2026-01-01T00:00:00.000Z',
  disabled: false,
  secrets: [sealSecret(masterKey, { account, text: 'test', origin: 'admin', scope: 'use' })],
  limits: {},
  credits: null,
  creditsBase: 0,
  endpoints: null,
  ...change,
});

const viewOf = (...entries: [key: string, value: unknown][]) => {
  const broken: string[] = [];
  const view = new AccountView({ masterKey, log: { error: (line: { account: string }) => broken.push(line.account) } });
  for (const [at, [key, value]] of entries.entries()) {
    const operation = value === undefined ? 'DEL' : 'PUT';
    view.apply({ key, operation, revision: at + 1, json: () => JSON.parse(JSON.stringify(value)) } as AccountEntry);
  }
  return { view, broken };
};

const owned = ['key.k', { account: 'a', confirmed: true }] as [string, unknown];

describe('AccountView', () => {
  it('serves an account by id and API key, if the record or the reservation comes first', () => {
    const value = record('a');
    const made = ['a', value] as [string, unknown];
    for (const { view } of [viewOf(owned, made), viewOf(made, owned)]) {
      assert.deepEqual(view.byId('a')?.secrets, [{ id: value.secrets[0]?.id, text: 'test', scope: 'use' }]);
      assert.equal(view.byApiKey('k'), view.byId('a'));
      assert.equal(view.revision, 2);
    }
  });

  it('serves an account only by the API key that the index gives it', () => {
    const { view } = viewOf(
      owned,
      ['a', record('a')],
      ['b', record('b')],
      ['key.old', { account: 'a', confirmed: true }],
    );
    assert.equal(view.byApiKey('k')?.id, 'a');
    assert.equal(view.byId('b'), undefined);
    assert.equal(view.byApiKey('old'), undefined);
    assert.equal(view.byApiKey('a'), undefined);
  });

  it('replaces changed accounts and drops deleted ones', () => {
    const made: [string, unknown] = ['a', record('a')];
    assert.equal(viewOf(owned, made, ['a', record('a', { disabled: true })]).view.byId('a')?.disabled, true);
    for (const gone of ['a', 'key.k']) {
      const { view } = viewOf(owned, made, [gone, undefined]);
      assert.equal(view.byId('a'), undefined);
      assert.equal(view.byApiKey('k'), undefined);
    }
  });

  it('takes an account out of service, and no other, when its record becomes unreadable', () => {
    const moved = record('b').secrets;
    for (const bad of [{}, null, record('a', { secrets: moved })]) {
      const { view, broken } = viewOf(
        owned,
        ['a', record('a')],
        ['a', bad],
        ['key.c', { account: 'c', confirmed: true }],
        ['c', record('c', { apiKey: 'c' })],
      );
      assert.equal(view.byId('a'), undefined);
      assert.equal(view.byApiKey('k'), undefined);
      assert.ok(view.byApiKey('c'));
      assert.deepEqual(broken, ['a']);
    }
  });

  it('ignores unknown entries of newer releases', () => {
    const { view, broken } = viewOf(['later.a.x', { any: 'thing' }]);
    assert.deepEqual(broken, []);
    assert.equal(view.revision, 1);
    const { view: other } = viewOf(owned, ['a', record('a', { limits: { later: 5 }, endpoints: ['pdf', 'later'] })]);
    assert.deepEqual(other.byId('a')?.endpoints, ['pdf']);
    assert.ok(!('later' in (other.byId('a')?.limits ?? {})));
  });
});
