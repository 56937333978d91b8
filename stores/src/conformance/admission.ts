import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BrowserSession, Invalid, type NewBrowserSession } from '@tintype/crds';
import { refused } from './refused.js';
import { newObject } from './samples.js';
import type { Stage } from './stage.js';

/** A copy with the fields of `change`, which the compiler does not check. */
const withUnchecked = <T>(object: T, change: object): T => ({ ...object, ...change });

export const admission = (stage: Stage): void => {
  const newSession = async (spec: object): Promise<NewBrowserSession> =>
    withUnchecked(newObject('BrowserSession', await stage.newKey()), { spec });

  describe('an object of our own kinds', () => {
    it('gets its defaults', async () => {
      const { spec } = await stage.store.create('BrowserSession', await newSession({ account: 'acme' }));
      const defaultFlags = { cdp: false, proxy: false, bypassBotDetection: false };
      assert.deepEqual(spec, { account: 'acme', pool: 'default', maxTtlSeconds: 900, ...defaultFlags });
      const pool = await stage.store.create(
        'BrowserPool',
        withUnchecked(newObject('BrowserPool', await stage.newKey()), { spec: {} }),
      );
      assert.equal(pool.spec.replicas, 2);
    });

    it('loses unknown fields, in spec, status and beside them', async () => {
      const sent = await newSession({ account: 'acme', unknown: 1 });
      const created = await stage.store.create('BrowserSession', withUnchecked(sent, { unknown: 2 }));
      assert.ok(!('unknown' in created) && !('unknown' in created.spec));
      const status = { phase: 'Pending', unknown: 3, pod: { name: 'p', uid: 'u', unknown: 4 } };
      const updated = await stage.store.updateStatus('BrowserSession', withUnchecked(created, { status }));
      assert.deepEqual(updated.status, { phase: 'Pending', pod: { name: 'p', uid: 'u' } });
      assert.deepEqual(await stage.read('BrowserSession', created), updated);
    });

    it('is refused if it breaks its schema', async () => {
      for (const spec of [
        {},
        { account: 'acme', maxTtlSeconds: 0 },
        { account: 'acme', maxTtlSeconds: 901 },
        { account: 'acme', maxTtlSeconds: '60' },
        { account: 7 },
      ])
        await refused(stage.store.create('BrowserSession', await newSession(spec)), Invalid);
      const pool = await stage.create('BrowserPool');
      await refused(stage.store.update('BrowserPool', withUnchecked(pool, { spec: { replicas: -1 } })), Invalid);
    });

    it('is refused if it breaks a rule, and the error says what to do', async () => {
      const withBothFlags = await newSession({ account: 'acme', cdp: true, bypassBotDetection: true });
      await assert.rejects(stage.store.create('BrowserSession', withBothFlags), (error) => {
        assert.ok(error instanceof Invalid);
        assert.match(error.message, /exclude each other/);
        return true;
      });
    });

    it('cannot be changed where it is immutable', async () => {
      const created = await stage.create('BrowserSession');
      const changed: BrowserSession = { ...created, spec: { ...created.spec, maxTtlSeconds: 61 } };
      await refused(stage.store.update('BrowserSession', changed), Invalid);
      assert.deepEqual(await stage.read('BrowserSession', created), created);
    });

    it('is refused if its status breaks the schema or a rule', async () => {
      const created = await stage.create('BrowserSession');
      for (const status of [{ phase: 'Nonsense' }, { credits: -1 }, { conditions: [{ type: 'X' }] }])
        await refused(stage.store.updateStatus('BrowserSession', withUnchecked(created, { status })), Invalid);
      const active = await stage.store.updateStatus('BrowserSession', { ...created, status: { phase: 'Active' } });
      const backwards: BrowserSession = { ...active, status: { phase: 'Pending' } };
      await refused(stage.store.updateStatus('BrowserSession', backwards), Invalid);
    });
  });
};
