/// <reference lib="esnext.disposable" preserve="true" />
// The declarations name `Symbol.asyncDispose`, which older settings of TypeScript lack.

import { type ActionPayloads, type ActionResults, type ActionType, SessionActions } from './actions.generated.js';
import { type Api, idempotencyHeader, searchOf } from './api.js';
import { ApiError } from './errors.js';
import { segmentOf } from './names.js';
import { type CallOptions, onlyRefused } from './transport.js';

export interface SessionOptions {
  /** Seconds until the session ends, at most 900. Default: 900. */
  maxTtlSeconds?: number;
  /** All traffic uses the account's own proxy. */
  proxy?: boolean;
  /** The browser hides signs of automation. Not with `cdp`. */
  bypassBotDetection?: boolean;
  /** Clients may connect by the Chrome DevTools Protocol: the session then has a `connectUrl`. */
  cdp?: boolean;
  /** The browser begins with this saved login. `close({ saveProfile })` and the action `save_profile` save one. */
  profile?: string;
}

export interface SessionState {
  id: string;
  status: 'active' | 'closed' | 'expired' | 'error';
  closeReason: string | null;
  createdAt: string;
  startedAt: string;
  expiresAt: string;
  closedAt: string | null;
  durationSeconds: number;
  /** 0 until the session has ended and was charged. */
  billedCredits: number;
  /** What closing now would cost. */
  accruedCredits: number;
  actionCount: number;
  actionSuccessCount: number;
  actionErrorCount: number;
  actionBreakdown: Record<string, { total: number; success: number; error: number }>;
  options: Required<Omit<SessionOptions, 'profile'>> & Pick<SessionOptions, 'profile'>;
  /** Only while active and with `cdp`. Each answer has another one; all work until the session ends. */
  connectUrl?: string;
}

export interface CreateOptions extends CallOptions {
  /** Makes a repeated create answer the same session, for 24 hours. */
  idempotencyKey?: string;
}

export interface CloseOptions extends CallOptions {
  /**
   * Saves the browser's login under this name first. If that fails, the session stays open. Inside `run` and
   * `await using`, the end of the block still closes it.
   */
  saveProfile?: string;
}

export interface LiveOptions extends CallOptions {
  /** The viewer may use mouse and keyboard. Default: false. */
  control?: boolean;
}

/** A link to the live view of a session. It is a credential. */
export interface LiveLink {
  url: string;
  /** Until then the link opens. A page that is open works until the session ends. */
  expiresAt: string;
}

export interface ListOptions extends CallOptions {
  status?: SessionState['status'];
  /** 1 to 100; default 20. */
  limit?: number;
  cursor?: string;
}

interface CreateAnswer {
  sessionId: string;
  expiresAt: string;
  connectUrl?: string;
}

/** For the call that abandons a create without an answer. */
const lostMs = 30_000;

/** A picture that an action answers, as bytes. */
export const pictureBytes = ({ bodyBase64 }: { bodyBase64: string }): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(bodyBase64), (character) => character.charCodeAt(0));

/** An open browser. Close it: it costs a credit for each minute begun. `await using` does, and `sessions.run`. */
export class Session extends SessionActions implements AsyncDisposable {
  readonly id: string;
  readonly expiresAt: string | undefined;
  readonly #connectUrl: string | undefined;
  readonly #sessions: Sessions;

  constructor(sessions: Sessions, { sessionId, expiresAt, connectUrl }: Partial<CreateAnswer> & { sessionId: string }) {
    super();
    this.id = sessionId;
    this.expiresAt = expiresAt;
    this.#connectUrl = connectUrl;
    this.#sessions = sessions;
  }

  /** For Playwright's `connectOverCDP` and Puppeteer's `connect`, of a session with `cdp`. It has a token: logs do not show it. */
  get connectUrl(): string | undefined {
    return this.#connectUrl;
  }

  override act<T extends ActionType>(
    type: T,
    payload?: ActionPayloads[T],
    call?: CallOptions,
  ): Promise<ActionResults[T]> {
    return this.#sessions.act(this.id, type, payload, call);
  }

  get(call?: CallOptions): Promise<SessionState> {
    return this.#sessions.get(this.id, call);
  }

  /** Ends the session and answers what it cost. A second close answers the same. */
  close(options?: CloseOptions): Promise<SessionState> {
    return this.#sessions.close(this.id, options);
  }

  /** Makes a link to a page that shows the browser; with `control`, a person can drive it. */
  live(options?: LiveOptions): Promise<LiveLink> {
    return this.#sessions.live(this.id, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close().catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
  }
}

