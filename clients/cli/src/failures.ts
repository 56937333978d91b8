import { ApiError, ConnectionError, type ErrorClass, TimeoutError, UsageError } from '@tintype/client';
import type { Command } from 'commander';
import { inWordsOf } from './option-words.js';

/** Exit codes, for scripts. */
export const exitCodes = {
  failed: 1,
  usage: 2,
  credentials: 3,
  account: 4,
  page: 5,
  session: 6,
  limit: 7,
  service: 8,
  connection: 9,
  timeout: 10,
  /** Ctrl-C; `kill` and a closed window where the command waits or has a session. */
  interrupted: 130,
} as const;

export type FailureKind = keyof typeof exitCodes;

/** A failure of the command line itself. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly kind: FailureKind;

  constructor(message: string, kind: FailureKind = 'failed') {
    super(message);
    this.kind = kind;
  }
}

/** A line of a script failed. */
export class LineError extends Error {
  override name = 'LineError';
  readonly line: number;

  constructor(line: number, cause: unknown) {
    super(`Line ${line} of the script failed.`, { cause });
    this.line = line;
  }
}

const kindOfClass: Readonly<Record<ErrorClass, FailureKind>> = {
  request: 'usage',
  credentials: 'credentials',
  account: 'account',
  page: 'page',
  session: 'session',
  limit: 'limit',
  service: 'service',
};

export const kindOf = (error: unknown): FailureKind => {
  if (error instanceof LineError) return kindOf(error.cause);
  if (error instanceof CommandError) return error.kind;
  if (error instanceof ApiError) return error.code === 'timeout' ? 'timeout' : kindOfClass[error.errorClass];
  if (error instanceof ConnectionError) return 'connection';
  if (error instanceof TimeoutError) return 'timeout';
  return error instanceof UsageError ? 'usage' : 'failed';
};

/** The service's sentences speak of the wire. */
const own: Readonly<Record<string, string>> = {
  invalid_hash: 'The secret is not one of this API key. Check TINTYPE_SECRET, or run `tintype login`.',
  unknown_api_key:
    'The service does not know this API key. Check TINTYPE_KEY and the address (TINTYPE_URL), or run `tintype login`.',
  invalid_credentials:
    'The service does not know this API key with this secret. Check TINTYPE_KEY and TINTYPE_SECRET, or run `tintype login`.',
};

/** Other messages of the service say themselves what to do. */
const adviceOf = ({ retryAfter }: ApiError): string | undefined =>
  retryAfter === undefined ? undefined : `Try again in ${retryAfter} s.`;

/** Reasons of the system and TLS, by the begin of their code, and by the scheme in the library's message. */
const reasons: readonly (readonly [of: RegExp, sentence: string])[] = [
  [/^ECONNREFUSED/, 'Nothing listens there.'],
  [/^(ENOTFOUND|EAI_AGAIN)/, 'The host name has no address.'],
  [/^(EHOSTUNREACH|ENETUNREACH)/, 'No route leads there.'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)/, 'The host does not answer.'],
  [/^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)/, 'The port does not speak TLS: try `http://`.'],
  [/^(EPROTO|ERR_SSL_)/, 'The TLS handshake failed.'],
  [/^(ECONNRESET|UND_ERR_SOCKET|HPE_).* to http:/, 'The server closed the connection: try `https://`.'],
  [/^(ECONNRESET|UND_ERR_SOCKET)/, 'The server closed the connection.'],
  [/^HPE_/, 'The server does not speak HTTP.'],
  [/^CERT_HAS_EXPIRED/, 'Its certificate has expired.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID/, 'Its certificate is for another host name.'],
  [
    /^(DEPTH_ZERO_)?SELF_SIGNED|^UNABLE_TO_/,
    'Its certificate is unknown. NODE_EXTRA_CA_CERTS names a file with more authorities.',
  ],
];

const reasonOf = ({ cause, message }: Error): string => {
  const { code } = Object(cause) as { code?: unknown };
  const [, sentence] = reasons.find(([of]) => typeof code === 'string' && of.test(`${code} ${message}`)) ?? [];
  return sentence ? `${sentence} ` : '';
};

/** The library's sentences speak of its own setting, and of routes. */
const messageOf = (error: Error): string =>
  error.message
    .replace('Check the base URL', `${reasonOf(error)}Check the address (\`--server\` or TINTYPE_URL)`)
    .replace(/^(No answer within [\d.]+ s): [A-Z]+ \/\S*\.$/, '$1.');

/** What the service says, in the words of the command. The library's sentence has its own methods in place of the routes. */
const sentenceOf = ({ body, code, sentence }: ApiError, command?: Command): string => {
  const known = body.requiredScope ? undefined : own[code];
  const said = typeof body.error === 'string' ? body.error : sentence;
  return known ?? (command ? inWordsOf(command, said) : said);
};

/** The first line says what is wrong, the second what to do. Sentences of the service get the options of the command. */
export const linesOf = (error: unknown, command?: Command): string[] => {
  if (!(error instanceof Error)) return [`Error: ${String(error)}`];
  if (error instanceof LineError) return [error.message, ...linesOf(error.cause, command)];
  if (error instanceof CommandError && error.kind === 'interrupted') return [error.message];
  if (!(error instanceof ApiError)) return [`Error: ${messageOf(error)}`];
  const next = adviceOf(error);
  return [
    `Error ${error.code}: ${sentenceOf(error, command)}`,
    ...(next ? [next] : []),
    ...(error.requestId ? [`Request id: ${error.requestId}`] : []),
  ];
};

/** For `--json`: the service's body with the sentence of `linesOf`, seconds to wait, status and exit code. */
export const jsonOf = (error: unknown, command?: Command): object => {
  if (error instanceof LineError) return { ...jsonOf(error.cause, command), line: error.line };
  if (error instanceof ApiError) {
    const { body, status, retryAfter } = error;
    const next = retryAfter === undefined ? {} : { retryAfter };
    return { ...body, error: sentenceOf(error, command), ...next, status, exitCode: exitCodes[kindOf(error)] };
  }
  const message = error instanceof Error ? messageOf(error) : String(error);
  return { success: false, error: message, code: kindOf(error), exitCode: exitCodes[kindOf(error)] };
};
