import { keyOf, keyText, labels, type ObjectKey, operatorPodLabels, type Pod, type ResourceStore } from '@tintype/crds';
import type { LedgerWatch } from '@tintype/ledger';
import { type Clock, type Logger, type Readiness, type Registry, systemClock } from '@tintype/runtime';
import { createInformerMetrics, Informer } from '@tintype/stores';
import type { PoolDependencies, TemplateFor } from '../browser-pool/dependencies.js';
import type { PodSource, SessionDependencies } from '../browser-session/pass/dependencies.js';
import { reconcile } from '../browser-session/reconcile.js';
import { sweep } from '../browser-session/sweep/sweep.js';
import { Controller, type ReconcileResult } from '../controller/controller.js';
import { LeaderElector } from '../controller/election/leader-elector.js';
import { observeLeaderElection } from '../controller/election/metrics.js';
import type { LeaderNeed } from '../controller/election/need.js';
import { type HeldTerm, LeadershipReturned, whileHoldingLease } from '../controller/election/term.js';
import type { ElectionTiming } from '../controller/election/timing.js';
import { type ControllersMetrics, createControllersMetrics } from '../controller/metrics.js';
import { ownKey } from '../controller/object-metadata.js';
import type { RateLimiterOptions } from '../controller/queue/rate-limiter.js';
import { changesOf } from '../controller/source.js';
import { FreshCache, storeOfPass } from './fresh-cache.js';
import { observePools, type PoolObserver } from './pool-metrics.js';
import { podIndexes, podsOfPools, SessionOperatorPools, sessionIndexes, sessionsOfPools } from './pools.js';
import { observeSessions } from './session-metrics.js';
import { sweepUntil } from './sweeps.js';

export interface SessionOperatorOptions
  extends Omit<SessionDependencies, 'pods' | 'source' | 'clock'>,
    Pick<PoolDependencies, 'recordPool'> {
  podTemplate: TemplateFor;
  /** If the ledger is wrong, the operator does nothing for sessions: it cannot know the entries of the right one. */
  ledgerWatch: Pick<LedgerWatch, 'fault'>;
  /** The lease's holder works; other operators keep their caches warm. */
  lease: ObjectKey;
  /** Two processes with one identity would both lead. */
  identity: string;
  /** A leader whose need is not met for 30 s returns the lease. */
  need?: LeaderNeed;
  log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  registry: Registry;
  timing?: ElectionTiming;
  workers?: number;
  /** The deadline of a pass and its calls. */
  deadlineMs?: number;
  /** Milliseconds in which caches must sync. Later, the leader returns the lease, and fails. */
  syncTimeoutMs?: number;
  rateLimit?: RateLimiterOptions;
  sweepEveryMs?: number;
  clock?: Clock;
  random?: () => number;
}

/** A sweep reads as many objects as there are sessions. */
const sweepDeadlineMs = 300_000;

/** The wait before the next look for the right ledger. */
const ledgerAgainMs = 5000;

/**
 * Runs the lives of sessions while it holds the lease. Calls `reconcile` for each change of session or pod, and sweeps
 * every 30 s.
 */
export class SessionOperator {
  readonly #options: SessionOperatorOptions;
  readonly #clock: Clock;
  readonly #controllers: ControllersMetrics;
  readonly #sessions: Informer<'BrowserSession', keyof typeof sessionIndexes>;
  readonly #pods: Informer<'Pod', keyof typeof podIndexes>;
  readonly #pools: Informer<'BrowserPool'>;
  readonly #fresh: { BrowserSession: FreshCache<'BrowserSession'>; Pod: FreshCache<'Pod'> };
  readonly #observer: PoolObserver;
  readonly #elector: LeaderElector;
  readonly #stopping = new AbortController();
  #electing: Promise<void> | undefined;
  #hasEnded = false;

