import {
  AckPolicy,
  type Consumer,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { type KV, type KvEntry, Kvm, type KvOptions } from '@nats-io/kv';
import {
  AuthorizationError,
  type ConnectionOptions,
  connect,
  createInbox,
  headers,
  InvalidArgumentError,
  type Msg,
  type NatsConnection,
  NoRespondersError,
  nanos,
  PermissionViolationError,
  TimeoutError,
} from '@nats-io/transport-node';
import type { Registry } from 'prom-client';
import { Gauge } from './metrics.js';
import type { Logger } from './program/log.js';
import { holdingClock } from './time/clock.js';
import { atMost, pause, race } from './time/wait.js';

/** The only module that imports the NATS client. */
export {
  AckPolicy,
  type Consumer,
  DeliverPolicy,
  DiscardPolicy,
  headers,
  InvalidArgumentError,
  JetStreamApiError,
  type JetStreamManager,
  type JsMsg,
  type KV,
  type KvEntry,
  type Msg,
  type NatsConnection,
  NoRespondersError,
  nanos,
  PermissionViolationError,
  RetentionPolicy,
  StorageType,
  TimeoutError,
};

/** JetStream's error code if the subject's last sequence is not the expected one. */
const wrongLastSequence = 10_071;
/** The code in a cluster while another write to the subject runs, so that its last sequence is unknown. */
const wrongLastSequenceUnknown = 10_164;
/** The subject, or the whole stream, has its maximum of messages. */
const maximumReached = 10_077;

/** A compare-and-set write was refused because another write came first. */
export const isWrongSequence = (error: unknown): boolean =>
  error instanceof JetStreamApiError && [wrongLastSequence, wrongLastSequenceUnknown].includes(error.code);

/** True for a wrong last sequence, and for a message whose subject or stream is full. */
export const isConflict = (error: unknown): boolean =>
  isWrongSequence(error) || (error instanceof JetStreamApiError && error.code === maximumReached);

export interface Nats {
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly connected: boolean;
  /** Aborts when the connection is lost. The next connection has a new signal. */
  readonly lost: AbortSignal;
  /** Returns a new subject for replies, which only this login may read. */
  inbox: () => string;
  /**
   * Opens a bucket. Its `get` sees every acknowledged write: it asks the leader, even if the bucket allows direct
   * reads.
   */
  kv: (bucket: string) => Promise<KV>;
  /** Creates a bucket, or opens the existing one. */
  makeKv: (bucket: string, options: Partial<KvOptions>) => Promise<KV>;
  /** Drains, flushes and closes; without a server it only closes. Never fails. */
  close: () => Promise<void>;
}

export interface NatsOptions {
  /** `nats://user:password@host:port`, or `tls://…`. */
  url: URL;
  /** Shown in the server's list of connections. */
  name: string;
  log: Pick<Logger, 'warn'>;
  /** Ends the wait for the first connection. */
  signal?: AbortSignal;
  /** Gets a sentence each time the reason to wait changes. */
  onWaiting?: (reason: string) => void;
}

const loginOptions = (url: URL) =>
  url.username ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } : {};

const followStatus = async (
  connection: NatsConnection,
  log: Pick<Logger, 'warn'>,
  setConnected: (connected: boolean) => void,
) => {
  for await (const status of connection.status()) {
    if (status.type === 'error') log.warn({ err: status.error }, 'NATS reported an error');
    if (status.type !== 'disconnect' && status.type !== 'reconnect') continue;
    setConnected(status.type === 'reconnect');
    log.warn(status.type === 'reconnect' ? 'NATS is back' : 'lost NATS: reconnecting');
  }
  setConnected(false);
};

const drainMs = 5000;

