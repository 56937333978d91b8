export { type PulledChunks, pullChunks, type ServedChunks, serveChunks } from './chunks.js';
export { KeyedMutex } from './concurrency/keyed-mutex.js';
export { Semaphore } from './concurrency/semaphore.js';
export { TokenBucket } from './concurrency/token-bucket.js';
export { type AllowList, parseAllowList } from './egress/allow-list.js';
export {
  type ConnectionReport,
  Connector,
  type Destination,
  type EgressRoute,
  Unreachable,
} from './egress/connector.js';
export {
  closedPorts,
  createEgressGuard,
  type EgressFailure,
  type EgressGuard,
  EgressRefused,
} from './egress/guard.js';
export {
  CallFailed,
  createGuardedFetch,
  type GuardedFetch,
  type GuardedRequest,
} from './egress/guarded-fetch.js';
export { TlsFailed } from './egress/over-tls.js';
export { portOf } from './egress/port-of.js';
export { createResolver } from './egress/resolver.js';
export { UpstreamConnector } from './egress/upstream/upstream-connector.js';
export { LoginRefused, ProxyConnectFailed, WrongProxyProtocol } from './egress/upstream/upstream-faults.js';
export { ensureConsumer, ensureStream } from './jetstream/ensure-stream.js';
export { pullLoop } from './jetstream/pull-loop.js';
export { RepeatedWatch, type Watch, type WatchedConnection, type WatchedKv } from './jetstream/repeated-watch.js';
export {
  jsonOf,
  lastMessages,
  messagesFrom,
  messagesPerRead,
  pagesOf,
  type StoredMessage,
} from './jetstream/stored-messages.js';
export { Counter, createRegistry, durationBuckets, Gauge, Histogram, Registry } from './metrics.js';
export {
  AckPolicy,
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
  type NatsOptions,
  NoRespondersError,
  nanos,
  observeNats,
  PermissionViolationError,
  RetentionPolicy,
  StorageType,
  TimeoutError,
} from './nats.js';
export {
  NoPodAnswer,
  type OnPodCall,
  observePodCalls,
  type PodAnswer,
  PodAnswerTooLong,
  PodCalls,
  PodNotReached,
  readPodAnswer,
} from './pods/pod-calls.js';
export { StreamedAnswer } from './pods/streamed-answer.js';
export { readArguments } from './program/arguments.js';
export { listen } from './program/listen.js';
export { createLog, type Logger, logLevels } from './program/log.js';
export {
  PrivatePort,
  type Readiness,
  startPrivateServer,
} from './program/private-port.js';
export { exitConfig, onShutdown, type Program, runProgram } from './program/program.js';
export {
  asChoice,
  asInteger,
  asKey,
  asKeys,
  asPort,
  asText,
  asUrl,
  BadEnvironment,
  ConfigError,
  type Environment,
  readSettings,
  type Setting,
} from './program/settings.js';
export { Backoff } from './time/backoff.js';
export { type Clock, holdingClock, systemClock } from './time/clock.js';
export { Deadline } from './time/deadline.js';
export { atMost, DeadlineExceeded, ifInTime, outlasts, pause, race } from './time/wait.js';
