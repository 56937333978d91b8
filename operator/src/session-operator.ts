import { keyOf, keyText, labels, type ObjectKey, ownPodLabels, type Pod } from '@tintype/crds';
import { type Clock, type Logger, type Readiness, type Registry, systemClock } from '@tintype/runtime';
import { createInformerMetrics, Informer } from '@tintype/stores';
import type { Outside } from './browser-session/outside.js';
import { reconcile } from './browser-session/reconcile.js';
import { sweep } from './browser-session/sweep.js';
import { Controller, type ReconcileResult } from './controller/controller.js';
import { LeaderElector } from './controller/leader-election.js';
import { observeLeaderElection } from './controller/leader-election-metrics.js';
import { LeadershipGivenBack } from './controller/leader-election-term.js';
import type { ElectionTiming } from './controller/leader-election-timing.js';
import { type ControllersMetrics, createControllersMetrics } from './controller/metrics.js';
import { ownKey } from './controller/owner-references.js';
import type { RateLimiterOptions } from './controller/rate-limiter.js';
import { changesOf } from './controller/source.js';
import { FreshCache } from './session-operator-cache.js';
import { observeSessions } from './session-operator-metrics.js';
import { storeOfPass } from './session-operator-store.js';
import { sweepUntil } from './session-operator-sweeps.js';

export interface SessionOperatorOptions extends Omit<Outside, 'pods' | 'clock'> {
  /** Whoever holds it works; the others keep their caches warm. */
  lease: ObjectKey;
  /** This process's alone, also after a restart. */
  identity: string;
  log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  registry: Registry;
  timing?: ElectionTiming;
  /** Sessions that are worked on at once. */
  workers?: number;
  /** For one pass; its calls end then. */
  deadlineMs?: number;
  rateLimit?: RateLimiterOptions;
  sweepEveryMs?: number;
  clock?: Clock;
  random?: () => number;
}

/** A sweep reads as many objects as there are sessions. */
const sweepDeadlineMs = 300_000;

/**
 * Brings sessions through their lives, as long as it holds the lease: follows their objects and pods, and calls
 * `reconcile` for each that something happened to, and `sweep` from time to time for what they left behind.
 */
export class SessionOperator {
  readonly #options: SessionOperatorOptions;
  readonly #clock: Clock;
  readonly #controllers: ControllersMetrics;
  readonly #sessions: Informer<'BrowserSession'>;
  readonly #pods: Informer<'Pod'>;
  readonly #fresh: { BrowserSession: FreshCache<'BrowserSession'>; Pod: FreshCache<'Pod'> };
  readonly #elector: LeaderElector;
  readonly #stopping = new AbortController();
  #electing: Promise<void> | undefined;

  constructor(options: SessionOperatorOptions) {
    const { registry, clock = systemClock, scope = {} } = options;
    const common = { ...options, clock, metrics: createInformerMetrics(registry) };
    this.#options = options;
    this.#clock = clock;
    this.#sessions = new Informer({ ...common, kind: 'BrowserSession', selector: scope });
    // Those without a session too: a warm pod is one of ours before it has any.
    this.#pods = new Informer({ ...common, kind: 'Pod', selector: { ...scope, labels: ownPodLabels } });
    this.#fresh = { BrowserSession: new FreshCache(this.#sessions), Pod: new FreshCache(this.#pods) };
    this.#elector = new LeaderElector(options);
    this.#controllers = createControllersMetrics(registry);
    observeLeaderElection(registry, this.#elector);
    observeSessions(registry, this.#sessions.cache);
  }

  get isLeading(): boolean {
    return this.#elector.isLeading();
  }

  /** It knows what there is, whether it leads or not. */
  get readiness(): Readiness {
    const parts = { sessions: this.#sessions.ready, pods: this.#pods.ready };
    return { ready: Object.values(parts).every(Boolean), parts };
  }

  /** Begins; returns at once. */
  start(): void {
    this.#sessions.start();
    this.#pods.start();
    this.#electing ??= this.#elector.run(this.#stopping.signal, (term) => this.#lead(term));
  }

  /** Begins nothing more. Settles once the work in hand has ended and the lease is given back. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#electing;
    await Promise.all([this.#sessions.stop(), this.#pods.stop()]);
  }

  async #lead(term: AbortSignal): Promise<void> {
    const lost = new AbortController();
    const controller = this.#newController();
    const end = () => {
      if (term.reason instanceof LeadershipGivenBack) void controller.stop();
      else lost.abort(term.reason);
    };
    term.addEventListener('abort', end);
    if (term.aborted) end();
    await Promise.all([controller.run(lost.signal), this.#sweepUntil(term)]);
    term.removeEventListener('abort', end);
  }

  #newController(): Controller {
    const { workers = 16, ...options } = this.#options;
    return new Controller({
      ...options,
      name: 'browser-session',
      workers,
      metrics: this.#controllers,
      sources: [changesOf(this.#sessions, ownKey), changesOf(this.#pods, sessionKeyOf)],
      reconcile: (key, signal) => this.#reconcile(key, signal),
    });
  }

  async #reconcile(key: string, signal: AbortSignal): Promise<ReconcileResult> {
    // A process that was paused may come here before its timers tell it that the term is over.
    const session = this.isLeading ? this.#fresh.BrowserSession.get(keyOf(key)) : undefined;
    if (!session) return {};
    const { afterMs } = await reconcile(this.#outside(signal), session, signal);
    return afterMs === undefined ? {} : { requeueAfterMs: afterMs };
  }

  #sweepUntil(term: AbortSignal): Promise<void> {
    const { log, random = Math.random, sweepEveryMs = 30_000 } = this.#options;
    const times = { everyMs: sweepEveryMs, deadlineMs: sweepDeadlineMs };
    return sweepUntil(term, {
      ...times,
      clock: this.#clock,
      random,
      log,
      sweep: (signal) => sweep(this.#outside(signal)),
    });
  }

  #outside(signal: AbortSignal): Outside {
    const store = storeOfPass(this.#options.store, signal, this.#fresh);
    return { ...this.#options, store, pods: this.#fresh.Pod, clock: this.#clock };
  }
}

/** Of the session that the pod was made or claimed for. */
const sessionKeyOf = ({ metadata }: Pod): string[] => {
  const name = metadata.labels?.[labels.session];
  return name ? [keyText({ namespace: metadata.namespace, name })] : [];
};
