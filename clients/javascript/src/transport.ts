import type { Settings } from './config.js';
import {
  ApiError,
  ConnectionError,
  errorOf,
  isFromService,
  notFromService,
  TimeoutError,
  TintypeError,
  UsageError,
} from './errors.js';
import { refuseUnknown } from './names.js';
import { version } from './version.js';

/** What a caller may set for a single call. */
export interface CallOptions {
  /** Ends the call: it then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds, instead of the client's. Infinity: no limit. */
  timeoutMs?: number;
  /** Instead of the client's. */
  retries?: number;
}

export interface Call extends CallOptions {
  method: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** What it does, for errors; else its method and path. */
  what?: string;
  /** Milliseconds, if neither call nor client has any. */
  usualMs: number;
  /** The statuses after which the call is repeated. Default: 429 and 503. */
  retried?: readonly number[];
  /** Called when a call ends without a whole answer: what the service did is unknown. */
  onLost?: () => void;
}

/** For a write that a repeat would do twice. After 503 the first one may have happened, after 429 not. */
export const onlyRefused: readonly number[] = [429];

const busy: readonly number[] = [429, 503];

/** Pages and their workers. They refuse or pre-flight `User-Agent`, and hide where a redirect leads. */
const isBrowser = 'document' in globalThis || 'importScripts' in globalThis;

/** Timers fire at once for more: https://nodejs.org/api/timers.html#settimeoutcallback-delay-args */
const longestTimerMs = 2 ** 31 - 1;

const headersOf = ({ userAgent }: Settings, call: Call): Record<string, string> => ({
  ...(isBrowser ? {} : { 'user-agent': [userAgent, `tintype-javascript/${version}`].filter(Boolean).join(' ') }),
  ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
  ...call.headers,
});

/** Resolves after the time, or rejects with the signal's reason. */
export const pause = async (milliseconds: number, signal: AbortSignal | undefined): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = () => reject(signal?.reason);
  const timer = setTimeout(resolve, Math.min(milliseconds, longestTimerMs));
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  await promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  });
};

/** Undefined: the error is not one to try again. */
const waitFor = (error: unknown, settings: Settings, { retried = busy }: Call): number | undefined => {
  if (!(error instanceof ApiError) || !retried.includes(error.status)) return undefined;
  const { retryAfter } = error;
  return retryAfter !== undefined && retryAfter <= settings.maxRetryAfter ? retryAfter : undefined;
};

/** The reason of the system, such as ECONNREFUSED. Other texts may name the signed URL, which is a credential. */
const reasonOf = (error: unknown): { cause?: Error } => {
  const { cause } = Object(error) as { cause?: unknown };
  return cause instanceof Error && 'code' in cause && !cause.message.includes('//') ? { cause } : {};
};

const once = async (settings: Settings, call: Call, signal: AbortSignal): Promise<Response> => {
  const { method, url, body } = call;
  const init: RequestInit = { method, headers: headersOf(settings, call), signal };
  if (body !== undefined) init.body = body;
  // An object in the account's storage says neither credits nor warnings, and may be private.
  if (!isBrowser) init.redirect = 'manual';
  const response = await settings.fetch(url, init).catch((error: unknown) => {
    if (signal.aborted) throw signal.reason;
    throw new ConnectionError(
      `No connection to ${new URL(url).origin}. Check the base URL and the network.`,
      reasonOf(error),
    );
  });
  if (response.status >= 400) throw await errorOf(response, url);
  if (!isBrowser && !isFromService(response.headers)) throw notFromService(response, url);
  return response;
};

/** Whether an attempt has begun, and no whole answer to it has come. */
interface Flight {
  isOpen: boolean;
}

const untilAnswered = async (
  settings: Settings,
  call: Call,
  signal: AbortSignal,
  flight: Flight,
): Promise<Response> => {
  const { retries = settings.retries } = call;
  for (let tried = 0; ; tried += 1) {
    try {
      flight.isOpen = !signal.aborted;
      return await once(settings, call, signal);
    } catch (error) {
      if (error instanceof ApiError) flight.isOpen = false;
      const seconds = waitFor(error, settings, call);
      if (seconds === undefined || tried >= retries) throw error;
      await pause(1000 * seconds, signal);
    }
  }
};

/** Reads the body of an answer. It runs under the call's time and signal, too. */
export type Reader<T> = (response: Response) => Promise<T>;

const limitOf = (settings: Settings, call: Call): number => {
  const milliseconds = call.timeoutMs ?? settings.timeoutMs ?? call.usualMs;
  if (milliseconds > 0) return Math.min(milliseconds, longestTimerMs);
  throw new UsageError(`\`timeoutMs\` takes milliseconds above 0, or Infinity; it got ${milliseconds}.`);
};

/** What breaks while a body is read has no class of this library. */
const asTintypeError = (error: unknown): unknown =>
  error instanceof TintypeError ? error : new ConnectionError('The answer broke off. Try again.', reasonOf(error));

/** A signed URL is named by its endpoint and page, never whole. It is a credential, like a link to a file. */
const nameOf = ({ what, method, url }: Call): string => {
  if (what !== undefined) return what;
  const { pathname, searchParams } = new URL(url);
  const [, endpoint] = /\/[0-9a-f]{32,64}\/(\w+)$/.exec(pathname) ?? [];
  if (endpoint) return `the ${endpoint} of ${searchParams.get('url') ?? 'a page'}`;
  return `${method} ${pathname.replace(/\/files\/.*$/, '/files')}`;
};

/** At most 200 characters of a text: a page's URL may have more than 100,000. */
const shown = (text: string): string =>
  text.length > 200 ? `${text.slice(0, 200).replace(/[\uD800-\uDBFF]$/, '')}…` : text;

const callNames = Object.keys({
  ...{ signal: 0, timeoutMs: 0, retries: 0 },
  ...{ method: 0, url: 0, headers: 0, body: 0, what: 0, usualMs: 0, retried: 0, onLost: 0 },
} satisfies Record<keyof Call, 0>);

/** Throws `ApiError`, `ConnectionError`, `TimeoutError`, `UsageError`, or the reason of the caller's signal. */
export const send = async <T>(settings: Settings, call: Call, read: Reader<T>): Promise<T> => {
  refuseUnknown(call, callNames, 'this call', ' Every call takes `signal`, `timeoutMs` and `retries`.');
  const milliseconds = limitOf(settings, call);
  const late = new TimeoutError(`No answer within ${milliseconds / 1000} s: ${shown(nameOf(call))}.`);
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(late), milliseconds);
  const stop = () => ending.abort(call.signal?.reason);
  call.signal?.addEventListener('abort', stop);
  if (call.signal?.aborted) stop();
  const flight: Flight = { isOpen: false };
  try {
    return await read(await untilAnswered(settings, call, ending.signal, flight));
  } catch (error) {
    if (flight.isOpen) call.onLost?.();
    throw ending.signal.aborted ? ending.signal.reason : asTintypeError(error);
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', stop);
  }
};

export const readJson = async <T>(response: Response): Promise<T> => {
  const text = await response.text();
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new ConnectionError('The answer is not JSON. Check the base URL, and proxies on the way.');
  }
};
