import { UsageError } from './errors.js';
import { refuseUnknown } from './names.js';

export interface ClientOptions {
  /** The API key. Default: `TINTYPE_KEY`. */
  key?: string;
  /** An API secret of the account. Default: `TINTYPE_SECRET`. */
  secret?: string;
  /** Default: `TINTYPE_URL`, else the address of `make run`, http://127.0.0.1:8080. */
  baseUrl?: string;
  /** The host of long requests (300 s instead of 60). Default: `TINTYPE_EDGE_URL`. */
  edgeUrl?: string;
  /** Send signed renders to `edgeUrl`. */
  useEdge?: boolean;
  /** Milliseconds for one call with its retries. Default: 330,000 for renders, 130,000 for all else. Infinity: no limit. */
  timeoutMs?: number;
  /** How often a call is repeated after 429 or 503 with `Retry-After`. Default: 2. */
  retries?: number;
  /** Longest `Retry-After`, in seconds, that the library waits for. A longer one is thrown as error. Default: 30. */
  maxRetryAfter?: number;
  /** Another `fetch`, such as one with a proxy. */
  fetch?: typeof globalThis.fetch;
  /** A product and version, in front of the library's own `User-Agent`. */
  userAgent?: string;
}

export interface Settings {
  key: string | undefined;
  secret: string | undefined;
  baseUrl: string;
  edgeUrl: string | undefined;
  useEdge: boolean;
  timeoutMs: number | undefined;
  retries: number;
  maxRetryAfter: number;
  fetch: typeof globalThis.fetch;
  userAgent: string | undefined;
}

/** Undefined too where there are no variables, and where Deno may not read them. Empty counts as unset. */
const variable = (name: string): string | undefined => {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name] || undefined;
  } catch {
    return undefined;
  }
};

const urlOf = (name: string, text: string): string => {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new UsageError(`\`${name}\` takes an http or https URL, such as https://tintype.example.`);
  const { username, password } = new URL(text);
  if (username || password)
    throw new UsageError(`\`${name}\` takes no user and password. Give \`key\` and \`secret\`.`);
  return text.replace(/\/+$/, '');
};

const wholeNumber = (name: string, value: number): number => {
  if (Number.isFinite(value) && value >= 0) return value;
  throw new UsageError(`\`${name}\` takes a number, 0 or more.`);
};

const variablesOf = () => ({
  key: variable('TINTYPE_KEY'),
  secret: variable('TINTYPE_SECRET'),
  baseUrl: variable('TINTYPE_URL') ?? 'http://127.0.0.1:8080',
  edgeUrl: variable('TINTYPE_EDGE_URL'),
});

interface Pair {
  key?: string | undefined;
  secret?: string | undefined;
}

const isOther = (given: string | undefined, variable: string | undefined) =>
  Boolean(given && variable && given !== variable);

/** The variables are one pair: their secret is not for another key, nor their key for another secret. */
const pairOf = ({ key, secret }: Pair, variables: Pair) =>
  isOther(key, variables.key) || isOther(secret, variables.secret)
    ? { key, secret }
    : { key: key || variables.key, secret: secret || variables.secret };

const optionsOfClient = Object.keys({
  key: 0,
  secret: 0,
  baseUrl: 0,
  edgeUrl: 0,
  useEdge: 0,
  timeoutMs: 0,
  retries: 0,
  maxRetryAfter: 0,
  fetch: 0,
  userAgent: 0,
} satisfies Record<keyof ClientOptions, 0>);

/** Throws a `UsageError` for a value that cannot work, or a name that is none. */
export const settingsOf = (options: ClientOptions): Settings => {
  refuseUnknown(options, optionsOfClient, 'the client');
  const variables = variablesOf();
  const edgeUrl = options.edgeUrl ?? variables.edgeUrl;
  const { useEdge = false, timeoutMs, retries = 2, maxRetryAfter = 30 } = options;
  if (useEdge && !edgeUrl) throw new UsageError('`useEdge` needs `edgeUrl`, or the variable TINTYPE_EDGE_URL.');
  return {
    ...pairOf(options, variables),
    baseUrl: urlOf(options.baseUrl === undefined ? 'TINTYPE_URL' : 'baseUrl', options.baseUrl ?? variables.baseUrl),
    edgeUrl: edgeUrl ? urlOf(options.edgeUrl === undefined ? 'TINTYPE_EDGE_URL' : 'edgeUrl', edgeUrl) : undefined,
    useEdge,
    timeoutMs,
    retries: wholeNumber('retries', retries),
    maxRetryAfter: wholeNumber('maxRetryAfter', maxRetryAfter),
    fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
    userAgent: options.userAgent,
  };
};
