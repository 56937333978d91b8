import { randomBytes } from 'node:crypto';
import {
  type BrowserPool,
  type BrowserSession,
  isStarting,
  keyText,
  type Pod,
  type ResourceStore,
} from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import type { Informer } from '@tintype/stores';
import type { PoolDependencies, PoolPods, PoolSessions, TemplateFor } from '../browser-pool/dependencies.js';
import { isUnclaimed, poolKeyOf, poolOfSession, stopsWaiting } from '../browser-pool/pool-pod.js';
import { type PoolState, Shortages, UnconfirmedNames } from '../browser-pool/pool-state.js';
import { reconcilePool } from '../browser-pool/reconcile.js';
import { RefillPacer } from '../browser-pool/refill-pacer.js';
import { freesPod, podNamedBy, ReservedPods } from '../browser-pool/reserved-pods.js';
import { SessionWaits } from '../browser-pool/session-waits.js';
import { WarmPool } from '../browser-pool/warm-pool.js';
import type { PodCache, PodSource, SessionDependencies } from '../browser-session/pass/dependencies.js';
import { ColdStart } from '../browser-session/pods/cold-start.js';
import type { ReconcileResult } from '../controller/controller.js';
import { boundedNote } from '../controller/events/note.js';
import { Expectations } from '../controller/expectations.js';
import { ownKey } from '../controller/object-metadata.js';
import { changesOf, type Source } from '../controller/source.js';
import type { PoolObserver } from './pool-metrics.js';

const listOf = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);

export const podIndexes = {
  unclaimed: (pod: Pod) => (isUnclaimed(pod) ? listOf(poolKeyOf(pod)) : []),
  claimed: (pod: Pod) => (isUnclaimed(pod) ? [] : listOf(poolKeyOf(pod))),
};
export const sessionIndexes = {
  pod: (session: BrowserSession) => listOf(podNamedBy(session)),
  starting: (session: BrowserSession) => (isStarting(session) ? [poolOfSession(session)] : []),
};

type PodInformer = Informer<'Pod', keyof typeof podIndexes>;

export const podsOfPools = ({ cache }: Pick<PodInformer, 'cache'>): PoolPods => ({
  unclaimed: (pool) => cache.byIndex('unclaimed', pool),
  claimed: (pool) => cache.byIndex('claimed', pool).length,
});

type SessionInformer = Informer<'BrowserSession', keyof typeof sessionIndexes>;

export const sessionsOfPools = ({ cache }: Pick<SessionInformer, 'cache'>): PoolSessions => ({
  starting: (pool) => cache.byIndex('starting', pool).length,
});

export interface SessionOperatorPoolsOptions
  extends Pick<PoolDependencies, 'recordPool'>,
    Pick<SessionDependencies, 'record' | 'scope'> {
  sessions: SessionInformer;
  pods: PodInformer;
  pools: Informer<'BrowserPool'>;
  /** Pods in the newest version that this process saw or wrote. */
  fresh: PodCache;
  podTemplate: TemplateFor;
  observer: PoolObserver;
  clock: Clock;
}

const noPool = (name: string) =>
  `there is no pool ${name}: the browser starts for this session, with the operator's settings`;

/** The warm pools of one term. */
export class SessionOperatorPools {
  readonly #options: SessionOperatorPoolsOptions;
  readonly #state: PoolState;
  readonly #removeHandlers: (() => void)[];

  constructor(options: SessionOperatorPoolsOptions) {
    const { sessions, pods, pools, clock, scope, observer } = options;
    const cachedSessions = {
      get: (key: string) => sessions.cache.get(key),
      naming: (podUid: string) => sessions.cache.byIndex('pod', podUid),
    };
    const reserved = new ReservedPods(cachedSessions, clock, scope);
    const expectations = new Expectations(clock);
    this.#options = options;
    const refill = new RefillPacer(clock);
    const unconfirmed = new UnconfirmedNames();
    const waits = new SessionWaits(clock, (pool, ms) => observer.served(pools.cache.get(pool) && pool, ms));
    this.#state = {
      reserved,
      expectations,
      refill,
      unconfirmed,
      shortages: new Shortages(),
      statusAt: new Map(),
    };
    this.#removeHandlers = [
      ...[reserved, expectations, refill, unconfirmed].map(({ observe }) => pods.onChange(observe)),
      sessions.onChange(reserved.observeSession),
      sessions.onChange(waits.observe),
    ];
  }

  /** The changes after which a pool needs a pass. */
  get sources(): Source[] {
    const { pods, pools, sessions } = this.#options;
    return [
      changesOf(pools, ownKey),
      changesOf(pods, (pod) => listOf(poolKeyOf(pod)), concernsPool),
      // A session's change may free a pod. Once no session waits, the pool may start browsers again.
      changesOf(
        sessions,
        (session) => [poolOfSession(session)],
        (...change) => freesPod(...change) || stopsWaiting(...change),
      ),
    ];
  }

  async reconcile(store: ResourceStore, key: string, signal: AbortSignal): Promise<ReconcileResult> {
    const { recordPool, observer } = this.#options;
    const newSuffix = () => randomBytes(5).toString('hex');
    const dependencies = { ...this.#dependencies(store), recordPool, newSuffix, onRefilled: observer.refilled };
    const { afterMs } = await reconcilePool(dependencies, key, signal);
    return { requeueAfterMs: afterMs };
  }

  /** Gives sessions warm pods, and starts cold ones if no warm pod is ready. */
  source(store: ResourceStore): PodSource {
    const { podTemplate, fresh, observer } = this.#options;
    const cold = new ColdStart(store, (session, name) =>
      podTemplate(this.#poolOf(session), { namespace: session.metadata.namespace, name }),
    );
    return new WarmPool({ ...this.#dependencies(store), cache: fresh, cold, onAssigned: observer.assigned });
  }

  /** The session's pool. Records a warning if it is missing: the client may have meant another name. */
  #poolOf(session: BrowserSession): BrowserPool | undefined {
    const { pools, record } = this.#options;
    const { pool: name } = session.spec;
    const pool = pools.cache.get(keyText({ namespace: session.metadata.namespace, name }));
    if (!pool) record(session, 'Warning', 'PoolNotFound', boundedNote(noPool(name)));
    return pool;
  }

  /** Stops following the informers. Call it when the term is over. */
  end(): void {
    for (const remove of this.#removeHandlers) remove();
  }

  #dependencies(store: ResourceStore): Omit<PoolDependencies, 'recordPool' | 'newSuffix'> {
    const { pods, pools, sessions, podTemplate, clock } = this.#options;
    return {
      store,
      clock,
      state: this.#state,
      template: podTemplate,
      pools: { get: (key): BrowserPool | undefined => pools.cache.get(key) },
      pods: podsOfPools(pods),
      sessions: sessionsOfPools(sessions),
    };
  }
}

/** A claimed pod concerns its pool only when it appears or disappears. */
const concernsPool = (previous: Pod | undefined, current: Pod | undefined): boolean =>
  !previous || !current || isUnclaimed(previous) || isUnclaimed(current);
