import { Forbidden, StoreError, StoreUnavailable, Throttled } from '@tintype/crds';
import { Backoff, Deadline, race } from '@tintype/runtime';
import type { Dispatcher } from 'undici';
import type { Access } from '../credentials/access.js';
import type { AccessSource } from '../credentials/rotating-access.js';
import { type Call, describe, errorWithoutResponse, failedCall, requestOf } from './call.js';
import type { SharedConnections } from './connections.js';
import { exchange, type HttpResponse, NoResponse } from './exchange.js';
import type { OnRequest } from './request-metrics.js';
import { responseError } from './response-error.js';

export interface RestClientOptions {
  access: AccessSource;
  connections: SharedConnections;
  onRequest: OnRequest;
  /** Names the program in the server's audit log and as the owner of fields. */
  userAgent: string;
  /** Limits one call with its retries. */
  deadlineMs: number;
}

type AbortableCall = Call & { signal: AbortSignal };

/** Throws and cancels the call if its caller no longer wants the write. */
const checkWanted = ({ beforeSending }: Call, deadline: Deadline): void => {
  try {
    beforeSending?.();
  } catch (error) {
    deadline.cancel(error as Error);
    throw error;
  }
};

const maxAttempts = 5;

/** Milliseconds until another attempt. Undefined if an attempt could do harm, or would fail again. */
const retryDelay = (error: unknown, backoff: Backoff): number | undefined => {
  if (error instanceof Throttled) return Math.max(error.retryAfterMs, backoff.next());
  return error instanceof StoreUnavailable && error.effect === 'none' ? backoff.next() : undefined;
};

/** Makes up to `maxAttempts` attempts until the deadline. Repeats reads, and writes that certainly did not happen. */
const withRetries = async <T>(attempt: () => Promise<T>, deadline: Deadline): Promise<T> => {
  const backoff = new Backoff({ firstMs: 100, maxMs: 2000 });
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const delayMs = retryDelay(error, backoff);
      if (tries === maxAttempts || delayMs === undefined || deadline.passed || delayMs >= deadline.remaining)
        throw error;
      await deadline.sleep(delayMs).catch(() => {
        throw error;
      });
      // After a pause of the process, the time may be up although no timer has fired.
      if (deadline.remaining === 0) throw error;
    }
  }
};

/** The API server refuses the credentials even after they were read anew. */
const credentialsRefused = (call: Call, { holder, endpoint }: Access): Forbidden =>
  new Forbidden(
    `The ${describe(call)} was refused: the API server at ${endpoint.server.origin} refuses the credentials of ${holder}. Renew them there.`,
  );

/** Go's answer to http on an https port. https://pkg.go.dev/net/http#Server */
const isHttpToHttps = (answer: { status: number; body?: string }) =>
  answer.status === 400 && answer.body?.includes('HTTP request to an HTTPS server');

/** Throws if the answer shows that the address needs https. */
const checkScheme = (call: Call, { holder, endpoint }: Access, answer: { status: number; body?: string }): void => {
  if (isHttpToHttps(answer))
    throw new StoreUnavailable(
      `The ${describe(call)} failed: the server at ${endpoint.server.host} speaks https. Use https:// in the server address of ${holder}.`,
      'none',
    );
};

/** Names the proxy and its source in a connection error, which has only the address of the proxy's socket. */
const withProxyNamed = ({ holder, endpoint: { proxyUrl } }: Access, error: unknown): unknown => {
  if (!proxyUrl || error instanceof StoreError) return error;
  const { mayHaveArrived, cause } = error instanceof NoResponse ? error : { mayHaveArrived: false, cause: error };
  if (!(cause instanceof Error) || !('code' in cause)) return error;
  const reason = `the proxy at ${new URL(proxyUrl).origin}, the proxy-url of ${holder}, does not connect: ${cause.message}`;
  return new NoResponse(mayHaveArrived, new Error(reason, { cause }));
};

/** A started watch, or the answer that refused it. */
type Opening = { status: 200; chunks: AsyncIterable<Buffer> } | HttpResponse;

const openingOf = async ({ statusCode: status, headers, body }: Dispatcher.ResponseData): Promise<Opening> =>
  status === 200 ? { status, chunks: body } : { status, headers, body: await body.text() };

