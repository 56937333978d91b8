import { type ErrorClass, type ErrorCode, errorTable } from './errors.generated.js';

interface ErrorBody {
  error: string;
  code: string;
  requestId: string;
}

interface ErrorFacts extends Partial<ErrorBody> {
  status: number;
  /** Seconds. */
  retryAfter: number | undefined;
  /** The whole body of the answer. */
  body: Readonly<Record<string, unknown>>;
}

/** Every error of this library. */
export class TintypeError extends Error {
  override name = 'TintypeError';
}

/** A value that the library cannot work with, such as a missing secret. Nothing was sent. */
export class UsageError extends TintypeError {
  override name = 'UsageError';
}

/** The service did not answer: no connection, a broken one, or an answer that is none of Tintype. */
export class ConnectionError extends TintypeError {
  override name = 'ConnectionError';
}

/** The time of the call ran out. The service may still finish its work. */
export class TimeoutError extends TintypeError {
  override name = 'TimeoutError';
}

const wrongPair = new Set(['unknown_api_key', 'invalid_hash', 'invalid_credentials']);

const unknownPair = 'The service does not know this API key with this secret';

/** The service's sentences name its routes. These have methods here. */
const methods: Readonly<Record<string, string>> = {
  'PUT /v1/account/storage': '`account.putStorage`',
  'POST /v1/account/storage/test': '`account.testStorage`',
  'POST /v1/sessions': '`sessions.create`',
};

const withMethods = (sentence: string): string =>
  sentence.replace(/[A-Z]+ \/v1\/[\w/]+(?![\w/{])/g, (route) => methods[route] ?? route);

/** The service's sentences speak of the wire, which this library writes. */
const advised = (code: string, sentence: string, { requiredScope }: Readonly<Record<string, unknown>>): string => {
  if (!wrongPair.has(code) || requiredScope) return withMethods(sentence);
  const reason = code === 'invalid_credentials' ? unknownPair : sentence.replace(/[.:].*$/, '');
  return `${reason}; check the client's key and secret`;
};

/** A log may keep the message only. */
const marksOf = ({ status, code = 'unknown', requestId }: ErrorFacts): string =>
  `${status} ${code}${requestId ? `, request ${requestId}` : ''}`;

/** The service answered with an error. `code` is for programs, `message` for people. */
export class ApiError extends TintypeError {
  override name = 'ApiError';
  /** The message without status, code and request id. */
  readonly sentence: string;
  readonly code: ErrorCode | (string & {});
  readonly status: number;
  /** What to do about it: `request`, `credentials`, `account`, `page`, `session`, `limit` or `service`. */
  readonly errorClass: ErrorClass;
  readonly requestId: string | undefined;
  /** Seconds to wait before another try. */
  readonly retryAfter: number | undefined;
  /** The whole body of the answer: some errors have more properties, such as `diagnosis` or `session`. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(facts: ErrorFacts) {
    const { error, code = 'unknown', status, requestId, retryAfter, body } = facts;
    const sentence = advised(code, error ?? `The service answered ${status}.`, body);
    super(`${sentence} (${marksOf(facts)})`);
    this.sentence = sentence;
    this.code = code;
    this.status = status;
    this.errorClass = errorTable[code as ErrorCode]?.class ?? (status < 500 ? 'request' : 'service');
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.body = body;
  }
}

const parsed = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
};

/** Longer waits are for people. */
const secondsOf = (header: string | null): number | undefined =>
  header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined;

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Whether an answer below 400 is one of the service. Each has a request id, and none is HTML. Browsers hide the id from
 * pages of other origins.
 */
export const isFromService = (headers: Headers): boolean =>
  headers.has('x-request-id') && !/^text\/html\b/i.test(headers.get('content-type') ?? '');

/** The error for an answer of a proxy, or of another server, to a request to `url`. Only its origin is shown. */
export const notFromService = ({ status }: Response, url: string): ConnectionError =>
  new ConnectionError(
    `The answer ${status} is not one of Tintype. Check the base URL ${new URL(url).origin}, and proxies on the way.`,
  );

/** The error of an answer above 399. */
export const errorOf = async (response: Response, url: string): Promise<ApiError | ConnectionError> => {
  const text = await response.text().catch(() => '');
  const body = parsed(text);
  if (!body || typeof body.code !== 'string') return notFromService(response, url);
  const { error, code, requestId } = body;
  return new ApiError({
    error: textIn(error),
    code,
    requestId: textIn(requestId) ?? response.headers.get('x-request-id') ?? undefined,
    status: response.status,
    retryAfter: secondsOf(response.headers.get('retry-after')),
    body,
  } as ErrorFacts);
};
