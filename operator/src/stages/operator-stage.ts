import assert from 'node:assert/strict';
import { noActions } from '@tintype/contracts';
import { Conflict, type ResourceStore } from '@tintype/crds';
import type { SessionCharge, SessionOpen } from '@tintype/ledger';
import { Registry } from '@tintype/runtime';
import { MemoryStore, PlayedClock } from '@tintype/stores/testing';
import type { Books, PodAgent, Slots } from '../browser-session/pass/dependencies.js';
import { vacantLease } from '../controller/election/lease.js';
import { SessionOperator } from '../session-operator/session-operator.js';

const namespace = 'default';
export const lease = { namespace, name: 'operator' };
export const key = { namespace, name: 'shop' };
const nothing = () => undefined;
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const template = { labels: {}, annotations: {}, spec: { containers: [{ name: 'browser', image: 'browser' }] } };

/** Books that keep the last write and can be blocked; every session gets a slot. */
class OpenBooks implements Books, Slots {
  readonly opens = new Map<string, SessionOpen>();
  readonly charges = new Map<string, SessionCharge>();
  #gate = Promise.withResolvers<void>();

  constructor() {
    this.goOn();
  }

  holdUp(): void {
    this.#gate = Promise.withResolvers<void>();
  }

  goOn(): void {
    this.#gate.resolve();
  }

  readonly open = async (open: SessionOpen) => {
    await this.#gate.promise;
    this.opens.set(open.session, open);
    return open;
  };

  readonly charge = async (charge: SessionCharge) => {
    this.charges.set(charge.session, charge);
    return charge;
  };

  readonly findOpen = async (session: string) => this.opens.get(session);
  readonly unsettled = async () => [...this.opens.values()].filter(({ session }) => !this.charges.has(session));

  readonly take = async () => true;
  readonly free = async () => undefined;
  readonly all = async () => [];
}

class ObedientPods implements PodAgent {
  activated = 0;
  readonly #clock: PlayedClock;

  constructor(clock: PlayedClock) {
    this.#clock = clock;
  }

  readonly activate = async () => {
    this.activated += 1;
    return { startedAt: new Date(this.#clock.now()).toISOString() };
  };

  readonly close = async (_: unknown, session: string) => {
    const record = { session, openMs: 1000, confirmed: true, crashed: false };
    return { ...record, counts: noActions };
  };
}

/** A store with slow watches, books, pods and operators, on a played clock. */
export const operatorStage = () => {
  const clock = new PlayedClock();
  const store = new MemoryStore({ clock });
  void store.create('Lease', vacantLease(lease));
  const books = new OpenBooks();
  const agent = new ObedientPods(clock);
  const writes: string[] = [];
  const events: string[] = [];
  const counted = observed(store, clock, writes);
  const operators: SessionOperator[] = [];
  const ledger: { fault: string | undefined } = { fault: undefined };
  const registry = new Registry();
  const start = (identity: string, ownRegistry = operators.length === 0 ? registry : new Registry()) => {
    const operator = new SessionOperator({
      books,
      slots: books,
      store: counted,
      agent,
      clock,
      podTemplate: () => template,
      accounts: { find: async () => ({ disabled: false, concurrentSessions: 5 }) },
      proxies: { proxyOf: async () => 'http://proxy.example:3128' },
      record: (_, type, reason, note) => events.push(`${type} ${reason}: ${note}`),
      recordPool: nothing,
      ledger,
      ttlSecondsAfterClosed: 60,
      lease,
      identity,
      log: silent,
      registry: ownRegistry,
      random: () => 0,
    });
    void operator.start();
    operators.push(operator);
    return operator;
  };
  return { clock, store, agent, ledger, writes, events, operators, start, registry, books };
};

/** Longer than a pass. */
const lagMs = 100;

const observed = (store: MemoryStore, clock: PlayedClock, writes: string[]): ResourceStore => {
  const record = <T>(what: string, answer: Promise<T>): Promise<T> => {
    const done = (how: string) => what.endsWith('Lease') || writes.push(`${what}${how}`);
    answer.then(
      () => done(''),
      (error) => done(error instanceof Conflict ? ' met a conflict' : ' failed'),
    );
    return answer;
  };
  return {
    get: (...call) => store.get(...call),
    list: (...call) => store.list(...call),
    watch: async function* (...call) {
      for await (const event of store.watch(...call)) {
        await new Promise<void>((done) => clock.after(lagMs, done));
        yield event;
      }
    },
    create: (...call) => record(`create ${call[0]}`, store.create(...call)),
    update: (...call) => record(`update ${call[0]}`, store.update(...call)),
    updateStatus: (...call) => record(`status ${call[0]}`, store.updateStatus(...call)),
    delete: (...call) => record(`delete ${call[0]}`, store.delete(...call)),
  };
};

/** Long enough for the watches, and for the passes that follow. */
export const soonMs = 10 * lagMs;

export type OperatorStage = ReturnType<typeof operatorStage>;

export const makeSession = ({ store }: OperatorStage) =>
  store.create('BrowserSession', {
    apiVersion: 'tintype.dev/v1alpha1',
    kind: 'BrowserSession',
    metadata: key,
    spec: { account: 'acme', maxTtlSeconds: 600 },
  });

export const makePodReady = async ({ store, clock }: OperatorStage) => {
  const pod = await store.get('Pod', { namespace, name: `${key.name}-1` });
  assert.ok(pod);
  const lastTransitionTime = new Date(clock.now()).toISOString();
  const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime } as const];
  await store.updateStatus('Pod', { ...pod, status: { phase: 'Running', conditions } });
};

export const phaseOf = async ({ store }: OperatorStage) => (await store.get('BrowserSession', key))?.status?.phase;
