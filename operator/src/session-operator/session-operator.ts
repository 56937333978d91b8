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
  /** While the ledger is the wrong one, the operator does nothing for sessions: it lacks the right one's entries. */
  ledgerWatch: Pick<LedgerWatch, 'fault'>;
  /** The operator that holds this lease works. Others only keep their caches up to date. */
  lease: ObjectKey;
  /** Two processes with one identity would both lead. */
  identity: string;
  /** After 30 s of unmet need, a leader returns the lease. */
  need?: LeaderNeed;
  log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  registry: Registry;
  timing?: ElectionTiming;
  workers?: number;
  /** Milliseconds after which a pass and its calls are aborted. */
  deadlineMs?: number;
  /** Milliseconds in which a new leader's caches must sync. Else it releases the lease, and `start` rejects. */
  syncTimeoutMs?: number;
  rateLimit?: RateLimiterOptions;
  sweepEveryMs?: number;
  clock?: Clock;
  random?: () => number;
}

/** Five minutes: a sweep reads up to one object for each session. */
const sweepDeadlineMs = 300_000;

/** After this wait, a session's pass checks again whether the ledger is right. */
const ledgerRetryMs = 5000;

/**
 * Serves sessions and pools while it holds the lease. Calls `reconcile` for each change of a session or its pod, keeps
 * pools full, and sweeps about every 30 s.
 */
export class SessionOperator {
  readonly #options: SessionOperatorOptions;
  readonly #clock: Clock;
  readonly #controllers: ControllersMetrics;
  readonly #sessions: Informer<'BrowserSession', keyof typeof sessionIndexes>;
  readonly #pods: Informer<'Pod', keyof typeof podIndexes>;
  readonly #pools: Informer<'BrowserPool'>;
  readonly #freshCaches: { BrowserSession: FreshCache<'BrowserSession'>; Pod: FreshCache<'Pod'> };
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
    this.#freshCaches = { BrowserSession: new FreshCache(this.#sessions), Pod: new FreshCache(this.#pods) };
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
   * Settles when this operator no longer tries to lead. Resolves after `stop`. Rejects if its work fails: then another
   * operator should lead.
   */
  start(): Promise<void> {
    for (const informer of this.#informers) informer.start();
    this.#electing ??= this.#elect();
    return this.#electing;
  }

  /** Settles when the running work has ended and the lease is released. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    // If the work failed, the promise of `start` reports that.
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
    // The controllers' `run` reports failures.
    const stop = () => void Promise.allSettled(controllers.map((controller) => controller.stop()));
    const onTermEnd = () => {
      if (termEnd.reason instanceof LeadershipReturned) stop();
      else lost.abort(termEnd.reason);
    };
    termEnd.addEventListener('abort', onTermEnd);
    if (termEnd.aborted) onTermEnd();
    const ended = AbortSignal.any([termEnd, failed.signal]);
    const work = [...controllers.map((controller) => controller.run(lost.signal)), this.#sweepUntil(ended, store)];
    try {
      await Promise.all(work);
    } finally {
      termEnd.removeEventListener('abort', onTermEnd);
      failed.abort();
      stop();
      await Promise.allSettled(work);
      pools.end();
    }
  }

  #newPools(): SessionOperatorPools {
    const caches = { sessions: this.#sessions, pods: this.#pods, pools: this.#pools, fresh: this.#freshCaches.Pod };
    return new SessionOperatorPools({ ...this.#options, ...caches, observer: this.#observer, clock: this.#clock });
  }

  #sessionController(store: ResourceStore, pools: SessionOperatorPools): Controller {
    const { workers = 16, ...options } = this.#options;
    return new Controller({
      ...options,
      name: 'browser-session',
      workers,
      metrics: this.#controllers,
      // A pool's change queues no session, but the cache of pools must have synced before the first pass.
      sources: [
        changesOf(this.#sessions, ownKey),
        changesOf(this.#pods, (pod) => this.#sessionsOf(pod)),
        changesOf(this.#pools, () => []),
      ],
      reconcile: (key, signal) => this.#reconcile(pools, storeOfPass(store, signal, this.#freshCaches), key, signal),
    });
  }

  /** The sessions of a pod. The pod names its session once it is claimed. Before, the session names the pod. */
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
        this.isLeading ? pools.reconcile(storeOfPass(store, signal, this.#freshCaches), key, signal) : {},
    });
  }

  async #reconcile(
    pools: SessionOperatorPools,
    store: ResourceStore,
    key: string,
    signal: AbortSignal,
  ): Promise<ReconcileResult> {
    // A paused process may arrive here before its timers end the term.
    const session = this.isLeading ? this.#freshCaches.BrowserSession.get(keyOf(key)) : undefined;
    if (!session) return {};
    if (!this.#hasLedger) return { requeueAfterMs: ledgerRetryMs };
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
        if (this.#hasLedger)
          await sweep({ ...this.#options, clock, store: storeOfPass(store, signal, this.#freshCaches) });
      },
    });
  }

  #dependencies(store: ResourceStore, source: PodSource): SessionDependencies {
    return { ...this.#options, store, source, pods: this.#freshCaches.Pod, clock: this.#clock };
  }
}

const sessionKeyOf = ({ metadata }: Pod): string[] => {
  const name = metadata.labels?.[labels.session];
  return name ? [keyText({ namespace: metadata.namespace, name })] : [];
};
