export { Backoff, type BackoffOptions } from './backoff.js';
export { type Clock, systemClock } from './clock.js';
export { Deadline, DeadlineExceeded, raceSignal } from './deadline.js';
export { isPublicAddress } from './egress/address-policy.js';
export { type AllowList, parseAllowList } from './egress/allow-list.js';
export { canonicalHost } from './egress/canonical-host.js';
export { type ConnectionReport, Connector, type Destination, type WayOut } from './egress/connector.js';
export {
  createEgressGuard,
  type EgressFailure,
  type EgressGuard,
  EgressRefused,
  type UpstreamFailure,
} from './egress/guard.js';
export {
  CallFailed,
  type CallFailure,
  createGuardedFetch,
  type GuardedAnswer,
  type GuardedFetch,
  type GuardedRequest,
} from './egress/guarded-fetch.js';
export { knownPorts } from './egress/own-ports.js';
export { createResolver, type ResolvedAddress } from './egress/resolver.js';
export { UpstreamConnector } from './egress/upstream/upstream-connector.js';
export { ensureConsumer, ensureStream } from './ensure-stream.js';
export { KeyedMutex } from './keyed-mutex.js';
export { listen } from './listen.js';
export { createLog, type Logger, logLevels } from './log.js';
export { LongAnswer } from './long-answer.js';
export { Counter, createRegistry, durationBuckets, Gauge, Histogram, Registry } from './metrics.js';
export {
  AckPolicy,
  type Consumer,
  connectNats,
  DeliverPolicy,
  DiscardPolicy,
  headers,
  InvalidArgumentError,
  isConflict,
  isWrongSequence,
  JetStreamApiError,
  type JetStreamManager,
  type JsMsg,
  type KV,
  type KvEntry,
  type Msg,
  type Nats,
  type NatsConnection,
  type NatsOptions,
  NoRespondersError,
  nanos,
  PermissionViolationError,
  RetentionPolicy,
  StorageType,
  TimeoutError,
} from './nats.js';
export { observeNats } from './nats-metrics.js';
export { pause } from './pause.js';
export { observePodCalls } from './pod-call-metrics.js';
export {
  NoPodAnswer,
  NotReached,
  type OnPodCall,
  type PodAnswer,
  PodAnswerTooLong,
  type PodCall,
  PodCalls,
  type PodCallsOptions,
  readPodAnswer,
} from './pod-calls.js';
export { type PrivateAnswers, PrivatePort } from './private-port.js';
export { type PrivateServerOptions, type Readiness, startPrivateServer } from './private-server.js';
export { type Program, type ProgramOptions, runProgram } from './program.js';
export { pullLoop } from './pull-loop.js';
export { RepeatedWatch, type Watch, type WatchedConnection, type WatchedKv } from './repeated-watch.js';
export { Semaphore } from './semaphore.js';
export {
  asChoice,
  asInteger,
  asKey,
  asPort,
  asText,
  asUrl,
  BadEnvironment,
  ConfigError,
  type Environment,
  readSettings,
  type Setting,
} from './settings.js';
export { exitConfig, onShutdown } from './shutdown.js';
export { TokenBucket, type TokenRate } from './token-bucket.js';
