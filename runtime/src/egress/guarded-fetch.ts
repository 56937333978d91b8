import type { IncomingHttpHeaders } from 'node:http';
// biome-ignore lint/style/noRestrictedImports: the guarded connector itself
import { Client, errors } from 'undici';
import { Deadline } from '../time/deadline.js';
import type { EgressRoute } from './connector.js';
import { EgressRefused } from './guard.js';
import { overTls, TlsFailed } from './over-tls.js';
import { portOf } from './port-of.js';

/** Codes of the public catalogue of errors. */
export type CallFailure =
  | 'invalid_url'
  | 'target_blocked'
  | 'target_dns'
  | 'target_tls'
  | 'target_unreachable'
  | 'timeout'
  | 'result_too_large';

const sentences: Record<CallFailure, string> = {
  invalid_url: 'The URL is not valid.',
  target_blocked: 'This service calls only addresses on the public internet.',
  target_dns: 'The host name does not resolve.',
  target_tls: 'The server has no valid certificate for the host, or does not support TLS.',
  target_unreachable: 'The server does not answer.',
  timeout: 'The server did not answer in time.',
  result_too_large: 'The response of the server is too long.',
};

/** Clients may see the message; the cause may name addresses and is for logs. */
export class CallFailed extends Error {
  override name = 'CallFailed';
  readonly code: CallFailure;

  constructor(code: CallFailure, { message = sentences[code], ...options }: ErrorOptions & { message?: string } = {}) {
    super(message, options);
    this.code = code;
  }
}

export interface GuardedRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | undefined;
  /** The limit for everything from the look-up to the last byte. */
  timeoutMs: number;
  /** The limit for the response's body. */
  maxBytes: number;
  /** Leaves the response's body unread: it may then exceed `maxBytes`. */
  headOnly?: boolean;
  signal?: AbortSignal | undefined;
}

export interface GuardedAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Not decompressed. */
  body: Buffer;
}

/** Throws CallFailed, the signal's reason, or undici's error for an invalid method or header. Follows no redirects. */
export type GuardedFetch = (url: string | URL, request: GuardedRequest) => Promise<GuardedAnswer>;

const invalid = (message: string) => new CallFailed('invalid_url', { message });

const readUrl = (text: string | URL): URL => {
  const url = URL.parse(String(text));
  if (!url) throw new CallFailed('invalid_url');
  if (!/^https?:$/.test(url.protocol)) throw invalid('The URL does not begin with `http://` or `https://`.');
  if (url.username || url.password) throw invalid('The URL has a user name or password.');
  return url;
};

const codeOf = (error: unknown): CallFailure => {
  if (error instanceof EgressRefused) return error.reason === 'dns' ? 'target_dns' : 'target_blocked';
  if (error instanceof TlsFailed) return 'target_tls';
  if (error instanceof errors.ResponseExceededMaxSizeError) return 'result_too_large';
  return 'target_unreachable';
};

/** The caller passed an invalid method or header. */
const isMisuse = (error: unknown) =>
  error instanceof errors.InvalidArgumentError || error instanceof errors.NotSupportedError;

const openConnection = async (route: Route, url: URL, signal: AbortSignal) => {
  const { protocol, hostname } = url;
  const destination = { kind: 'tunnel', hostname, port: portOf(url) } as const;
  const addresses = await route.check(destination, signal);
  const socket = await route.connect(destination, addresses, signal);
  return protocol === 'https:' ? overTls(socket, hostname, signal) : socket;
};

const exchange = async (client: Client, url: URL, request: GuardedRequest, signal: AbortSignal) => {
  const { method = 'GET', headers = {}, body = null } = request;
  const answer = await client.request({ path: url.pathname + url.search, method, headers, body, signal });
  const { statusCode: status, headers: responseHeaders } = answer;
  if (request.headOnly) {
    answer.body.on('error', () => undefined).destroy();
    return { status, headers: responseHeaders, body: Buffer.alloc(0) };
  }
  // `maxResponseSize` alone would refuse only after it has read `maxBytes`. An answer to HEAD has a `content-length`
  // but no body.
  if (method !== 'HEAD' && Number(responseHeaders['content-length']) > request.maxBytes) {
    answer.body.on('error', () => undefined).destroy();
    throw new errors.ResponseExceededMaxSizeError();
  }
  return { status, headers: responseHeaders, body: Buffer.from(await answer.body.arrayBuffer()) };
};

type Route = Pick<EgressRoute, 'check' | 'connect'>;

/**
 * For our own calls to addresses that others choose. Each call has its own connection: a pooled one would skip the
 * check of addresses.
 */
export const createGuardedFetch =
  (route: Route): GuardedFetch =>
  async (text, request) => {
    request.signal?.throwIfAborted();
    const url = readUrl(text);
    const deadline = Deadline.in(request.timeoutMs);
    const signal = request.signal ? AbortSignal.any([deadline.signal, request.signal]) : deadline.signal;
    const client = new Client(url.origin, {
      connect: (_, done) => {
        openConnection(route, url, signal).then(
          (socket) => done(null, socket),
          (error: Error) => done(error, null),
        );
      },
      pipelining: 0,
      maxResponseSize: request.maxBytes,
      // The deadline limits the time for headers and body.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    try {
      return await exchange(client, url, request, signal);
    } catch (cause) {
      request.signal?.throwIfAborted();
      if (isMisuse(cause)) throw cause;
      throw new CallFailed(deadline.passed ? 'timeout' : codeOf(cause), { cause });
    } finally {
      deadline.clear();
      void client.destroy();
    }
  };
