import { type BrowserSession, type Kind, type Kinds, keyText, type Pod, type ResourceStore } from '@tintype/crds';
import type { Books, PodAgent, Slots } from '@tintype/operator';
import { MemoryStore, PlayedClock } from '@tintype/stores';
import { type Actor, Gate } from './gate.js';
import { PlayedBooks } from './played-books.js';
import { PlayedClient } from './played-client.js';
import { PlayedNode } from './played-node.js';
import { PlayedOperator } from './played-operator.js';

/** Everything there is: a store, the books, nodes, operators and callers, with nothing real in it but the code under test. */
export class World {
  readonly clock = new PlayedClock();
  readonly store = new MemoryStore({ clock: this.clock });
  readonly books = new PlayedBooks();
  readonly node = new PlayedNode(this.store, this.clock);
  readonly gate = new Gate();
  readonly accounts = new Map([['acme', { disabled: false, concurrentSessions: 2 }]]);
  readonly clients: PlayedClient[] = [];
  operators: PlayedOperator[] = [];
  /** What happened, for whoever reads a failure. */
  readonly log: string[] = [];
  readonly limit = 2;
  broken: Broken | undefined;
  #ledgerDown = 0;
  #version = '';
  readonly #objects = { BrowserSession: new Map<string, BrowserSession>(), Pod: new Map<string, Pod>() };

  note(text: string): void {
    this.log.push(`${this.clock.now() - start} ${text}`);
  }

  addOperator(): PlayedOperator {
    const operator = new PlayedOperator(`operator ${this.operators.length}`, this);
    this.operators.push(operator);
    return operator;
  }

  addClient(): PlayedClient {
    const number = this.clients.length + 1;
    const client = new PlayedClient(`client ${number}`, this, { account: 'acme', number });
    this.clients.push(client);
    return client;
  }

  /** The objects of a kind as they are, by key. */
  objects<K extends 'BrowserSession' | 'Pod'>(kind: K): ReadonlyMap<string, Kinds[K]> {
    return this.#objects[kind] as Map<string, Kinds[K]>;
  }

  /** A session made by hand: no api waits for it, and no finalizer is on it. */
  async kubectlCreate(maxTtlSeconds: number, account = 'acme'): Promise<void> {
    const metadata = { namespace: 'default', name: `by-hand-${this.store.version}` };
    const spec = { account, maxTtlSeconds };
    await this.store.create('BrowserSession', {
      apiVersion: 'tintype.dev/v1alpha1',
      kind: 'BrowserSession',
      metadata,
      spec,
    });
  }

  /** Deletes every session. */
  async kubectlDelete(): Promise<void> {
    for (const { metadata } of this.#objects.BrowserSession.values())
      await this.store.delete('BrowserSession', metadata);
  }

  /** Its next calls get no answer. */
  restartLedger(): void {
    this.#ledgerDown = ledgerCalls;
  }

  /** When something that waits for the clock happens next, in milliseconds of the epoch. */
  get nextDue(): number {
    const operators = this.operators.filter(({ alive, isBusy }) => alive && !isBusy);
    const deadlines = this.clients.filter(({ isWaiting }) => isWaiting).map(({ startBy }) => startBy + 1);
    return Math.min(this.node.nextDue, ...operators.map(({ nextDue }) => nextDue), ...deadlines);
  }

  /** Nothing is left that time could change. */
  get isAtRest(): boolean {
    const { BrowserSession, Pod } = this.#objects;
    const isUnsettled = [...this.books.opens.keys()].some((session) => !this.books.charges.has(session));
    if (this.clients.some(({ isWaiting }) => isWaiting)) return false;
    return BrowserSession.size === 0 && Pod.size === 0 && this.books.slots.length === 0 && !isUnsettled;
  }

  async pass(milliseconds: number): Promise<void> {
    await this.clock.advance(milliseconds);
    await this.node.endOverdue();
    for (const client of this.clients) if (client.isWaiting && client.startBy < this.clock.now()) client.leave();
  }

  /** What a program swallowed is broken all the same. */
  demandNothingBroken(): void {
    if (this.broken) throw this.broken;
  }

  /** After each step: what was begun goes on as far as it can, and what came of it is looked at. */
  async settle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.store.version === this.#version) return;
    this.#version = this.store.version;
    for (const kind of ['BrowserSession', 'Pod'] as const) {
      const { items } = await this.store.list(kind);
      const objects = new Map<string, Kinds[typeof kind]>(items.map((object) => [keyText(object.metadata), object]));
      this.#objects[kind] = objects as never;
    }
    await this.node.notice();
  }

