import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type LiveRight, type LiveState, limits, TintypeError } from '@tintype/contracts';
import type { BrowserSession } from '@tintype/crds';
import type { Logger } from '@tintype/runtime';
import type { AccountsByName } from '../../auth/bearer.js';
import { clientLeft } from '../../client-left.js';
import { addRateLimits, type LimitedContext } from '../../limits/rate-limit-headers.js';
import type { RequestRate } from '../../limits/request-rate.js';
import { type RawRefusal, refuseRaw } from '../../middleware/client-error.js';
import { newRequestId } from '../../middleware/request-id.js';
import { reachable } from '../../reachable.js';
import { type ConnectableAgent, type ConnectPurpose, type PodSocket, podOf } from '../dependencies.js';
import type { SessionLookup } from '../read/session-lookup.js';
import { isActive } from '../read/session-view.js';
import type { ConnectUrls } from './connect-urls.js';
import { textFrame } from './frames.js';
import { refuseInside, upgradeResponse } from './handshake.js';
import type { LiveLinks } from './live-links.js';
import { Tunnel } from './tunnel.js';
import type { TunnelMetrics } from './tunnel-metrics.js';
import {
  handshakeKey,
  readUpgrade,
  type TunnelKind,
  tunnelKindOf,
  tunnelPaths,
  type UpgradeRequest,
} from './upgrade-request.js';

const wrongTokens = {
  cdp: 'The `token` is missing or wrong: fetch the session and use its `connectUrl`.',
  live: 'The link is wrong or has expired. Ask for a new one.',
} as const satisfies Record<TunnelKind, string>;

export interface SessionTunnelsOptions {
  connectUrls: Pick<ConnectUrls, 'sessionOf'>;
  liveLinks: Pick<LiveLinks, 'read' | 'passFor'>;
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

/** TCP keep-alive probes begin after 15 s of silence. */
const keepAliveMs = 15_000;
/** Connections end at the latest 5 s after the session's `expiresAt`: a lost node reports no end. */
const graceMs = 5000;

interface Joined {
  session: BrowserSession;
  claim: Claim;
  kind: TunnelKind;
}

/**
 * Refuses an upgrade. Only a page of the live view gets the error inside the WebSocket, because it cannot read a
 * refused handshake.
 */
const refuse = ({ request, socket }: Upgrade, error: TintypeError, refusal: RawRefusal): void => {
  const key = tunnelKindOf(request) === 'live' ? handshakeKey(request) : undefined;
  if (key === undefined) refuseRaw(socket, error, refusal);
  else refuseInside(socket, key, error);
};

const remainingMs = (expiresAt: string | undefined): number =>
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

/** What a token allows, and for which session. */
interface Claim {
  session: string;
  purpose: ConnectPurpose;
}

/** Connects DevTools clients and viewers to the pods of their sessions. Keeps no state for other replicas. */
export class SessionTunnels {
  readonly #options: SessionTunnelsOptions;
  readonly #open = new Set<Tunnel>();
  #isEnding = false;

  constructor(options: SessionTunnelsOptions) {
    this.#options = options;
  }

  async handle(upgrade: Upgrade): Promise<void> {
    const { metrics, log } = this.#options;
    const kind = tunnelKindOf(upgrade.request);
    const requestId = newRequestId();
    const begun = performance.now();
    const report = (status: number, code: string, about = {}) => {
      metrics[kind].count(code || 'connected');
      const ms = Math.round(performance.now() - begun);
      log.info({ method: 'GET', route: tunnelPaths[kind], status, code, ...about, requestId, ms }, 'request');
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
        log.warn({ err: error.cause, requestId, kind }, 'the pod of a session did not take a connection');
      refuse(upgrade, error, { id: requestId, headers });
      report(error.status, error.code);
    }
  }

