import assert from 'node:assert/strict';
import { it } from 'node:test';
import { noActions } from '@tintype/contracts';
import { labels, ownPodLabels } from '@tintype/crds';
import type { SessionCharge, SessionOpen } from '@tintype/ledger';
import { MemoryStore, PlayedClock } from '@tintype/stores';
import { sweep } from './sweep.js';

const options = { maxTtlSeconds: 600, proxy: false, bypassBotDetection: false, cdp: false };
const session = 'sess_00000000-0000-4000-8000-00000000abcd';
const key = { namespace: 'default', name: 'sess-00000000-0000-4000-8000-00000000abcd' };

it('a sweep that was held up does not judge by books that it read before a session could begin', async () => {
  const clock = new PlayedClock();
  const store = new MemoryStore({ clock });
  const owner = { apiVersion: 'tintype.dev/v1alpha1', kind: 'BrowserSession', name: key.name, uid: 'gone' };
  await store.create('Pod', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...key, labels: { ...ownPodLabels, [labels.session]: key.name }, ownerReferences: [owner] },
    spec: { containers: [] },
  });
  const startBy = new Date(clock.now()).toISOString();
  const open: SessionOpen = { session, account: 'acme', uid: 'gone', ...key, options, startBy, unattended: false };
  const charges: SessionCharge[] = [];
  const record = { session, startedAt: startBy, openMs: 90_000, confirmed: true, crashed: false, counts: noActions };
  const opens: SessionOpen[] = [];
  const outside: Parameters<typeof sweep>[0] = {
    store,
    clock,
    agent: { activate: () => Promise.reject(new Error('refused')), close: async () => record },
    slots: { take: async () => false, free: async () => undefined, all: async () => [] },
    books: {
      open: async () => open,
      findOpen: async () => open,
      charge: async (charge) => {
        charges.push(charge);
        return charge;
      },
      unsettled: async () => {
        const read = [...opens];
        opens.push(open);
        clock.jump(200_000);
        return read;
      },
    },
  };
  await sweep(outside);
  assert.equal((await store.list('Pod')).items.length, 1);
  await sweep(outside);
  assert.deepEqual(
    charges.map(({ credits }) => credits),
    [2],
  );
  assert.deepEqual((await store.list('Pod')).items, []);
});
