import { type BrowserSession, type Kinds, keyText, labels, type NewPod, ownPodLabels, type Pod } from '@tintype/crds';
import { MemoryStore, PlayedClock } from '@tintype/stores';
import type { Actor } from './actor.js';
import { Gate } from './gate.js';
import type { Machine } from './machine.js';
import { PlayedBooks } from './played-books.js';
import { PlayedClient } from './played-client.js';
import { PlayedNode } from './played-node.js';
import { PlayedOperator } from './played-operator.js';

export type WatchedKind = 'BrowserSession' | 'Pod';

export interface WorldOptions {
  /** The account's sessions at once. */
  slots?: number;
  /** Pods that are there before anybody asks, for whichever session. */
  warmPods?: number;
  /** Kubernetes deletes pods whose session is gone; one machine has nobody who does. */
  collectsGarbage?: boolean;
}

/** The objects of a kind as they are, and a number that is another one after each change. */
interface Known<T> {
  version: number;
  objects: ReadonlyMap<string, T>;
}

/** Everything there is: a store, the books, nodes, operators and callers, with nothing real in it but the code under test. */
export class World {
  readonly clock = new PlayedClock();
  readonly store = new MemoryStore({ clock: this.clock });
  readonly books = new PlayedBooks();
  readonly node = new PlayedNode(this.store, this.clock);
  readonly gate = new Gate();
  readonly slots: number;
  readonly collectsGarbage: boolean;
  readonly clients: PlayedClient[] = [];
  /** Sessions whose finalizer a person has taken away; by id. */
  readonly stripped = new Set<string>();
  /** Sessions with a charge that none of these programs has written; by id. */
  readonly planted = new Set<string>();
  operators: PlayedOperator[] = [];
  readonly #log: { at: number; text: string | (() => string) }[] = [];
  readonly #start = this.clock.now();
  #seen = '';
  #known: { [K in WatchedKind]: Known<Kinds[K]> } = {
    BrowserSession: { version: 0, objects: new Map() },
    Pod: { version: 0, objects: new Map() },
  };
  #madeByHand = 0;

  constructor({ slots = 2, warmPods = 0, collectsGarbage = false }: WorldOptions = {}) {
    this.slots = slots;
    this.collectsGarbage = collectsGarbage;
    for (let number = 0; number < warmPods; number++) void this.store.create('Pod', warmPod(number));
  }

  note(text: string | (() => string)): void {
    this.#log.push({ at: this.clock.now() - this.#start, text });
  }

  /** What happened, for whoever reads a failure. */
  get log(): string[] {
    return this.#log.map(({ at, text }) => `${(at / 1000).toFixed(3)} s  ${typeof text === 'string' ? text : text()}`);
  }

  addOperator(): PlayedOperator {
    const operator = new PlayedOperator(`operator ${this.operators.length + 1}`, this);
    this.operators.push(operator);
    return operator;
  }

  addClient(): PlayedClient {
    const client = new PlayedClient(this, this.clients.length + 1);
    this.clients.push(client);
    return client;
  }

  /** The objects of a kind as they are, by key. */
  objects<K extends WatchedKind>(kind: K): ReadonlyMap<string, Kinds[K]> {
    return this.#known[kind].objects;
  }

  /** Another number when any object of the kind has changed. */
  version(kind: WatchedKind): number {
    return this.#known[kind].version;
  }

  /** A session made by hand: no api waits for it, and no finalizer is on it. */
  async kubectlCreate(maxTtlSeconds: number, account = 'acme'): Promise<void> {
    this.#madeByHand += 1;
    await this.store.create('BrowserSession', {
      apiVersion: 'tintype.dev/v1alpha1',
      kind: 'BrowserSession',
      metadata: { namespace: 'default', name: `by-hand-${this.#madeByHand}` },
      spec: { account, maxTtlSeconds },
    });
  }

  async kubectlDelete(kind: WatchedKind, { metadata }: BrowserSession | Pod): Promise<void> {
    await this.store.delete(kind, metadata, { uid: metadata.uid });
  }

  account(id: string): { disabled: boolean; concurrentSessions: number } | undefined {
    if (id !== 'acme' && id !== 'disabled') return undefined;
    return { disabled: id === 'disabled', concurrentSessions: this.slots };
  }

  /** When something that waits for the clock happens next, in milliseconds of the epoch. */
  get nextDue(): number {
    let next = this.node.nextDue;
    for (const operator of this.operators) next = Math.min(next, operator.nextDue);
    for (const client of this.clients) if (client.isWaiting) next = Math.min(next, client.startBy + 1);
    return next;
  }

  /** Nothing is left that time could change. */
  get isAtRest(): boolean {
    if (this.clients.some(({ isWaiting }) => isWaiting)) return false;
    if (this.books.slots.length > 0 || this.books.unsettled.length > 0) return false;
    return this.objects('BrowserSession').size === 0 && this.podsOfSessions.length === 0;
  }

  /** The pod of a machine, while it is there. */
  podOf({ pod }: Machine): Pod | undefined {
    const object = this.objects('Pod').get(keyText(pod));
    return object?.metadata.uid === pod.uid ? object : undefined;
  }

  /** Every process. */
  get actors(): Actor[] {
    return [...this.operators, ...this.clients, ...this.clients.flatMap(({ deleting }) => deleting ?? [])];
  }

  /** Pods that are not merely there for whoever comes. */
  get podsOfSessions(): Pod[] {
    const pods = [...this.objects('Pod').values()];
    return pods.filter(({ metadata }) => metadata.labels?.[labels.session] || metadata.deletionTimestamp);
  }

  async pass(milliseconds: number): Promise<void> {
    await this.clock.advance(milliseconds);
    await this.node.endOverdue();
    for (const client of this.clients) if (client.isWaiting && client.startBy < this.clock.now()) client.leave();
  }

  /** After each step: what was begun goes on as far as it can, and what came of it is looked at. */
  async settle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.store.version === this.#seen) return;
    this.#seen = this.store.version;
    await this.#look('BrowserSession');
    await this.#look('Pod');
    this.node.notice(this.objects('Pod'));
  }

  async #look(kind: WatchedKind): Promise<void> {
    const { items } = await this.store.list(kind);
    const { objects, version } = this.#known[kind];
    const isSame = ({ metadata }: BrowserSession | Pod) =>
      objects.get(keyText(metadata))?.metadata.resourceVersion === metadata.resourceVersion;
    if (items.length === objects.size && items.every(isSame)) return;
    const now = new Map(items.map((object) => [keyText(object.metadata), object]));
    Object.assign(this.#known, { [kind]: { version: version + 1, objects: now } });
  }

  /** What stood still goes on: sleeping programs, requests that were late, nodes that come back, a standby. */
  async resume(): Promise<void> {
    for (const actor of this.actors) actor.asleep = false;
    for (const each of [...this.operators, ...this.clients]) each.hearsNothing = false;
    for (const call of this.gate.late) await this.gate.carryOutLate(call);
    for (const machine of this.node.machines.values()) {
      if (machine.comesBack) await this.node.comeBack(machine);
      if (machine.isUnready && machine.answers) await this.node.makeReady(machine);
    }
    if (!this.operators.some(({ alive }) => alive)) this.addOperator();
  }
}

const warmPod = (number: number): NewPod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { namespace: 'default', name: `warm-${number}`, labels: { ...ownPodLabels, [labels.pool]: 'default' } },
  spec: { containers: [{ name: 'browser', image: 'browser' }], nodeName: 'node-1', restartPolicy: 'Never' },
});
