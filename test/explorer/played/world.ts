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
import { PlayedClient, type PlayedRequest } from './client.js';
import { type Actor, Gate } from './gate.js';
import { PlayedLedger } from './ledger.js';
import type { Machine } from './machine.js';
import { PlayedNode } from './node.js';
import { PlayedOperator } from './operator.js';
import { ownerOf, Violations } from './violations.js';

const watchedKinds = ['BrowserSession', 'Pod', 'BrowserPool'] as const;
export type WatchedKind = (typeof watchedKinds)[number];

export interface WorldOptions {
  /** The account's limit. */
  slots?: number;
  /** Warm pods of a pool; undefined: no pool. */
  pool?: number | undefined;
  /** Operators forget which pods they gave, so several sessions get the same one and the claim decides. */
  ignoresGivenPods?: boolean;
  /** Kubernetes deletes pods of missing sessions; on one machine nothing does. */
  collectsGarbage?: boolean;
  /** How long operators keep finished sessions. */
  keptSeconds?: number;
  /** Draws for the programs, from 0 up to 1. Default: a constant. */
  random?: () => number;
}

/** The objects of a kind, and a number that changes with them. */
interface Known<T> {
  version: number;
  objects: ReadonlyMap<string, T>;
}

/** A store, a ledger, nodes, operators and clients. Only the code under test is real. */
export class World {
  readonly clock = new PlayedClock();
  readonly #written = new Set<Kind>();
  readonly store = new MemoryStore({ clock: this.clock, onWrite: (kind) => this.#written.add(kind) });
  readonly ledger = new PlayedLedger();
  readonly node = new PlayedNode(this.store, this.clock);
  readonly gate = new Gate((error) => this.violations.errorThrown(error));
  readonly slots: number;
  readonly collectsGarbage: boolean;
  readonly ignoresGivenPods: boolean;
  readonly keptSeconds: number;
  readonly random: () => number;
  readonly clients: PlayedClient[] = [];
  /** Ids of sessions without their finalizer. */
  readonly stripped = new Set<string>();
  /** Ids of sessions whose status a person edited. */
  readonly editedStatus = new Set<string>();
  /** Ids of sessions with a charge that no program wrote. */
  readonly plantedCharges = new Set<string>();
  /** Requested sessions by key; each may be created again. */
  readonly requested = new Map<string, NewBrowserSession>();
  readonly violations = new Violations();
  /** False: the API server refuses every new pod. */
  takesPods = true;
  /** False: it refuses them for now, like a quota. */
  hasQuota = true;
  operators: PlayedOperator[] = [];
  /** When the last part resumed, milliseconds since the epoch. */
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

  /** Clients whose 503 promised no cost, unless a later request for the session may have it. */
  get refusedClients(): PlayedClient[] {
    return this.clients.filter(({ isRefused, session }, at) => {
      const later = this.clients.slice(at + 1).filter((each) => each.session === session);
      return isRefused && !later.some(({ answer }) => answer === '201' || answer === 'nothing');
    });
  }

  objects<K extends WatchedKind>(kind: K): ReadonlyMap<string, Kinds[K]> {
    return this.#known[kind].objects;
  }

  /** Changes with every object of the kind. */
  version(kind: WatchedKind): number {
    return this.#known[kind].version;
  }

  /** A kubectl session: no api and no finalizer. */
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

  /** Like `kubectl apply`. */
  async changePools(spec: Partial<BrowserPool['spec']>): Promise<void> {
    const { items } = await this.store.list('BrowserPool');
    for (const pool of items) await this.store.update('BrowserPool', { ...pool, spec: { ...pool.spec, ...spec } });
  }

  nextSuffix(): string {
    this.#suffixes += 1;
    return `warm-${this.#suffixes}`;
  }

  account(id: string): { disabled: boolean; concurrentSessions: number } | undefined {
    if (id !== 'acme' && id !== 'disabled') return undefined;
    return { disabled: id === 'disabled', concurrentSessions: this.slots };
  }

  /** Milliseconds since the epoch. */
  get nextDue(): number {
    let next = this.node.nextDue;
    for (const operator of this.operators) next = Math.min(next, operator.nextDue);
    for (const client of this.clients) next = Math.min(next, client.nextDue);
    return next;
  }

  /** Time alone cannot change anything. */
  get isAtRest(): boolean {
    if (this.clients.some(({ isWaiting }) => isWaiting)) return false;
    if (!this.ledger.slots.isEmpty || this.ledger.unsettled.length > 0) return false;
    if (this.incompletePools.length > 0) return false;
    return this.objects('BrowserSession').size === 0 && this.podsOfSessions.length === 0;
  }

  /** Keys of pools with a wrong number of idle pods, deleted pools included. */
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

  /** Undefined once the object is gone. */
  podOf({ pod }: Machine): Pod | undefined {
    const object = this.objects('Pod').get(keyText(pod));
    return object?.metadata.uid === pod.uid ? object : undefined;
  }

  get actors(): Actor[] {
    return [...this.operators, ...this.clients, ...this.clients.flatMap(({ deleting }) => deleting ?? [])];
  }

  /** Pods in use or being deleted. */
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
   * Runs what a step began as far as it can, then refreshes the known objects. Everything waits only for promises, so
   * one `nextTick` is enough, and cheaper than the event loop.
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

  /** Resumes paused programs, late requests and nodes, and adds a leader if none is left. */
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
