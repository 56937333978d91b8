import type { LiveMessage, LiveState, liveFrameHead, liveProtocol, liveTokenPrefix } from '@tintype/contracts';

/* The page may import only types of contracts. `typeof` makes the compiler compare these values with contracts. */
const protocol: typeof liveProtocol = 'tintype.live.v1';
const tokenPrefix: typeof liveTokenPrefix = 'tintype.token.';
const headBytes: typeof liveFrameHead = 4;

export interface ConnectionEvents {
  connecting: () => void;
  opened: () => void;
  state: (state: LiveState) => void;
  /** A picture came. Each connection numbers its pictures from 1. */
  picture: (number: number, jpeg: Blob) => void;
  /** The connection is lost. Another attempt follows in `inMs`. */
  lost: (reason: string, inMs: number) => void;
  /** The connection has ended for good. */
  over: (end: 'ended' | 'expired' | 'refused', reason: string) => void;
}

/** Why a connection has ended for good, by its close code. 44xx is 4000 plus the HTTP status of an error. */
const endCodes: Record<number, 'ended' | 'expired' | 'refused'> = {
  4000: 'ended',
  4001: 'ended',
  4002: 'ended',
  4409: 'ended',
  4401: 'expired',
  4400: 'refused',
  4403: 'refused',
  1007: 'refused',
};

const firstWaitMs = 500;
const maxWaitMs = 10_000;

const socketUrl = (): string => {
  const url = new URL('live/socket', location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  url.search = '';
  return url.href;
};

const openSocket = (token: string) => {
  // biome-ignore lint/style/noRestrictedGlobals: the api that served this page, in the browser of a viewer
  const socket = new WebSocket(socketUrl(), [protocol, `${tokenPrefix}${token}`]);
  socket.binaryType = 'arraybuffer';
  return socket;
};

/** The connection to the session. After a loss, it opens a new one: first after 0.5 s, later after up to 10 s. */
export class Connection {
  readonly #events: ConnectionEvents;
  #token: string;
  #socket: ReturnType<typeof openSocket> | undefined;
  /** The wait before the next attempt. */
  #waitMs = firstWaitMs;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(token: string, events: ConnectionEvents) {
    this.#token = token;
    this.#events = events;
  }

  /** Connects now instead of later. Does nothing while connected or connecting. */
  retry(): void {
    if (!this.#socket) this.open();
  }

  open(): void {
    clearTimeout(this.#timer);
    this.#events.connecting();
    const socket = openSocket(this.#token);
    this.#socket = socket;
    socket.addEventListener('open', () => this.#events.opened());
    socket.addEventListener('message', ({ data }) => this.#receive(data));
    socket.addEventListener('close', ({ code, reason }) => {
      if (socket === this.#socket) this.#closed(code, reason);
    });
  }

  /** Later connections use this token. */
  renew(token: string): void {
    this.#token = token;
  }

  send(message: LiveMessage): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message));
  }

  close(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
  }

  #receive(data: string | ArrayBuffer): void {
    this.#waitMs = firstWaitMs;
    if (typeof data === 'string') this.#events.state(JSON.parse(data) as LiveState);
    else {
      const jpeg = new Blob([data.slice(headBytes)], { type: 'image/jpeg' });
      this.#events.picture(new DataView(data).getUint32(0), jpeg);
    }
  }

  #closed(code: number, reason: string): void {
    this.#socket = undefined;
    const end = endCodes[code];
    // The reason of a 4409 is written for programs: do not show it.
    if (end) this.#events.over(end, code === 4409 ? '' : reason);
    else this.#retryLater(reason);
  }

  #retryLater(reason: string): void {
    const inMs = this.#waitMs;
    this.#waitMs = Math.min(maxWaitMs, inMs * 2);
    this.#timer = setTimeout(() => this.open(), inMs);
    this.#events.lost(reason, inMs);
  }
}