const jsonOf = (call: Call, answer: HttpResponse): unknown => {
  const failed = failedCall(call);
  if (answer.status < 200 || answer.status >= 300) throw responseError(failed, answer);
  try {
    return JSON.parse(answer.body);
  } catch (cause) {
    const effect = failed.isRead ? 'none' : 'unknown';
    throw new StoreUnavailable(`The ${failed.what} failed: the answer is not JSON.`, effect, { cause });
  }
};

type Send<T> = (access: Access) => Promise<T>;

const sendNamingProxy = <T>(ask: Send<T>, access: Access): Promise<T> =>
  ask(access).catch((error) => {
    throw withProxyNamed(access, error);
  });

/** Calls the API server. Its methods reject only with StoreErrors. */
export class RestClient {
  readonly #options: RestClientOptions;

  constructor(options: RestClientOptions) {
    this.#options = options;
  }

  /**
   * Sends a call and returns the parsed JSON of the answer. Retries until the deadline if a retry can do no harm, and
   * while the caller still wants the call.
   */
  async send(call: Call): Promise<unknown> {
    const deadline = Deadline.in(this.#options.deadlineMs);
    const end = () => deadline.cancel(call.signal?.reason);
    if (call.signal?.aborted) end();
    call.signal?.addEventListener('abort', end, { once: true });
    const attempt = { ...call, signal: deadline.signal, beforeSending: () => checkWanted(call, deadline) };
    try {
      return await withRetries(() => this.#attempt(attempt), deadline);
    } finally {
      call.signal?.removeEventListener('abort', end);
      deadline.clear();
    }
  }

  /**
   * Starts a watch, or fails within the deadline, also without a free connection. The stream fails with undici's
   * BodyTimeoutError after `silenceMs` without a byte.
   */
  async stream(call: AbortableCall, silenceMs: number): Promise<AsyncIterable<Buffer>> {
    const deadline = Deadline.in(this.#options.deadlineMs);
    // This signal outlives the deadline, which is cleared once the stream has started.
    const watchCall = { ...call, signal: AbortSignal.any([call.signal, deadline.signal]) };
    try {
      const opening = await this.#authenticated(watchCall, (access) => this.#open(watchCall, access, silenceMs));
      if ('chunks' in opening) return opening.chunks;
      throw responseError(failedCall(call), opening);
    } catch (error) {
      throw errorWithoutResponse(call, error);
    } finally {
      deadline.clear();
    }
  }

  async #attempt(call: AbortableCall): Promise<unknown> {
    try {
      return jsonOf(call, await this.#authenticated(call, (access) => this.#exchange(call, access)));
    } catch (error) {
      throw errorWithoutResponse(call, error);
    }
  }

  /**
   * Sends once, and again with renewed credentials after a 401: the token may be outdated. The server did nothing, so
   * one repetition is safe.
   */
  async #authenticated<T extends { status: number; body?: string }>(call: AbortableCall, ask: Send<T>): Promise<T> {
    const access = await race(this.#options.access.current(), call.signal);
    const answer = await sendNamingProxy(ask, access);
    checkScheme(call, access, answer);
    if (answer.status !== 401) return answer;
    const renewed = await race(this.#options.access.renew(access), call.signal);
    const secondAnswer = await sendNamingProxy(ask, renewed);
    if (secondAnswer.status === 401) throw credentialsRefused(call, renewed);
    return secondAnswer;
  }

  async #exchange(call: AbortableCall, access: Access): Promise<HttpResponse> {
    const request = this.#request(call, access);
    const { calls } = this.#options.connections.connectionsTo(access.endpoint);
    return this.#measured(call, exchange(calls, request, call));
  }

  async #open(call: AbortableCall, access: Access, silenceMs: number): Promise<Opening> {
    const request = { ...this.#request(call, access), bodyTimeout: silenceMs };
    const { watches } = this.#options.connections.connectionsTo(access.endpoint);
    const opened = watches.request({ ...request, signal: call.signal }).then(openingOf);
    return this.#measured(call, race(opened, call.signal));
  }

  #request(call: Call, { endpoint, headers }: Access) {
    return requestOf(call, endpoint.server, { ...headers, 'user-agent': this.#options.userAgent });
  }

  async #measured<T extends { status: number }>({ verb, kind }: Call, answering: Promise<T>): Promise<T> {
    const start = performance.now();
    const report = (code: string) => this.#options.onRequest(verb, kind, code, (performance.now() - start) / 1000);
    try {
      const answer = await answering;
      report(String(answer.status));
      return answer;
    } catch (error) {
      report('none');
      this.#options.access.checkSoon();
      throw error;
    }
  }
}
