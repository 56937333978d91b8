import {
  type BrowserPool,
  type Kind,
  type Kinds,
  keyText,
  labels,
  type NewBrowserSession,
  type Pod,
} from '@tintype/crds';
import { defaultPool, isUnclaimed, poolKeyOf } from '@tintype/operator/testing';
import { MemoryStore, PlayedClock } from '@tintype/stores/testing';
import { PlayedBooks } from './books.js';
import { PlayedClient, type PlayedRequest } from './client.js';
import { type Actor, Gate } from './gate.js';
import type { Machine } from './machine.js';
import { PlayedNode } from './node.js';
import { PlayedOperator } from './operator.js';
import { ownerOf, Violations } from './violations.js';

const watchedKinds = ['BrowserSession', 'Pod', 'BrowserPool'] as const;
export type WatchedKind = (typeof watchedKinds)[number];

export interface WorldOptions {
  /** The account's sessions at once. */
  slots?: number;
  /** There is a pool, of so many warm pods. */
  pool?: number | undefined;
  /** Operators know nothing of what they have given to whom: sessions are given the same pods, and the claim decides. */
  ignoresGivenPods?: boolean;
  /** Kubernetes deletes pods whose session is gone; one machine has nobody who does. */
  collectsGarbage?: boolean;
  /** How long operators keep sessions that are over. */
  keptSeconds?: number;
  /** What programs draw, from 0 up to 1: always the same, unless somebody draws it. */
  random?: () => number;
}

/** The objects of a kind as they are, and a number that is another one after each change. */
interface Known<T> {
  version: number;
  objects: ReadonlyMap<string, T>;
}

