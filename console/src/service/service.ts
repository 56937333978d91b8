import { bearerOf, type Credentials } from './credentials.js';
import { ServiceError } from './service-error.js';

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  /** JSON that is sent byte for byte, since its signature is in `headers`. */
  text?: string;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

/** The service's routes for a person who signed in. */
export interface Caller {
  /** The JSON of an answer. Throws `ServiceError`. */
  readonly call: <T>(path: string, options?: CallOptions) => Promise<T>;
  /** The answer itself, for bytes and headers. Throws `ServiceError` for a status that is no success. */
  readonly send: (path: string, options?: CallOptions) => Promise<Response>;
  /** The text of an answer with any status. Throws `ServiceError` if none arrives. */
  readonly read: (path: string, options?: CallOptions) => Promise<string>;
}

/** The public routes for the holder of an account. */
export interface Service extends Caller {
  readonly credentials: Credentials;
}

const reach = async (path: string, options: CallOptions, bearer?: string) => {
  const { method = 'GET', body, headers, signal } = options;
  const text = options.text ?? (body === undefined ? undefined : JSON.stringify(body));
  try {
    return await fetch(path, {
      method,
      headers: {
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
      ...(signal ? { signal } : {}),
      // No cookies: only the bearer counts.
      credentials: 'omit',
      // The browser's own cache would repeat the credits and times of an earlier answer.
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw ServiceError.unreachable(error);
  }
};

/** `onRefused`: the service no longer takes the bearer. */
export const createCaller = (bearer: string, onRefused: () => void): Caller => {
  const send: Caller['send'] = async (path, options = {}) => {
    const response = await reach(path, options, bearer);
    if (response.ok) return response;
    const error = await ServiceError.from(response);
    if (error.isRefusal) onRefused();
    throw error;
  };
  return {
    send,
    call: async (path, options) => {
      const response = await send(path, options);
      const text = await response.text();
      try {
        return JSON.parse(text);
      } catch (error) {
        throw ServiceError.noJson(response.status, error);
      }
    },
    read: async (path, options = {}) => (await reach(path, options, bearer)).text(),
  };
};

export const createService = (credentials: Credentials, onRefused: () => void): Service => ({
  ...createCaller(bearerOf(credentials), onRefused),
  credentials,
});