  /** Ends all tunnels with a close frame. Tunnels that open later end at once. */
  end(): void {
    this.#isEnding = true;
    for (const tunnel of this.#open) tunnel.end('restart');
  }

  /** Answers the account's id. */
  async #connect(upgrade: Upgrade, limited: LimitedContext): Promise<string> {
    const request = readUpgrade(upgrade.request);
    const { kind, key } = request;
    const claim = this.#claimOf(request);
    if (!claim) throw new TintypeError('invalid_credentials', wrongTokens[kind]);
    const session = await this.#active(claim.session);
    const pod = podOf(session);
    if (!pod || (kind === 'cdp' && !session.spec.cdp)) throw new TintypeError('session_not_active');
    this.#admit(session.spec.account, kind, limited);
    const left = signalUntilClosed(upgrade.socket);
    const answer = await this.#options.agent.connect(pod, { ...claim, key }, left).catch(async (error: unknown) => {
      left.throwIfAborted();
      // If the pod does not answer, the session may be over.
      if (!(error instanceof TintypeError)) await this.#find(claim.session);
      throw error;
    });
    this.#join(upgrade, answer, { session, claim, kind });
    return session.spec.account;
  }

  #claimOf({ kind, token }: UpgradeRequest): Claim | undefined {
    const { connectUrls, liveLinks } = this.#options;
    if (kind === 'live') {
      const pass = liveLinks.read(token);
      return pass && { session: pass.session, purpose: pass.right };
    }
    const session = connectUrls.sessionOf(token);
    return session === undefined ? undefined : { session, purpose: 'cdp' };
  }

  /** An active session in the cache is enough: the pod knows better whether the session still runs. */
  async #active(id: string): Promise<BrowserSession> {
    const cached = this.#options.lookup.cached(id);
    return cached && isActive(cached) ? cached : this.#find(id);
  }

  async #find(id: string): Promise<BrowserSession> {
    const session = await reachable(this.#options.lookup.object(id));
    if (!session || !isActive(session)) throw new TintypeError('session_not_active');
    return session;
  }

  #admit(id: string, kind: TunnelKind, limited: LimitedContext): void {
    const { accounts, rate } = this.#options;
    const account = accounts.byId(id);
    if (!account) throw new TintypeError('invalid_credentials', wrongTokens[kind]);
    if (account.disabled) throw new TintypeError('account_disabled');
    try {
      rate.count(account);
    } finally {
      addRateLimits(limited, [rate.state(account)]);
    }
  }

  #join(upgrade: Upgrade, answer: PodSocket, { session, claim, kind }: Joined): void {
    const { socket, head } = upgrade;
    if (socket.destroyed) {
      answer.socket.destroy();
      throw clientLeft;
    }
    const metrics = this.#options.metrics[kind];
    for (const each of [socket, answer.socket]) keepAlive(each);
    socket.write(upgradeResponse(answer.accept, kind));
    const expiresAt = session.status?.expiresAt;
    if (claim.purpose !== 'cdp') socket.write(this.#passFor(claim.session, claim.purpose, expiresAt));
    if (head.length > 0) socket.unshift(head);
    if (answer.head.length > 0) answer.socket.unshift(answer.head);
    const tunnel = new Tunnel({ client: socket, pod: answer.socket, onBinary: metrics.picture });
    const timer = setTimeout(() => tunnel.end('expired'), remainingMs(expiresAt) + graceMs);
    this.#open.add(tunnel);
    metrics.opened();
    tunnel.onEnd(() => {
      clearTimeout(timer);
      this.#open.delete(tunnel);
      metrics.closed();
    });
    if (this.#isEnding) tunnel.end('restart');
  }

  #passFor(session: string, right: LiveRight, expiresAt: string | undefined): Buffer {
    const token = this.#options.liveLinks.passFor({ session, right }, Date.now() + remainingMs(expiresAt));
    const state: LiveState = { type: 'pass', token };
    return textFrame(JSON.stringify(state));
  }
}
