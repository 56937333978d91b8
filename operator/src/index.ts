export { AccountProxies } from './accounts/account-proxies.js';
export { StoredAccounts, UnreadableAccount } from './accounts/stored-accounts.js';
export type { PoolMemory, PoolOutside, Pools, TemplateFor } from './browser-pool/dependencies.js';
export { GivenPods, givesBack, podNamedBy, type Sessions } from './browser-pool/given-pods.js';
export { isUnclaimed, poolKeyOf } from './browser-pool/pool-pod.js';
export { poolOfSession } from './browser-pool/pool-session.js';
export { poolReasons } from './browser-pool/reasons.js';
export { reconcilePool } from './browser-pool/reconcile.js';
export { Refill } from './browser-pool/refill.js';
export { Shortages } from './browser-pool/shortages.js';
export { UnsureNames } from './browser-pool/unsure-names.js';
export { WarmPool } from './browser-pool/warm-pool.js';
export {
  type Accounts,
  type ActivateOrder,
  ActivateRefused,
  type Books,
  type Outside,
  type PodAgent,
  type PodSource,
  type Proxies,
  type Slots,
} from './browser-session/pass/dependencies.js';
export { reasonsOnTheWay } from './browser-session/pass/reasons.js';
export { ColdStart } from './browser-session/pods/cold-start.js';
export { reconcile } from './browser-session/reconcile.js';
export { sweep } from './browser-session/sweep/sweep.js';
export { readConfig as readOperatorConfig } from './config.js';
export { Controller, type Reconcile } from './controller/controller.js';
export { whileHoldingLease } from './controller/election/fence.js';
export { type Lead, LeaderElector, type LeaderElectorOptions } from './controller/election/leader-elector.js';
export { vacantLease } from './controller/election/lease.js';
export type { LeaderNeed } from './controller/election/need.js';
export { type HeldTerm, LeadershipGivenBack, LeadershipLost } from './controller/election/term.js';
export { type ElectionTiming, usualTiming } from './controller/election/timing.js';
export type { EventOutcome } from './controller/events/event-metrics.js';
export { EventRecorder } from './controller/events/event-recorder.js';
export { Expectations, type Pending } from './controller/expectations.js';
export { addFinalizer } from './controller/finalizers.js';
export { controllerOf, controllerReference, ownKey } from './controller/owner-references.js';
export { changesOf } from './controller/source.js';
export { operatorNodeArguments } from './node-arguments.js';
export { operatorLeaseName } from './operator-lease-name.js';
export { defaultPool, provisionPool } from './provision-pool.js';
export { SessionOperator } from './session-operator/session-operator.js';
export { HttpPodAgent } from './session-pod/http-pod-agent.js';
export { podGraceSeconds, templateOf } from './session-pod/template.js';
