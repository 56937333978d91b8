export { type Kind, type Kinds, kindInfo, type NewKinds } from './kinds/kinds.js';
export { type CustomResourceDefinition, manifests, revisionAnnotation } from './kinds/manifest.js';
export { type Condition, conditionMessageLength } from './object/condition.js';
export { type Lease, type LeaseSpec, microTime, type NewLease } from './object/lease.js';
export {
  keyOf,
  keyText,
  type NewObjectMeta,
  type ObjectKey,
  type ObjectMeta,
  type OwnerReference,
} from './object/object-meta.js';
export {
  agentPortAnnotation,
  type Container,
  type ContainerStatus,
  labels,
  type NewPod,
  operatorPodLabels,
  type Pod,
  type PodCondition,
  type PodSpec,
  type PodStatus,
  recordFinalizer,
} from './pod/pod.js';
export {
  agentAddress,
  browserContainer,
  browserContainerOf,
  finishedAt,
  hasEnded,
  podRecordOf,
  readyCondition,
  shutDownReason,
  unreadySince,
} from './pod/status.js';
export {
  type BrowserPool,
  type BrowserPoolStatus,
  isPoolTrouble,
  type PoolReadyReason,
  poolReadyReasons,
} from './pool/browser-pool.js';
export { isLabelValue } from './schema/names.js';
export { quantityNanos } from './schema/quantity.js';
export type { BrowserSession, BrowserSessionStatus, NewBrowserSession } from './session/browser-session.js';
export { endReasonOf, expiryOf, knownEndsOf } from './session/over.js';
export { isFinal, type SessionPhase, sessionPhases } from './session/phases.js';
export {
  type CloseReason,
  type CloseReasonInfo,
  closeReasons,
  isWaitReason,
  type WaitReason,
  waitReasons,
} from './session/reasons.js';
export {
  billingFinalizer,
  hasOpened,
  isColdStart,
  isFrozen,
  isNamedByApi,
  isStarting,
  isStartingPhase,
  optionsOf,
  profileAnnotation,
  sessionId,
  sessionIdOf,
  sessionName,
} from './session/session-properties.js';
export { admit } from './store/admit.js';
export type { EventRegarding, EventSink, ObjectEvent } from './store/event-sink.js';
export type {
  CallOptions,
  DeleteOptions,
  ObjectList,
  ResourceStore,
  Selector,
  WatchEvent,
  WatchOptions,
} from './store/resource-store.js';
export {
  AlreadyExists,
  Conflict,
  type Effect,
  Expired,
  Forbidden,
  Invalid,
  NotFound,
  StoreError,
  StoreUnavailable,
  Throttled,
} from './store/store-errors.js';