  gatedStore(actor: Actor): ResourceStore {
    const { gate, store } = this;
    return {
      get: (kind, key) => gate.through(actor, `store.get ${kind}`, true, () => store.get(kind, key)),
      list: (kind, selector) => gate.through(actor, `store.list ${kind}`, true, () => store.list(kind, selector)),
      watch: (kind, options) => store.watch(kind, options),
      create: (kind, object) => gate.through(actor, `store.create ${kind}`, false, () => store.create(kind, object)),
      update: (kind, object) => gate.through(actor, `store.update ${kind}`, false, () => store.update(kind, object)),
      updateStatus: (kind, object) =>
        gate.through(actor, `store.updateStatus ${kind}${phaseOf(object)}`, false, () =>
          store.updateStatus(kind, object),
        ),
      delete: (kind, key, options) =>
        gate.through(actor, `store.delete ${kind}`, false, () => store.delete(kind, key, options)),
    };
  }

  gatedAgent(actor: Actor): PodAgent {
    const { gate, node } = this;
    return {
      activate: (pod, order) =>
        gate.through(actor, 'agent.activate', false, async () => {
          const answer = node.activate(pod, order);
          if (this.books.charges.has(order.session))
            this.broken = new Broken(`nothing is opened after its charge: ${order.session}`);
          return answer;
        }),
      close: (pod, session) =>
        gate.through(actor, 'agent.close', false, async () => node.close(pod.metadata.uid, session)),
    };
  }

  gatedSlots(actor: Actor): Slots {
    const { books } = this;
    return {
      take: (order) => this.#toLedger(actor, 'slots.take', false, () => books.take(order)),
      free: (account, session) => this.#toLedger(actor, 'slots.free', false, () => books.free(account, session)),
      all: () => this.#toLedger(actor, 'slots.all', true, () => books.all()),
    };
  }

  gatedBooks(actor: Actor): Books {
    const { books } = this;
    return {
      open: (open) => this.#toLedger(actor, 'books.open', false, () => books.open(open)),
      findOpen: (session) => this.#toLedger(actor, 'books.findOpen', true, () => books.findOpen(session)),
      charge: (charge) => this.#toLedger(actor, 'books.charge', false, () => books.charge(charge)),
      unsettled: () => this.#toLedger(actor, 'books.unsettled', true, () => books.unsettled()),
    };
  }

  #toLedger<T>(actor: Actor, name: string, isRead: boolean, work: () => Promise<T>): Promise<T> {
    return this.gate.through(actor, name, isRead, () => {
      if (this.#ledgerDown === 0) return work();
      this.#ledgerDown -= 1;
      return Promise.reject(new Error('the ledger restarts'));
    });
  }

  /** The api's `close`: a pod that is seen to have ended is as good as one that answers. */
  async closeOrSeeEnded(uid: string, session: string): Promise<void> {
    const machine = this.node.machines.get(uid);
    if (machine?.life === 'ended' && !machine.isLost) return;
    this.node.close(uid, session);
  }
}

/** So many calls fail while the ledger restarts. */
const ledgerCalls = 5;

export const start = new PlayedClock().now();

/** An invariant does not hold. */
export class Broken extends Error {
  override name = 'Broken';
}

const phaseOf = (object: Kinds[Kind]) =>
  object.kind === 'BrowserSession' ? ` ${(object as BrowserSession).status?.phase}` : '';
