import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BrowserSession, sessionName } from '@tintype/crds';
import type { SessionCharge } from '@tintype/ledger';
import { type FoundSession, SessionLookup, type SessionLookupOptions } from './session-lookup.js';

const id = 'sess_00000000-0000-4000-8000-000000000001';
const charge = { session: id, account: 'acme', uid: 'first', credits: 5 } as SessionCharge;

const object = (status: BrowserSession['status'], { account = 'acme', deletionTimestamp = '' } = {}) =>
  ({
    metadata: {
      namespace: 'default',
      name: sessionName(id),
      uid: 'second',
      ...(deletionTimestamp && { deletionTimestamp }),
    },
    spec: { account, maxTtlSeconds: 300 },
    status,
  }) as BrowserSession;

const find = (standing: BrowserSession | undefined, charged: SessionCharge | undefined) =>
  new SessionLookup({
    store: { get: async () => standing as never },
    ledger: { findCharge: async () => charged },
    cache: { byIndex: () => [] } as unknown as SessionLookupOptions['cache'],
    namespace: 'default',
  }).find('acme', id);

const never: Record<string, BrowserSession> = {
  'that starts': object({ phase: 'Binding' }),
  'that has no status yet': object(undefined),
  'that was refused, since its id is another’s': object({ phase: 'Failed', closeReason: 'ForeignOpen' }),
  'that was deleted before it was open': object({ phase: 'Pending' }, { deletionTimestamp: '2030-01-01T12:00:00Z' }),
  'of another account': object({ phase: 'Failed', closeReason: 'ForeignOpen' }, { account: 'other' }),
};

describe('a session that was charged', () => {
  for (const [name, standing] of Object.entries(never))
    it(`is not hidden by an object under its id ${name}`, async () => {
      assert.deepEqual(await find(standing, charge), { charge });
    });

  it('is hidden from other accounts', async () => {
    for (const standing of [undefined, object({ phase: 'Failed' }, { account: 'other' })])
      assert.equal(await find(standing, { ...charge, account: 'other' }), undefined);
  });
});

describe('a session that was not', () => {
  const found: Record<string, [BrowserSession, FoundSession | undefined]> = {};
  const failed = object({ phase: 'Failed', closeReason: 'StartTimeout' });
  const open = object({ phase: 'Active', startedAt: '2030-01-01T12:00:00Z' });
  found['is its object'] = [open, { object: open }];
  found['is its object, when it never was open'] = [failed, { object: failed }];
  found['is not there before it is open'] = [object({ phase: 'Binding' }), undefined];
  found['is hidden from other accounts'] = [object({ phase: 'Active' }, { account: 'other' }), undefined];
  for (const [name, [standing, comes]] of Object.entries(found))
    it(name, async () => assert.deepEqual(await find(standing, undefined), comes));
});
