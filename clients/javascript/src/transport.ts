import type { Settings } from './config.js';
import { ApiError, ConnectionError, errorOf, TimeoutError } from './errors.js';
import { version } from './version.js';

/** What a caller may set for a single call. */
export interface CallOptions {
  /** Ends the call: it then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds, instead of the client's. */
  timeoutMs?: number;
  /** Instead of the client's. */
  retries?: number;
}

export interface Call extends CallOptions {
  method: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Milliseconds, if neither call nor client has any. */
  usualMs: number;
}

/** Browsers refuse or pre-flight this header. */
const hasOwnAgent = 'document' in globalThis;

const headersOf = ({ userAgent }: Settings, call: Call): Record<string, string> => ({
  ...(hasOwnAgent ? {} : { 'user-agent': [userAgent, `tintype-js/${version}`].filter(Boolean).join(' ') }),
  ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
  ...call.headers,
});

/** Resolves after the time, or rejects with the signal's reason. */
const pause = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = () => reject(signal.reason);
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  await promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  });
};

/** Undefined: the error is not one to try again. */
const waitFor = (error: unknown, settings: Settings): number | undefined => {
  if (!(error instanceof ApiError) || (error.status !== 429 && error.status !== 503)) return undefined;
  const { retryAfter = 1 } = error;
  return retryAfter <= settings.maxRetryAfter ? retryAfter : undefined;
};

const once = async (settings: Settings, call: Call, signal: AbortSignal): Promise<Response> => {
  const { method, url, body } = call;
  const init = { method, headers: headersOf(settings, call), signal, ...(body === undefined ? {} : { body }) };
  const response = await settings.fetch(url, init).catch((cause: unknown) => {
    if (signal.aborted) throw signal.reason;
    // The message has the origin only: a signed URL is a credential.
    throw new ConnectionError(`No connection to ${new URL(url).origin}. Check the base URL and the network.`, {
      cause,
    });
  });
  if (response.status >= 400) throw await errorOf(response);
  return response;
};

const untilAnswered = async (settings: Settings, call: Call, signal: AbortSignal): Promise<Response> => {
  const { retries = settings.retries } = call;
  for (let tried = 0; ; tried += 1) {
    try {
      return await once(settings, call, signal);
    } catch (error) {
      const seconds = waitFor(error, settings);
      if (seconds === undefined || tried >= retries) throw error;
      await pause(1000 * seconds, signal);
    }
  }
};

/** Reads the body of an answer. It runs under the call's time and signal, too. */
export type Reader<T> = (response: Response) => Promise<T>;

/** Throws `ApiError`, `ConnectionError`, `TimeoutError`, or the reason of the caller's signal. */
export const send = async <T>(settings: Settings, call: Call, read: Reader<T>): Promise<T> => {
  const milliseconds = call.timeoutMs ?? settings.timeoutMs ?? call.usualMs;
  const late = new TimeoutError(`No answer within ${milliseconds} ms.`);
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(late), milliseconds);
  const stop = () => ending.abort(call.signal?.reason);
  call.signal?.addEventListener('abort', stop);
  if (call.signal?.aborted) stop();
  try {
    return await read(await untilAnswered(settings, call, ending.signal));
  } catch (error) {
    throw ending.signal.aborted ? ending.signal.reason : error;
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', stop);
  }
};

export const readJson = async <T>(response: Response): Promise<T> => {
  const text = await response.text();
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new ConnectionError('The answer is not JSON. Check the base URL, and proxies on the way.', { cause });
  }
};
