import { setTimeout as sleep } from 'node:timers/promises';
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
import { atMost, raceSignal } from './time/wait.js';

/** The one door to the NATS client: what the rest needs of it leaves through here. */
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

/** The server refuses a message or a write because the subject's last sequence is another one, or the stream is full. */
const wrongLastSequence = 10_071;
/** The same from a cluster, where another write to the subject is under way. */
const wrongLastSequenceUnknown = 10_164;
const maximumReached = 10_077;

/** True when a compare-and-set write was refused: somebody else has written in between. */
export const isWrongSequence = (error: unknown): boolean =>
  error instanceof JetStreamApiError && [wrongLastSequence, wrongLastSequenceUnknown].includes(error.code);

/** True when a compare-and-set write, or a message on a taken subject, was refused. */
export const isConflict = (error: unknown): boolean =>
  isWrongSequence(error) || (error instanceof JetStreamApiError && error.code === maximumReached);

export interface Nats {
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
  /** False while the connection is down. */
  readonly connected: boolean;
  /** Ends when the connection is lost, and what the server sent to it with it; the next connection has another one. */
  readonly lost: AbortSignal;
  /** A subject of its own for answers, where the login may hear them. */
  inbox: () => string;
  /** Opens a bucket that is there already. */
  kv: (bucket: string) => Promise<KV>;
  /** Makes a bucket, or leaves the one that is there. */
  makeKv: (bucket: string, options: Partial<KvOptions>) => Promise<KV>;
  /** Ends subscriptions in order, flushes and closes; without a server it only closes. Never fails. */
  close: () => Promise<void>;
}

export interface NatsOptions {
  /** `nats://user:password@host:port`; TLS by `tls://`. */
  url: URL;
  /** What the server's connection list shows. */
  name: string;
  log: Pick<Logger, 'warn'>;
  /** Ends the waiting for the first connection, which fails with the signal's reason. */
  signal?: AbortSignal;
  /** Hears what the first connection waits for, in a sentence for people, whenever that is another thing. */
  onWaiting?: (what: string) => void;
}

const login = (url: URL) =>
  url.username ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } : {};

const followStatus = async (
  connection: NatsConnection,
  log: Pick<Logger, 'warn'>,
  set: (connected: boolean) => void,
) => {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') set(false);
    if (status.type === 'reconnect') set(true);
    if (['disconnect', 'reconnect', 'error'].includes(status.type))
      log.warn({ status: status.type, err: status.type === 'error' ? status.error : undefined }, 'nats');
  }
  set(false);
};

/** A server that stands still holds up the end of a program no longer than this. */
const drainMs = 5000;

/** Draining needs the server's answers: where none come it says so, and gives up what was not sent yet. */
const drainAndClose = async (
  connection: NatsConnection,
  lost: AbortSignal,
  log: Pick<Logger, 'warn'>,
): Promise<void> => {
  try {
    // Only one that was lost before: draining ends with a loss, too.
    lost.throwIfAborted();
    await atMost(drainMs, () => connection.drain(), {
      late: () => new Error(`no answer within ${drainMs} ms`),
    });
  } catch (error) {
    log.warn({ err: error }, 'closed the connection to NATS without draining it');
    await connection.close();
  }
};

const reconnectMs = 200;

/** Never with the password. */
const whatIsMissing = (error: unknown, { host, username }: URL): string => {
  if (!(error instanceof AuthorizationError)) return `waiting for NATS at ${host}: it does not answer`;
  const user = username ? `of the user "${decodeURIComponent(username)}"` : 'without a user';
  return `waiting for NATS at ${host}: it refuses the login ${user}`;
};

/** Tries again until a server takes the login: a password may be on its way, as a server may. Says once what is missing. */
const firstConnection = async (
  options: ConnectionOptions,
  { url, log, signal = new AbortController().signal, onWaiting }: NatsOptions,
): Promise<NatsConnection> => {
  let said: string | undefined;
  while (true) {
    const connecting = connect(options);
    try {
      return await raceSignal(connecting, signal);
    } catch (error) {
      void connecting.then((late) => late.close()).catch(() => undefined);
      signal.throwIfAborted();
      const what = whatIsMissing(error, url);
      if (what !== said) log.warn({ err: error }, what);
      if (what !== said) onWaiting?.(what);
      said = what;
      // Keeps the process alive: it may have nothing else to do yet.
      await sleep(reconnectMs, undefined, { signal }).catch(() => undefined);
    }
  }
};

const connectionOptions = ({ url, name }: NatsOptions, inboxPrefix: string): ConnectionOptions => ({
  servers: url.host,
  ...(url.protocol === 'tls:' ? { tls: {} } : {}),
  ...login(url),
  name,
  inboxPrefix,
  maxReconnectAttempts: -1,
  reconnectTimeWait: reconnectMs,
  reconnectJitter: 100,
  // A rotated password must not end the program while the new one is on its way.
  ignoreAuthErrorAbort: true,
  // The client makes the stack trace of its time-out at each request: a tenth of the time of a cached answer.
  noAsyncTraces: true,
});

/**
 * Connects, waits for a server that is not up yet, and reconnects for ever. Each user has an inbox prefix of its own,
 * so that no program can read another's answers.
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

/** Whether NATS can be reached: a replica stays ready without it, and answers 503. */
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