const abandonCreate = async (api: Api, key: string, call: CallOptions): Promise<SessionState | null> => {
  const request = { ...call, method: 'DELETE', path: '/v1/sessions', headers: idempotencyHeader(key) };
  return (await api.json<{ session: SessionState | null }>(request)).session;
};

/** Opens a browser as `Sessions.create` does, and answers the JSON of the service. */
export const openBrowser = (
  api: Api,
  options: SessionOptions,
  { idempotencyKey, ...call }: CreateOptions = {},
): Promise<CreateAnswer> => {
  const headers = idempotencyHeader(idempotencyKey);
  const request = { method: 'POST', path: '/v1/sessions', headers, body: { ...options } };
  // An older service has no such call: its session ends with its time.
  const abandon = () => abandonCreate(api, headers['idempotency-key'], { timeoutMs: lostMs }).catch(() => undefined);
  const lost = idempotencyKey === undefined ? { onLost: () => void abandon() } : {};
  return api.json({ ...call, ...request, ...lost });
};

export class Sessions {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Opens a browser. If the call is cancelled or gets no answer, the library abandons the create in the background.
   * Then the service closes what it opened. With an `idempotencyKey` it does not, so that a repeat has the session.
   */
  async create(options: SessionOptions = {}, call: CreateOptions = {}): Promise<Session> {
    return new Session(this, await openBrowser(this.#api, options, call));
  }

  /**
   * Abandons a create by its key, for example one without an answer. Closes its session, also one that opens later, and
   * refuses later creates with the key. Answers the session; null if no browser had opened.
   */
  abandon(idempotencyKey: string, call: CallOptions = {}): Promise<SessionState | null> {
    return abandonCreate(this.#api, idempotencyKey, call);
  }

  /** Opens a browser for the function, and closes it when the function has ended, also by an error. */
  async run<T>(work: (session: Session) => T | Promise<T>, options?: SessionOptions & CreateOptions): Promise<T> {
    const { idempotencyKey, signal, timeoutMs, retries, ...body } = options ?? {};
    const given = Object.entries({ idempotencyKey, signal, timeoutMs, retries });
    const call: CreateOptions = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    const session = await this.create(body, call);
    let result: T;
    try {
      result = await work(session);
    } catch (error) {
      // The error of the function says more than that of the close.
      await session.close().catch(() => undefined);
      throw error;
    }
    await session[Symbol.asyncDispose]();
    return result;
  }

  /** An open session of another program, by its id. Nothing is sent. */
  attach(sessionId: string): Session {
    segmentOf('The session id', sessionId);
    return new Session(this, { sessionId });
  }

  async get(id: string, call: CallOptions = {}): Promise<SessionState> {
    const { session } = await this.#api.json<{ session: SessionState }>({ ...call, method: 'GET', path: pathOf(id) });
    return session;
  }

  /** One page of the account's sessions, active ones first. `nextCursor` is null on the last page. */
  list({ status, limit, cursor, ...call }: ListOptions = {}): Promise<{
    sessions: SessionState[];
    nextCursor: string | null;
  }> {
    return this.#api.json({ ...call, method: 'GET', path: `/v1/sessions${searchOf({ status, limit, cursor })}` });
  }

  async close(id: string, { saveProfile, ...call }: CloseOptions = {}): Promise<SessionState> {
    const request = { ...call, method: 'DELETE', path: `${pathOf(id)}${searchOf({ saveProfile })}` };
    const { session } = await this.#api.json<{ session: SessionState }>(request);
    return session;
  }

  async live(id: string, { control = false, ...call }: LiveOptions = {}): Promise<LiveLink> {
    const request = { ...call, method: 'POST', path: `${pathOf(id)}/live`, body: { control } };
    const { url, expiresAt } = await this.#api.json<LiveLink>(request);
    return { url, expiresAt };
  }

  async act<T extends ActionType>(
    id: string,
    type: T,
    payload: ActionPayloads[T] | undefined,
    call: CallOptions = {},
  ): Promise<ActionResults[T]> {
    const body = { type, payload: payload ?? {} };
    const what = `the action ${type}`;
    return this.#api.json({ retried: onlyRefused, ...call, method: 'POST', path: `${pathOf(id)}/actions`, body, what });
  }
}

const pathOf = (id: string): string => `/v1/sessions/${segmentOf('The session id', id)}`;

/** A session that is gone needs no close. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'session_not_found';

/** Whether the error says that the session has ended. */
export const isSessionEnd = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'session_not_active';