/** Drains and closes. If the server does not answer within 5 s, closes undrained: unsent messages are lost. */
const drainAndClose = async (
  connection: NatsConnection,
  lost: AbortSignal,
  log: Pick<Logger, 'warn'>,
): Promise<void> => {
  try {
    // `lost` is read only before the drain: it also aborts at the end of the drain.
    lost.throwIfAborted();
    await atMost(drainMs, () => connection.drain(), {
      late: () => new Error(`no answer within ${drainMs} ms`),
    });
  } catch (error) {
    log.warn({ err: error }, 'closed the connection to NATS without draining it: unsent messages are lost');
    await connection.close();
  }
};

const reconnectMs = 200;

/** A sentence for logs and people. It never contains the password. */
const waitingReason = (error: unknown, { host, username }: URL): string => {
  if (!(error instanceof AuthorizationError)) return `waiting for NATS at ${host}: it does not answer`;
  const user = username ? `of the user "${decodeURIComponent(username)}"` : 'without a user';
  return `waiting for NATS at ${host}: it refuses the login ${user}`;
};

/** Retries until a server accepts the login. Logs the reason whenever it changes. */
const firstConnection = async (
  options: ConnectionOptions,
  { url, log, signal = new AbortController().signal, onWaiting }: NatsOptions,
): Promise<NatsConnection> => {
  let lastReason: string | undefined;
  while (true) {
    const connecting = connect(options);
    try {
      return await race(connecting, signal);
    } catch (error) {
      void connecting.then((late) => late.close()).catch(() => undefined);
      signal.throwIfAborted();
      const reason = waitingReason(error, url);
      if (reason !== lastReason) log.warn({ err: error }, reason);
      if (reason !== lastReason) onWaiting?.(reason);
      lastReason = reason;
      // The timer of `holdingClock` keeps the process alive: at its start, the process may wait for nothing else.
      await pause(holdingClock, reconnectMs, signal);
    }
  }
};

const connectionOptions = ({ url, name }: NatsOptions, inboxPrefix: string): ConnectionOptions => ({
  servers: url.host,
  ...(url.protocol === 'tls:' ? { tls: {} } : {}),
  ...loginOptions(url),
  name,
  inboxPrefix,
  maxReconnectAttempts: -1,
  reconnectTimeWait: reconnectMs,
  reconnectJitter: 100,
  // Keep trying after a refused login: an administrator may set the password later.
  ignoreAuthErrorAbort: true,
  // Otherwise each request makes a stack trace, which takes a tenth of the time of a cached answer.
  noAsyncTraces: true,
});

/**
 * Connects, waits for a server, and reconnects for ever. Each user has its own inbox prefix, so that programs cannot
 * read each other's replies.
 */
export const connectNats = async (options: NatsOptions): Promise<Nats> => {
  const { url, log } = options;
  const inboxPrefix = `_INBOX_${url.username || 'open'}`;
  const connection = await firstConnection(connectionOptions(options, inboxPrefix), options);
  let connected = true;
  let loss = new AbortController();
  void followStatus(connection, log, (now) => {
    connected = now;
    if (now) loss = new AbortController();
    else loss.abort(new Error('the connection to NATS was lost'));
  });
  let closing: Promise<void> | undefined;
  const client = jetstream(connection);
  return {
    connection,
    jetstream: client,
    manager: await jetstreamManager(connection, { checkAPI: false }),
    get connected() {
      return connected;
    },
    get lost() {
      return loss.signal;
    },
    inbox: () => createInbox(inboxPrefix),
    kv: (bucket) => new Kvm(client).open(bucket),
    makeKv: (bucket, options) => new Kvm(client).create(bucket, options),
    close: () => {
      closing ??= drainAndClose(connection, loss.signal, log);
      return closing;
    },
  };
};

/** Shows a lost connection in the metrics: a replica without NATS stays ready and answers 503. */
export const observeNats = (registry: Registry, nats: Pick<Nats, 'connected'>): void => {
  new Gauge({
    name: 'tintype_nats_connected',
    help: 'Whether the connection to NATS is up.',
    registers: [registry],
    collect() {
      this.set(nats.connected ? 1 : 0);
    },
  });
};
