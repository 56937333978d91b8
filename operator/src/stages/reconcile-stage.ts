import assert from 'node:assert/strict';
import { noActions } from '@tintype/contracts';
import type { BrowserSession, NewBrowserSession, Pod, PodStatus } from '@tintype/crds';
import type { SessionCharge, SessionOpen } from '@tintype/ledger';
import { MemoryStore, PlayedClock } from '@tintype/stores/testing';
import type { SessionDependencies } from '../browser-session/pass/dependencies.js';
import { ColdStart } from '../browser-session/pods/cold-start.js';
import { reconcile } from '../browser-session/reconcile.js';

export const key = { namespace: 'default', name: 'shop' };
const template = { labels: {}, annotations: {}, spec: { containers: [{ name: 'browser', image: 'browser' }] } };

/** All accounts are alike. */
const account: Pick<SessionDependencies, 'accounts' | 'proxies'> = {
  accounts: { find: async () => ({ disabled: false, concurrentSessions: 5 }) },
  proxies: { proxyOf: async () => 'http://proxy.example:3128' },
};

/** Books that keep opens and charges; every session gets a slot. */
const playedBooks = () => {
  const opens = new Map<string, SessionOpen>();
  const charges = new Map<string, SessionCharge>();
  const writeOnce = <T extends { session: string }>(entries: Map<string, T>, entry: T): T => {
    const existing = entries.get(entry.session) ?? entry;
    entries.set(entry.session, existing);
    return existing;
  };
  const books: SessionDependencies['books'] = {
    open: async (open) => writeOnce(opens, open),
    findOpen: async (session) => opens.get(session),
    charge: async (charge) => writeOnce(charges, charge),
    unsettled: async () => [...opens.values()].filter(({ session }) => !charges.has(session)),
  };
  const freed: string[] = [];
  const slots: SessionDependencies['slots'] = {
    take: async () => true,
    free: async (_, session) => void freed.push(session),
    all: async () => [],
  };
  return { opens, charges, books, freed, slots };
};

interface Differing {
  session?: { metadata?: Partial<NewBrowserSession['metadata']>; spec?: Partial<NewBrowserSession['spec']> };
  dependencies?: Partial<SessionDependencies>;
}

/**
 * A session from kubectl, books, and pods that are ready after a pass and obey. `session` and `dependencies` override
 * it.
 */
export const reconcileStage = async ({ session = {}, dependencies: differs = {} }: Differing = {}) => {
  const clock = new PlayedClock();
  const store = new MemoryStore({ clock });
  await store.create('BrowserSession', {
    apiVersion: 'tintype.dev/v1alpha1',
    kind: 'BrowserSession',
    metadata: { ...key, ...session.metadata },
    spec: { account: 'acme', maxTtlSeconds: 60, ...session.spec },
  });
  const events: string[] = [];
  const text = () => new Date(clock.now()).toISOString();
  const { books, slots, ...seen } = playedBooks();
  const closed = { openMs: 0, confirmed: true, crashed: false, counts: noActions };
  const dependencies: SessionDependencies = {
    store,
    clock,
    books,
    slots,
    pods: { get: () => undefined },
    source: new ColdStart(store, () => template),
    agent: { activate: async () => ({ startedAt: text() }), close: async (_, id) => ({ session: id, ...closed }) },
    ...account,
    record: (_, type, reason) => void events.push(`${type} ${reason}`),
    ttlSecondsAfterClosed: 60,
    ...differs,
  };
  const read = async (): Promise<BrowserSession> =>
    (await store.get('BrowserSession', { ...key, ...session.metadata })) ?? assert.fail('it is gone');
  const pods = async () => (await store.list('Pod')).items;
  const setPodStatus = (pod: Pod, status: PodStatus) =>
    store.updateStatus('Pod', { ...pod, status: { ...pod.status, ...status } });
  const begin = async (pod: Pod) => {
    const scheduled = await store.update('Pod', { ...pod, spec: { ...pod.spec, nodeName: 'node-7' } });
    const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: text() } as const];
    await setPodStatus(scheduled, { phase: 'Running', podIP: '10.0.0.9', startTime: text(), conditions });
  };
  const pass = async () => reconcile(dependencies, await read());
  /** More passes than any session needs. */
  const go = async (passes = 30) => {
    for (let count = 0; count < passes; count++) {
      await pass();
      for (const pod of await pods()) if (pod.status?.phase !== 'Running') await begin(pod);
    }
  };
  const status = async () => (await read()).status ?? {};
  const ready = async () => (await status()).conditions?.find(({ type }) => type === 'Ready');
  return { ...seen, clock, store, dependencies, events, read, pods, setPodStatus, begin, pass, go, status, ready };
};
