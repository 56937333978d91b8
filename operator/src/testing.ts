/** Exports for tests of other packages. */
export { AccountProxies } from './accounts/account-proxies.js';
export { StoredAccounts } from './accounts/stored-accounts.js';
export type { PoolDependencies, TemplateFor } from './browser-pool/dependencies.js';
export { isUnclaimed, poolKeyOf, poolOfSession } from './browser-pool/pool-pod.js';
export { type PoolState, Shortages, UnconfirmedNames } from './browser-pool/pool-state.js';
export { poolReasons } from './browser-pool/reasons.js';
export { reconcilePool } from './browser-pool/reconcile.js';
export { RefillPacer } from './browser-pool/refill-pacer.js';
export { freesPod, podNamedBy, ReservedPods } from './browser-pool/reserved-pods.js';
export { WarmPool } from './browser-pool/warm-pool.js';
export {
  type Accounts,
  type ActivateOrder,
  ActivateRefused,
  type Ledger,
  type PodAgent,
  type PodSource,
  type Proxies,
  type SessionDependencies,
  type Slots,
} from './browser-session/pass/dependencies.js';
export { nonFinalReasons } from './browser-session/pass/reasons.js';
export { ColdStart } from './browser-session/pods/cold-start.js';
export { reconcile } from './browser-session/reconcile.js';
export { sweep } from './browser-session/sweep/sweep.js';
export { Controller, type Reconcile } from './controller/controller.js';
export { type Lead, LeaderElector, type LeaderElectorOptions } from './controller/election/leader-elector.js';
export type { LeaderNeed } from './controller/election/need.js';
export { type HeldTerm, LeadershipLost, LeadershipReturned, whileHoldingLease } from './controller/election/term.js';
export { type ElectionTiming, usualTiming } from './controller/election/timing.js';
export type { EventOutcome } from './controller/events/event-metrics.js';
export { EventRecorder } from './controller/events/event-recorder.js';
export { Expectations } from './controller/expectations.js';
export { ownKey } from './controller/object-metadata.js';
export { changesOf } from './controller/source.js';
export { defaultPool } from './installation.js';
export { SessionOperator } from './session-operator/session-operator.js';
export { HttpPodAgent } from './session-pod/http-pod-agent.js';
export { podGraceSeconds, templateOf } from './session-pod/template.js';
