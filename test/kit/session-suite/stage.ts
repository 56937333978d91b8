import { type BrowserPool, type BrowserSession, billingFinalizer, type ObjectKey, sessionId } from '@tintype/crds';
import { type SessionCharge, SessionLedger, type SessionOpen, Slots } from '@tintype/ledger';
import { provisionPool, vacantLease } from '@tintype/operator';
import { defaultPool } from '@tintype/operator/testing';
import type { Logger } from '@tintype/runtime';
import type { Machine } from '../../explorer/played/machine.js';
import { SeededRandom } from '../played/seeded-random.js';
import { SessionKubelet } from '../session-pod/kubelet.js';
import { until } from '../until.js';
import { SessionClient, type SessionWish } from './client.js';
import { SkippingClock } from './clock.js';
import type { SessionEngine, SessionLink } from './engine.js';
import { StagedApi, StagedOperator } from './programs.js';
import type { Trouble } from './trouble.js';
import { SessionWitness } from './witness.js';

/** The longest wait: servers restart, and a slot with unknown fate is free a minute after its startBy. */
const patienceMs = 180_000;

/** Time skipped per look for rest. */
const stepMs = 2000;

/** A namespace with operators, apis, nodes and clients on real servers. */
export class SessionStage {
  readonly engine: SessionEngine;
  readonly namespace: string;
  readonly clock = new SkippingClock();
  readonly random: SeededRandom;
  readonly kubelet: SessionKubelet;
  readonly witness: SessionWitness;
  readonly accounts = new Map<string, { disabled: boolean; concurrentSessions: number }>();
  readonly clients: SessionClient[] = [];
  readonly apis: StagedApi[] = [];
  operators: StagedOperator[] = [];
  isTroubled = false;
  /** Sessions whose finalizer a person removed. */
  readonly stripped = new Set<string>();
  /** A log for failures. */
  readonly story: string[] = [];
  readonly #ledger: SessionLedger;
  readonly #slots: Slots;
  readonly #begun = Date.now();
  readonly #leaving: Promise<unknown>[] = [];
  #started = 0;

  constructor(engine: SessionEngine, namespace: string, seed: number) {
    this.engine = engine;
    this.namespace = namespace;
    this.random = new SeededRandom(seed);
    const note = (text: string) => this.note(text);
    const { clock } = this;
    this.witness = new SessionWitness(this);
    const seeOpened = (machine: Machine) => this.witness.seeOpened(machine);
    this.kubelet = new SessionKubelet({ store: engine.store, namespace, clock, note, seeOpened });
    this.#ledger = new SessionLedger(engine.nats);
    this.#slots = new Slots(engine.nats);
    this.kubelet.start();
    this.witness.start();
  }

  /** Two operators, one leading, and two apis. */
  async start(): Promise<void> {
    await this.engine.store.create('Lease', vacantLease({ namespace: this.namespace, name: 'operator' }));
    await Promise.all([this.addOperator(), this.addOperator(), this.addApi(), this.addApi()]);
    await this.leader();
  }

  note(text: string): void {
    this.story.push(`${((Date.now() - this.#begun) / 1000).toFixed(3)} s  ${text}`);
  }

  /** Sets the pool's size; resolves when its pods are ready. */
  async pool(replicas: number): Promise<void> {
    await provisionPool(this.engine.store, this, replicas);
    await this.until(`${replicas} warm pods are ready`, async () => {
      const pool = await this.poolObject();
      return pool?.status?.observedGeneration === pool?.metadata.generation && pool?.status?.readyReplicas === replicas;
    });
  }

  poolObject(): Promise<BrowserPool | undefined> {
    return this.engine.store.get('BrowserPool', { namespace: this.namespace, name: defaultPool });
  }

  logOf(name: string): Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> {
    const write = (binding: { err?: unknown; key?: string }, message: string) =>
      this.note(`${name}: ${message} ${binding.key ?? ''} ${binding.err ?? ''}`);
    return { debug: write, info: write, warn: write, error: write } as never;
  }

  /** An account of this stage alone. */
  account(name: string, concurrentSessions: number, disabled = false): string {
    const id = `${name}-${this.namespace}`;
    this.accounts.set(id, { disabled, concurrentSessions });
    return id;
  }

