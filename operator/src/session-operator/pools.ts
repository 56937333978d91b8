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
import type { PoolDependencies, PoolPods, TemplateFor } from '../browser-pool/dependencies.js';
import { GivenPods, givesBack, podNamedBy } from '../browser-pool/given-pods.js';
import { type PoolMemory, Shortages, UnsureNames } from '../browser-pool/pool-memory.js';
import { isUnclaimed, poolKeyOf, poolOfSession, stopsWaiting } from '../browser-pool/pool-pod.js';
import { reconcilePool } from '../browser-pool/reconcile.js';
import { Refill } from '../browser-pool/refill.js';
import { WarmPool } from '../browser-pool/warm-pool.js';
import type { PodCache, PodSource, SessionDependencies } from '../browser-session/pass/dependencies.js';
import { ColdStart } from '../browser-session/pods/cold-start.js';
import type { ReconcileResult } from '../controller/controller.js';
import { boundedNote } from '../controller/events/note.js';
import { Expectations } from '../controller/expectations.js';
import { ownKey } from '../controller/object-metadata.js';
import { changesOf, type Source } from '../controller/source.js';
import type { PoolObserver } from './pool-metrics.js';

const one = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);

/** By what pods and sessions are found, beside their keys. */
export const podIndexes = {
  unclaimed: (pod: Pod) => (isUnclaimed(pod) ? one(poolKeyOf(pod)) : []),
  claimed: (pod: Pod) => (isUnclaimed(pod) ? [] : one(poolKeyOf(pod))),
};
export const sessionIndexes = {
  pod: (session: BrowserSession) => one(podNamedBy(session)),
  starting: (session: BrowserSession) => (isStarting(session) ? [poolOfSession(session)] : []),
};

type PodInformer = Informer<'Pod', keyof typeof podIndexes>;

/** The pods of pools, as the informer has them. */
export const podsOfPools = ({ cache }: Pick<PodInformer, 'cache'>): PoolPods => ({
  unclaimed: (pool) => cache.byIndex('unclaimed', pool),
  claimed: (pool) => cache.byIndex('claimed', pool).length,
});

export interface SessionOperatorPoolsOptions
  extends Pick<PoolDependencies, 'recordPool'>,
    Pick<SessionDependencies, 'record' | 'scope'> {
  sessions: Informer<'BrowserSession', keyof typeof sessionIndexes>;
  pods: PodInformer;
  pools: Informer<'BrowserPool'>;
  /** Pods as they were seen or written last. */
  fresh: PodCache;
  podTemplate: TemplateFor;
  observer: PoolObserver;
  clock: Clock;
}

const noPool = (name: string) =>
  `there is no pool ${name}: the browser is started for this session, as the operator's own settings say`;

/** The warm pools of one term: what is remembered of them, and what sessions and pools are worked on with. */
export class SessionOperatorPools {
  readonly #options: SessionOperatorPoolsOptions;
  readonly #memory: PoolMemory;
  readonly #ends: (() => void)[];

  constructor(options: SessionOperatorPoolsOptions) {
    const { sessions, pods, clock, scope } = options;
    const cached = {
      get: (key: string) => sessions.cache.get(key),
      naming: (podUid: string) => sessions.cache.byIndex('pod', podUid),
    };
    const given = new GivenPods(cached, clock, scope);
    const expectations = new Expectations(clock);
    this.#options = options;
    const refill = new Refill(clock);
    const unsure = new UnsureNames();
    this.#memory = { given, expectations, refill, unsure, shortages: new Shortages(), statusAt: new Map() };
    this.#ends = [
      ...[given, expectations, refill, unsure].map(({ observe }) => pods.onChange(observe)),
      sessions.onChange(given.observeSession),
    ];
  }

  /** What has a pool looked at again. */
  get sources(): Source[] {
    const { pods, pools, sessions } = this.#options;
    return [
      changesOf(pools, ownKey),
      changesOf(pods, (pod) => one(poolKeyOf(pod)), concernsPool),
      // One that never claimed its pod gives it back when it ends; and what waited for callers goes on.
      changesOf(
        sessions,
        (session) => [poolOfSession(session)],
        (...change) => givesBack(...change) || stopsWaiting(...change),
      ),
    ];
  }

  /** One pass of a pool, over the store of that pass. */
  async reconcile(store: ResourceStore, key: string, signal: AbortSignal): Promise<ReconcileResult> {
    const { recordPool, observer } = this.#options;
    const newSuffix = () => randomBytes(5).toString('hex');
    const dependencies = { ...this.#dependencies(store), recordPool, newSuffix, onRefilled: observer.refilled };
    const { afterMs } = await reconcilePool(dependencies, key, signal);
    return { requeueAfterMs: afterMs };
  }

  /** Pods for the sessions of one pass, over its store. */
  source(store: ResourceStore): PodSource {
    const { podTemplate, fresh, observer } = this.#options;
    const cold = new ColdStart(store, (session, name) =>
      podTemplate(this.#poolOf(session), { namespace: session.metadata.namespace, name }),
    );
    return new WarmPool({ ...this.#dependencies(store), cache: fresh, cold, onGiven: observer.given });
  }

  /** One that is not there is no reason to refuse the session, but somebody may have meant another. */
  #poolOf(session: BrowserSession): BrowserPool | undefined {
    const { pools, record } = this.#options;
    const { pool: name } = session.spec;
    const pool = pools.cache.get(keyText({ namespace: session.metadata.namespace, name }));
    if (!pool) record(session, 'Warning', 'PoolNotFound', boundedNote(noPool(name)));
    return pool;
  }

  /** The term is over. */
  end(): void {
    for (const end of this.#ends) end();
  }

  #dependencies(store: ResourceStore): Omit<PoolDependencies, 'recordPool' | 'newSuffix'> {
    const { pods, pools, sessions, podTemplate, clock } = this.#options;
    return {
      store,
      clock,
      memory: this.#memory,
      template: podTemplate,
      pools: { get: (key): BrowserPool | undefined => pools.cache.get(key) },
      pods: podsOfPools(pods),
      sessions: { starting: (pool) => sessions.cache.byIndex('starting', pool).length },
    };
  }
}

/** What happens to a pod that a session has is nothing to its pool, but that it comes and goes. */
const concernsPool = (previous: Pod | undefined, current: Pod | undefined): boolean =>
  !previous || !current || isUnclaimed(previous) || isUnclaimed(current);
