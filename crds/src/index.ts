export { admit } from './admit.js';
export { agentAddress } from './agent-address.js';
export type { BrowserPool, BrowserPoolSpec, BrowserPoolStatus, NewBrowserPool } from './browser-pool.js';
export type {
  BrowserSession,
  BrowserSessionSpec,
  BrowserSessionStatus,
  NewBrowserSession,
} from './browser-session.js';
export { type CloseReason, type CloseReasonInfo, closeReasons } from './close-reasons.js';
export { type Condition, conditionMessageLength } from './condition.js';
export type { EventRegarding, EventSink, ObjectEvent } from './event-sink.js';
export { isLabelValue } from './fields/label-value.js';
export { nanos } from './fields/quantity.js';
export { type Kind, type KindInfo, type Kinds, kindInfo, type NewKinds } from './kinds.js';
export type { Lease, LeaseSpec, NewLease } from './lease.js';
export { type CustomResourceDefinition, manifests, revisionAnnotation } from './manifest.js';
export { microTime } from './micro-time.js';
export {
  keyOf,
  keyText,
  type NewObjectMeta,
  type ObjectKey,
  type ObjectMeta,
  type OwnerReference,
} from './object-meta.js';
export type { Container, ContainerStatus, NewPod, Pod, PodCondition, PodSpec, PodStatus } from './pod.js';
export {
  browserContainer,
  browserContainerOf,
  finishedAt,
  hasEnded,
  lastWords,
  readyCondition,
  shutDownReason,
  unreadySince,
} from './pod-end.js';
export type {
  CallOptions,
  DeleteOptions,
  ObjectList,
  ResourceStore,
  Selector,
  WatchEvent,
  WatchOptions,
} from './resource-store.js';
export { isFixed } from './session-end.js';
export {
  agentPortAnnotation,
  billingFinalizer,
  isNamedByApi,
  labels,
  ownPodLabels,
  recordFinalizer,
  sessionId,
  sessionIdOf,
  sessionName,
} from './session-names.js';
export { optionsOf } from './session-options.js';
export { endsOf, expiryOf, type Known, type SeenEnd, whyOver } from './session-over.js';
export { isFinal, phaseMeanings, phasesAfter, type SessionPhase, sessionPhases } from './session-phases.js';
export { type Choose, mutated } from './specimens/mutated.js';
export type { BadSpecimen, GoodSpecimen, Parts, Specimen } from './specimens/specimen.js';
export { badSpecimens, goodSpecimens } from './specimens/specimens.js';
export { type SpecimenStore, storeSpecimen } from './specimens/store-specimen.js';
export { isStarting, isStartingPhase } from './starting.js';
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
} from './store-errors.js';
export { isWaitReason, type WaitReason, waitReasons } from './wait-reasons.js';