  async addOperator(): Promise<StagedOperator> {
    this.#started += 1;
    const identity = `operator-${this.#started}`;
    const operator = new StagedOperator(this, await this.#link(), identity);
    this.operators.push(operator);
    return operator;
  }

  async addApi(): Promise<StagedApi> {
    const link = await this.#link();
    const api = new StagedApi(this, link, `api-${this.apis.length + 1}`);
    this.apis.push(api);
    return api;
  }

  /** Waits for one. */
  async leader(): Promise<StagedOperator> {
    await this.until('somebody leads', () => this.operators.some(({ isLeading }) => isLeading));
    return this.operators.find(({ isLeading }) => isLeading)!;
  }

  trouble(): void {
    this.isTroubled = true;
    for (const { link } of this.#programs) link.trouble(this.#newTrouble());
  }

  calm(): void {
    this.isTroubled = false;
    for (const { link } of this.#programs) link.calm();
  }

  /** Not yet started. */
  client(wish: SessionWish): SessionClient {
    const client = new SessionClient(this, wish);
    this.clients.push(client);
    return client;
  }

  /** One that lives. */
  get api(): StagedApi {
    return this.random.oneOf(this.apis.filter(({ isAlive }) => isAlive));
  }

  /** Opens a session, with retries during trouble. */
  async open(wish: SessionWish): Promise<SessionClient> {
    let client = this.client(wish);
    await this.until('a client has a session', async () => {
      if ((await client.open(this.api)) === '201') return true;
      client = this.client(wish);
      return false;
    });
    return client;
  }

  /** A session made by hand, without a waiting api and without a finalizer. */
  async createByHand(name: string, account: string, maxTtlSeconds: number): Promise<BrowserSession> {
    const metadata = { namespace: this.namespace, name };
    const spec = { account, maxTtlSeconds };
    const session = { apiVersion: 'tintype.dev/v1alpha1', kind: 'BrowserSession', metadata, spec } as const;
    return this.engine.store.create('BrowserSession', session);
  }

  session(key: ObjectKey): Promise<BrowserSession | undefined> {
    return this.engine.store.get('BrowserSession', key);
  }

  async deleteByHand(key: ObjectKey): Promise<void> {
    await this.engine.store.delete('BrowserSession', key);
  }

  /** Removes the finalizers, as people do. */
  async removeFinalizer(key: ObjectKey): Promise<void> {
    await this.deleteByHand(key);
    await this.until('the finalizer is taken away', async () => {
      const session = await this.session(key);
      if (!session) return true;
      this.stripped.add(sessionId(session));
      const finalizers = (session.metadata.finalizers ?? []).filter((each) => each !== billingFinalizer);
      const metadata = { ...session.metadata, finalizers };
      return this.engine.store.update('BrowserSession', { ...session, metadata }).then(
        () => true,
        () => false,
      );
    });
  }

  until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
    return until(what, condition, patienceMs);
  }

  /** Advances the wall clocks. */
  skip(milliseconds: number): void {
    this.clock.skip(milliseconds);
    this.kubelet.tick();
  }

  /** One step in time, after the nodes' work. */
  async advance(): Promise<void> {
    await this.kubelet.idle();
    this.skip(stepMs);
  }

  /** Ends faults, resumes halted programs and advances time until nothing is left to do. */
  async rest(): Promise<void> {
    this.note('faults stop');
    this.calm();
    for (const program of this.#programs) program.resume();
    if (!this.operators.some(({ isAlive }) => isAlive)) await this.addOperator();
    await this.engine.store.delete('BrowserPool', { namespace: this.namespace, name: defaultPool });
    await this.until('every client is answered', () =>
      this.clients.every(({ answer, isForlorn }) => answer !== 'nothing' || isForlorn),
    );
    // A resumed leader continues until it sees the other.
    await this.until(
      'one operator leads',
      () => this.operators.filter((each) => each.isAlive && each.isLeading).length < 2,
    );
    await this.until('the stage is at rest', async () => {
      if (await this.#isAtRest()) return true;
      await this.advance();
      return false;
    });
    this.note('at rest');
  }

  async leftovers(): Promise<string[]> {
    const { store } = this.engine;
    const { namespace } = this;
    const [sessions, pods] = [
      await store.list('BrowserSession', { namespace }),
      await store.list('Pod', { namespace }),
    ];
    const isOurs = (entry: { namespace: string }) => entry.namespace === namespace;
    return [
      ...sessions.items.map(({ metadata, status }) => `session ${metadata.name} in ${status?.phase}`),
      ...pods.items.map(({ metadata }) => `pod ${metadata.name}`),
      ...(await this.#slots.all()).filter(isOurs).map(({ session }) => `slot of ${session}`),
      ...(await this.#ledger.unsettled()).filter(isOurs).map(({ session }) => `open of ${session} without a charge`),
    ];
  }

  async entries(session: string): Promise<{ open: SessionOpen | undefined; charge: SessionCharge | undefined }> {
    return { open: await this.#ledger.findOpen(session), charge: await this.#ledger.findCharge(session) };
  }

  async close(): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.stop()));
    await Promise.all(this.#leaving);
    await Promise.all([this.kubelet.stop(), this.witness.stop()]);
  }

  /** Something that ends during the play. */
  awaitAtClose(ending: Promise<unknown>): void {
    this.#leaving.push(ending.catch(() => undefined));
  }

  get #programs(): (StagedOperator | StagedApi)[] {
    return [...this.operators, ...this.apis].filter(({ isAlive }) => isAlive);
  }

  async #isAtRest(): Promise<boolean> {
    try {
      return (await this.leftovers()).length === 0;
    } catch {
      // The server is restarting.
      return false;
    }
  }

  async #link(): Promise<SessionLink> {
    const link = await this.engine.link();
    if (this.isTroubled) link.trouble(this.#newTrouble());
    return link;
  }

  /** Each program draws its own random numbers, so that programs do not change each other's faults. */
  #newTrouble(): Trouble {
    return { random: new SeededRandom(this.random.next() * 2 ** 32), note: (text) => this.note(text) };
  }
}