/** Everything there is: a store, the books, nodes, operators and callers, with nothing real in it but the code under test. */
export class World {
  readonly clock = new PlayedClock();
  readonly #written = new Set<Kind>();
  readonly store = new MemoryStore({ clock: this.clock, onWrite: (kind) => this.#written.add(kind) });
  readonly books = new PlayedBooks();
  readonly node = new PlayedNode(this.store, this.clock);
  readonly gate = new Gate((error) => this.violations.errorThrown(error));
  readonly slots: number;
  readonly collectsGarbage: boolean;
  readonly ignoresGivenPods: boolean;
  readonly keptSeconds: number;
  readonly random: () => number;
  readonly clients: PlayedClient[] = [];
  /** Sessions whose finalizer a person has taken away; by id. */
  readonly stripped = new Set<string>();
  /** Sessions that a person has closed in their status; by id. */
  readonly editedStatus = new Set<string>();
  /** Sessions with a charge that none of these programs has written; by id. */
  readonly plantedCharges = new Set<string>();
  /** Sessions that somebody has asked for, by key: each may come once more, as one does that was asked for twice. */
  readonly requested = new Map<string, NewBrowserSession>();
  readonly violations = new Violations();
  /** Off: the API server refuses every pod that is to be made. */
  takesPods = true;
  /** Off: it does so for now, as for a quota. */
  hasQuota = true;
  operators: PlayedOperator[] = [];
  /** Since when nothing stands still any more, in milliseconds of the epoch. */
  calmSince = Infinity;
  readonly #log: { at: number; text: string | (() => string) }[] = [];
  readonly #start = this.clock.now();
  #known: { [K in WatchedKind]: Known<Kinds[K]> } = {
    BrowserSession: { version: 0, objects: new Map() },
    Pod: { version: 0, objects: new Map() },
    BrowserPool: { version: 0, objects: new Map() },
  };
  #madeByHand = 0;
  #suffixes = 0;

  constructor(options: WorldOptions = {}) {
    const { slots = 2, pool, collectsGarbage = false, ignoresGivenPods = false, random = () => 0.5 } = options;
    const { keptSeconds = 100 } = options;
    this.slots = slots;
    this.random = random;
    this.collectsGarbage = collectsGarbage;
    this.ignoresGivenPods = ignoresGivenPods;
    this.keptSeconds = keptSeconds;
    if (pool !== undefined) void this.createPool(pool);
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

  addClient(request: PlayedRequest = {}): PlayedClient {
    const client = new PlayedClient(this, this.clients.length + 1, request);
    this.clients.push(client);
    return client;
  }

  /** Those that were told that it costs nothing; not where one that came again for the same session, later, may have it. */
  get refusedClients(): PlayedClient[] {
    return this.clients.filter(({ isRefused, session }, at) => {
      const later = this.clients.slice(at + 1).filter((each) => each.session === session);
      return isRefused && !later.some(({ answer }) => answer === '201' || answer === 'nothing');
    });
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
  async kubectlCreate(maxTtlSeconds: number, account = 'acme', proxy = false): Promise<void> {
    this.#madeByHand += 1;
    const metadata = { namespace: 'default', name: `by-hand-${this.#madeByHand}` };
    const session: NewBrowserSession = {
      apiVersion: 'tintype.dev/v1alpha1',
      kind: 'BrowserSession',
      metadata,
      spec: { account, maxTtlSeconds, proxy },
    };
    this.requested.set(keyText(metadata), session);
    await this.store.create('BrowserSession', session);
  }

  /** What was asked for and is gone, or never came, is made. */
  async makeAgain(key: string): Promise<void> {
    const session = this.requested.get(key);
    if (!session || (await this.store.get('BrowserSession', session.metadata))) return;
    await this.store.create('BrowserSession', session);
  }

  async kubectlDelete(kind: WatchedKind, { metadata }: Kinds[WatchedKind]): Promise<void> {
    await this.store.delete(kind, metadata, { uid: metadata.uid });
  }

  async createPool(replicas: number): Promise<void> {
    const metadata = { namespace: 'default', name: defaultPool };
    await this.store.create('BrowserPool', {
      apiVersion: 'tintype.dev/v1alpha1',
      kind: 'BrowserPool',
      metadata,
      spec: { replicas },
    });
  }

  /** As `kubectl apply` does. */
  async changePools(spec: Partial<BrowserPool['spec']>): Promise<void> {
    const { items } = await this.store.list('BrowserPool');
    for (const pool of items) await this.store.update('BrowserPool', { ...pool, spec: { ...pool.spec, ...spec } });
  }

  /** That no name has had. */
  nextSuffix(): string {
    this.#suffixes += 1;
    return `warm-${this.#suffixes}`;
  }

  account(id: string): { disabled: boolean; concurrentSessions: number } | undefined {
    if (id !== 'acme' && id !== 'disabled') return undefined;
    return { disabled: id === 'disabled', concurrentSessions: this.slots };
  }

  /** When something that waits for the clock happens next, in milliseconds of the epoch. */
  get nextDue(): number {
    let next = this.node.nextDue;
    for (const operator of this.operators) next = Math.min(next, operator.nextDue);
    for (const client of this.clients) next = Math.min(next, client.nextDue);
    return next;
  }

  /** Nothing is left that time could change. */
  get isAtRest(): boolean {
    if (this.clients.some(({ isWaiting }) => isWaiting)) return false;
    if (!this.books.slots.isEmpty || this.books.unsettled.length > 0) return false;
    if (this.incompletePools.length > 0) return false;
    return this.objects('BrowserSession').size === 0 && this.podsOfSessions.length === 0;
  }

  /** Keys of pools that have another number of idle pods than they are to have, and of such as are gone and have any. */
  get incompletePools(): string[] {
    const idle = new Map<string, number>();
    for (const pod of this.objects('Pod').values()) {
      const key = isIdle(pod) ? poolKeyOf(pod) : undefined;
      if (key) idle.set(key, (idle.get(key) ?? 0) + 1);
    }
    const pools = this.objects('BrowserPool');
    const keys = [...new Set([...pools.keys(), ...idle.keys()])];
    return keys.filter((key) => (idle.get(key) ?? 0) !== (pools.get(key)?.spec.replicas ?? 0));
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
    return pods.filter(
      (pod) => pod.metadata.labels?.[labels.session] || ownerOf(pod) || pod.metadata.deletionTimestamp,
    );
  }

  async pass(milliseconds: number): Promise<void> {
    await this.clock.advance(milliseconds);
    await this.node.endOverdue();
    for (const client of this.clients) if (client.isWaiting && client.startBy < this.clock.now()) client.leave();
  }

  /**
   * After each step: what was begun goes on as far as it can, and what came of it is looked at. Nothing here waits but for
   * promises, and the next tick comes when all that are settled have been told; it is cheaper than a turn of the event loop.
   */
  async settle(): Promise<void> {
    await new Promise<void>((resolve) => process.nextTick(resolve));
    for (const kind of watchedKinds) if (this.#written.delete(kind)) await this.#refresh(kind);
  }

  async #refresh(kind: WatchedKind): Promise<void> {
    const { items } = await this.store.list(kind);
    const objects = new Map(items.map((object) => [keyText(object.metadata), object]));
    Object.assign(this.#known, { [kind]: { version: this.#known[kind].version + 1, objects } });
    if (kind === 'Pod') this.node.notice(this.objects('Pod'));
  }

  /** What stood still goes on: sleeping programs, requests that were late, nodes that come back, a standby. */
  async resume(): Promise<void> {
    for (const actor of this.actors) actor.isPaused = false;
    for (const each of [...this.operators, ...this.clients]) each.isDeaf = false;
    for (const call of this.gate.late) await this.gate.carryOutLate(call);
    for (const machine of this.node.machines.values()) {
      if (machine.comesBack) await this.node.comeBack(machine);
      if (machine.isUnready && machine.answers) await this.node.makeReady(machine);
    }
    if (!this.operators.some(({ alive }) => alive)) this.addOperator();
    this.calmSince = this.clock.now();
  }
}

const isIdle = (pod: Pod): boolean =>
  isUnclaimed(pod) &&
  !pod.metadata.deletionTimestamp &&
  pod.status?.phase !== 'Failed' &&
  pod.status?.phase !== 'Succeeded';