  constructor(options: SessionOperatorOptions) {
    const { registry, clock = systemClock, scope = {} } = options;
    const common = { ...options, clock, metrics: createInformerMetrics(registry) };
    this.#options = options;
    this.#clock = clock;
    this.#sessions = new Informer({ ...common, kind: 'BrowserSession', selector: scope, indexes: sessionIndexes });
    // Includes pods without a session: warm pods.
    const ownPods = { ...scope, labels: operatorPodLabels };
    this.#pods = new Informer({ ...common, kind: 'Pod', selector: ownPods, indexes: podIndexes });
    this.#pools = new Informer({ ...common, kind: 'BrowserPool', selector: scope });
    this.#fresh = { BrowserSession: new FreshCache(this.#sessions), Pod: new FreshCache(this.#pods) };
    this.#elector = new LeaderElector(options);
    this.#controllers = createControllersMetrics(registry);
    observeLeaderElection(registry, this.#elector);
    observeSessions(registry, { sessions: this.#sessions.cache, clock });
    this.#observer = observePools(registry, {
      pools: this.#pools.cache,
      pods: podsOfPools(this.#pods),
      sessions: sessionsOfPools(this.#sessions),
    });
  }

  get isLeading(): boolean {
    return this.#elector.isLeading();
  }

  /** Ready if caches have synced, the ledger is right, and nothing hinders this operator from leading. */
  get readiness(): Readiness {
    const caches = { sessions: this.#sessions.isReady, pods: this.#pods.isReady, pools: this.#pools.isReady };
    const parts = { ...caches, ledger: this.#hasLedger };
    const { hindrance } = this.#elector;
    const reason = this.#options.ledgerWatch.fault ?? hindrance;
    return {
      ready: !this.#hasEnded && !hindrance && Object.values(parts).every(Boolean),
      parts,
      ...(reason && { reason }),
    };
  }

  /**
   * Settles when this operator no longer tries to lead: after `stop`, or with the failure of its work. Then another
   * program should lead.
   */
  start(): Promise<void> {
    for (const informer of this.#informers) informer.start();
    this.#electing ??= this.#elect();
    return this.#electing;
  }

  /** Settles when the running work has ended and the lease is released. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    // `start` reports the failure.
    await this.#electing?.catch(() => undefined);
    await Promise.all(this.#informers.map((informer) => informer.stop()));
  }

  get #informers() {
    return [this.#sessions, this.#pods, this.#pools];
  }

  get #hasLedger(): boolean {
    return this.#options.ledgerWatch.fault === undefined;
  }

  async #elect(): Promise<void> {
    try {
      await this.#elector.run(this.#stopping.signal, (termEnd, term) => this.#lead(termEnd, term));
    } finally {
      this.#hasEnded = true;
    }
  }

  async #lead(termEnd: AbortSignal, term: HeldTerm): Promise<void> {
    const lost = new AbortController();
    const failed = new AbortController();
    const store = whileHoldingLease(this.#options.store, term);
    const pools = this.#newPools();
    const controllers = [this.#sessionController(store, pools), this.#poolController(store, pools)];
    // `run` reports failures.
    const stop = () => void Promise.allSettled(controllers.map((controller) => controller.stop()));
    const end = () => {
      if (termEnd.reason instanceof LeadershipReturned) stop();
      else lost.abort(termEnd.reason);
    };
    termEnd.addEventListener('abort', end);
    if (termEnd.aborted) end();
    const ended = AbortSignal.any([termEnd, failed.signal]);
    const work = [...controllers.map((controller) => controller.run(lost.signal)), this.#sweepUntil(ended, store)];
    try {
      await Promise.all(work);
    } finally {
      termEnd.removeEventListener('abort', end);
      failed.abort();
      stop();
      await Promise.allSettled(work);
      pools.end();
    }
  }

  #newPools(): SessionOperatorPools {
    const caches = { sessions: this.#sessions, pods: this.#pods, pools: this.#pools, fresh: this.#fresh.Pod };
    return new SessionOperatorPools({ ...this.#options, ...caches, observer: this.#observer, clock: this.#clock });
  }

  #sessionController(store: ResourceStore, pools: SessionOperatorPools): Controller {
    const { workers = 16, ...options } = this.#options;
    return new Controller({
      ...options,
      name: 'browser-session',
      workers,
      metrics: this.#controllers,
      // Pools wake no session, but their cache must have synced.
      sources: [
        changesOf(this.#sessions, ownKey),
        changesOf(this.#pods, (pod) => this.#sessionsOf(pod)),
        changesOf(this.#pools, () => []),
      ],
      reconcile: (key, signal) => this.#reconcile(pools, storeOfPass(store, signal, this.#fresh), key, signal),
    });
  }

  /** A pod names its session from its claim on. Before that, the session names the pod. */
  #sessionsOf(pod: Pod): string[] {
    const naming = this.#sessions.cache.byIndex('pod', pod.metadata.uid);
    return [...sessionKeyOf(pod), ...naming.map(({ metadata }) => keyText(metadata))];
  }

  #poolController(store: ResourceStore, pools: SessionOperatorPools): Controller {
    return new Controller({
      ...this.#options,
      name: 'browser-pool',
      workers: 2,
      metrics: this.#controllers,
      sources: pools.sources,
      reconcile: async (key, signal) =>
        this.isLeading ? pools.reconcile(storeOfPass(store, signal, this.#fresh), key, signal) : {},
    });
  }

  async #reconcile(
    pools: SessionOperatorPools,
    store: ResourceStore,
    key: string,
    signal: AbortSignal,
  ): Promise<ReconcileResult> {
    // A paused process may arrive here before its timers end the term.
    const session = this.isLeading ? this.#fresh.BrowserSession.get(keyOf(key)) : undefined;
    if (!session) return {};
    if (!this.#hasLedger) return { requeueAfterMs: ledgerAgainMs };
    const { reason, afterMs } = await reconcile(this.#dependencies(store, pools.source(store)), session, signal);
    if (reason === 'Changed') return { backOff: true };
    return afterMs === undefined ? {} : { requeueAfterMs: afterMs };
  }

  #sweepUntil(termEnd: AbortSignal, store: ResourceStore): Promise<void> {
    const { log, random = Math.random, sweepEveryMs = 30_000 } = this.#options;
    const times = { everyMs: sweepEveryMs, deadlineMs: sweepDeadlineMs };
    const clock = this.#clock;
    return sweepUntil(termEnd, {
      ...times,
      clock,
      random,
      log,
      sweep: async (signal) => {
        if (this.#hasLedger) await sweep({ ...this.#options, clock, store: storeOfPass(store, signal, this.#fresh) });
      },
    });
  }

  #dependencies(store: ResourceStore, source: PodSource): SessionDependencies {
    return { ...this.#options, store, source, pods: this.#fresh.Pod, clock: this.#clock };
  }
}

const sessionKeyOf = ({ metadata }: Pod): string[] => {
  const name = metadata.labels?.[labels.session];
  return name ? [keyText({ namespace: metadata.namespace, name })] : [];
};
