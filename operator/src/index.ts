export { type SessionAccount, StoredAccounts, UnreadableAccount } from './accounts/stored-accounts.js';
export { ColdStart } from './browser-session/cold-start.js';
export {
  type Accounts,
  type ActivateOrder,
  ActivateRefused,
  type Books,
  type Outside,
  type PodAgent,
  type PodSource,
  type Slots,
} from './browser-session/outside.js';
export { reconcile } from './browser-session/reconcile.js';
export { sweep } from './browser-session/sweep.js';
export { findCondition, isTrue, type NewCondition, setCondition } from './controller/conditions.js';
export { Controller, type ControllerOptions, type Reconcile, type ReconcileResult } from './controller/controller.js';
export { eventLogSink } from './controller/event-log-sink.js';
export { type EventOutcome, type OnEvent, observeEvents } from './controller/event-metrics.js';
export {
  type EventReasons,
  EventRecorder,
  type EventRecorderOptions,
  type Recordable,
  type RecordedEvent,
} from './controller/event-recorder.js';
export { Expectations, type Pending } from './controller/expectations.js';
export { addFinalizer, hasFinalizer, removeFinalizer } from './controller/finalizers.js';
export { type Lead, LeaderElector, type LeaderElectorOptions } from './controller/leader-election.js';
export { whileHoldingLease } from './controller/leader-election-fence.js';
export { observeLeaderElection } from './controller/leader-election-metrics.js';
export { LeadershipGivenBack, LeadershipLost } from './controller/leader-election-term.js';
export { type ElectionTiming, usualTiming } from './controller/leader-election-timing.js';
export { type ControllersMetrics, createControllersMetrics } from './controller/metrics.js';
export {
  controllerKey,
  controllerOf,
  controllerReference,
  isControlledBy,
  ownKey,
} from './controller/owner-references.js';
export { RateLimiter, type RateLimiterOptions } from './controller/rate-limiter.js';
export { changesOf, type KeysOf, type Source } from './controller/source.js';
export { TerminalError } from './controller/terminal-error.js';
export { type Lane, WorkQueue, type WorkQueueOptions } from './controller/work-queue.js';
export { SessionOperator, type SessionOperatorOptions } from './session-operator.js';
