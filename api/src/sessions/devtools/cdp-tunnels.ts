import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { limits, TintypeError } from '@tintype/contracts';
import type { BrowserSession } from '@tintype/crds';
import { Counter, Gauge, type Logger, type Registry } from '@tintype/runtime';
import type { AccountsByName } from '../../auth/bearer.js';
import { clientLeft } from '../../client-left.js';
import { addRateLimits, type LimitedContext } from '../../limits/rate-limit-headers.js';
import type { RequestRate } from '../../limits/request-rate.js';
import { refuseRaw } from '../../middleware/client-error.js';
import { newRequestId } from '../../middleware/request-id.js';
import { reachable } from '../../reachable.js';
import { type ConnectableAgent, type PodSocket, podOf } from '../dependencies.js';
import type { SessionLookup } from '../read/session-lookup.js';
import { isActive } from '../read/session-view.js';
import type { ConnectUrls } from './connect-urls.js';
import { Tunnel } from './tunnel.js';
import { readUpgrade } from './upgrade-request.js';

const wrongToken = 'The `token` is missing or wrong: fetch the session and use its `connectUrl`.';

export interface TunnelMetrics {
  count: (outcome: 'connected' | (string & {})) => void;
  opened: () => void;
  closed: () => void;
}

export const createTunnelMetrics = (registry: Registry): TunnelMetrics => {
  const connects = new Counter({
    name: 'tintype_cdp_connects_total',
    help: 'Connection requests of DevTools clients, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const open = new Gauge({
    name: 'tintype_cdp_connections',
    help: 'Connected DevTools clients.',
    registers: [registry],
  });
  return { count: (outcome) => connects.inc({ outcome }), opened: () => open.inc(), closed: () => open.dec() };
};

export interface CdpTunnelsOptions {
  connectUrls: Pick<ConnectUrls, 'sessionOf'>;
  lookup: Pick<SessionLookup, 'cached' | 'object'>;
  accounts: Pick<AccountsByName, 'byId'>;
  rate: Pick<RequestRate, 'count' | 'state'>;
  agent: ConnectableAgent;
  metrics: TunnelMetrics;
  log: Pick<Logger, 'info' | 'warn'>;
}

export interface Upgrade {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}

/** Silence before TCP keep-alive probes. */
const keepAliveMs = 15_000;
/** A lost node says nothing: connections end this long after the session's time. */
const graceMs = 5000;

const leftMs = (expiresAt: string | undefined): number =>
  expiresAt === undefined ? limits.sessionTtlSeconds * 1000 : Date.parse(expiresAt) - Date.now();

const signalUntilClosed = (socket: Duplex): AbortSignal => {
  const left = new AbortController();
  socket.once('close', () => left.abort(clientLeft));
  return left.signal;
};

const keepAlive = (socket: Duplex) => {
  if (!(socket instanceof Socket)) return;
  socket.setNoDelay(true);
  socket.setKeepAlive(true, keepAliveMs);
};

const upgradeResponse = (accept: string) =>
  [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
    '\r\n',
  ].join('\r\n');

/** Connects DevTools clients to the pods of their sessions. Keeps no state for other replicas. */
export class CdpTunnels {
  readonly #options: CdpTunnelsOptions;
  readonly #open = new Set<Tunnel>();
  #isEnding = false;

  constructor(options: CdpTunnelsOptions) {
    this.#options = options;
  }

  async handle(upgrade: Upgrade): Promise<void> {
    const { metrics, log } = this.#options;
    const requestId = newRequestId();
    const begun = performance.now();
    const report = (status: number, code: string, about = {}) => {
      metrics.count(code || 'connected');
      const ms = Math.round(performance.now() - begun);
      log.info({ method: 'GET', route: '/cdp', status, code, ...about, requestId, ms }, 'request');
    };
    const headers = new Map<string, string>();
    const limited = { set: (name: string, value: string) => void headers.set(name, value), state: {} };
    // An error here means that the client is gone.
    upgrade.socket.on('error', () => undefined);
    try {
      report(101, '', { account: await this.#connect(upgrade, limited) });
    } catch (thrown) {
      if (thrown === clientLeft) return report(499, 'client_left');
      const error =
        thrown instanceof TintypeError ? thrown : new TintypeError('unavailable', undefined, { cause: thrown });
      if (error.cause)
        log.warn({ err: error.cause, requestId }, 'the pod of a session did not answer a DevTools client');
      refuseRaw(upgrade.socket, error, { id: requestId, headers });
      report(error.status, error.code);
    }
  }

  /** Ends all tunnels with a close frame, and each later one at once. */
  end(): void {
    this.#isEnding = true;
    for (const tunnel of this.#open) tunnel.end('restart');
  }

  /** Answers the account's id. */
  async #connect({ request, socket, head }: Upgrade, limited: LimitedContext): Promise<string> {
    const { token, key } = readUpgrade(request);
    const id = this.#options.connectUrls.sessionOf(token);
    if (id === undefined) throw new TintypeError('invalid_credentials', wrongToken);
    const session = await this.#active(id);
    const pod = podOf(session);
    if (!pod || !session.spec.cdp) throw new TintypeError('session_not_active');
    this.#admit(session.spec.account, limited);
    const left = signalUntilClosed(socket);
    const answer = await this.#options.agent.connect(pod, id, key, left).catch(async (error: unknown) => {
      left.throwIfAborted();
      // If the pod does not answer, the session may be over.
      if (!(error instanceof TintypeError)) await this.#find(id);
      throw error;
    });
    this.#join({ socket, head }, answer, session);
    return session.spec.account;
  }

  /** An active session in the cache is enough: the pod knows better whether it still runs. */
  async #active(id: string): Promise<BrowserSession> {
    const cached = this.#options.lookup.cached(id);
    return cached && isActive(cached) ? cached : this.#find(id);
  }

  async #find(id: string): Promise<BrowserSession> {
    const session = await reachable(this.#options.lookup.object(id));
    if (!session || !isActive(session)) throw new TintypeError('session_not_active');
    return session;
  }

  #admit(id: string, limited: LimitedContext): void {
    const { accounts, rate } = this.#options;
    const account = accounts.byId(id);
    if (!account) throw new TintypeError('invalid_credentials', wrongToken);
    if (account.disabled) throw new TintypeError('account_disabled');
    try {
      rate.count(account);
    } finally {
      addRateLimits(limited, [rate.state(account)]);
    }
  }

  #join({ socket, head }: Pick<Upgrade, 'socket' | 'head'>, answer: PodSocket, { status }: BrowserSession): void {
    if (socket.destroyed) {
      answer.socket.destroy();
      throw clientLeft;
    }
    const { metrics } = this.#options;
    for (const each of [socket, answer.socket]) keepAlive(each);
    socket.write(upgradeResponse(answer.accept));
    if (head.length > 0) socket.unshift(head);
    if (answer.head.length > 0) answer.socket.unshift(answer.head);
    const tunnel = new Tunnel({ client: socket, pod: answer.socket });
    const timer = setTimeout(() => tunnel.end('expired'), leftMs(status?.expiresAt) + graceMs);
    this.#open.add(tunnel);
    metrics.opened();
    tunnel.onEnd(() => {
      clearTimeout(timer);
      this.#open.delete(tunnel);
      metrics.closed();
    });
    if (this.#isEnding) tunnel.end('restart');
  }
}
