import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Pairs } from '@tintype/contracts';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import type { Account, AccountSecret } from '../../accounts/account.js';
import type { SecretUses } from '../../accounts/secret-uses.js';
import type { SignedRequest } from '../../auth/signed-request.js';
import { dropWhenStuck } from '../../client-left.js';
import { addRateLimits, type LimitState } from '../../limits/rate-limit-headers.js';
import type { RequestObserver } from '../../middleware/observe.js';
import { newRequestId } from '../../middleware/request-id.js';
import { namesHost } from '../../public-base.js';
import type { RenderOutcome } from '../../render/renders.js';
import type { Hit, RepeatedHits } from '../../render/repeated-hits.js';
import { cacheControlOf } from './answer.js';

export interface RepeatedAnswersOptions {
  hits: Pick<RepeatedHits, 'take'>;
  uses: Pick<SecretUses, 'note'>;
  limitsOf: (account: Account) => readonly (LimitState | undefined)[];
  observer: RequestObserver | undefined;
}

interface Answered extends Hit {
  secret: AccountSecret;
  /** Links in the answer depend on the request's host and scheme. */
  host: string | undefined;
  scheme: string | string[] | undefined;
  route: string;
  /** Names and values in turn, without those that differ in each answer. */
  headers: readonly string[];
}

/** Headers that may change the answer of a request. */
const decidingHeaders = [
  'range',
  'if-none-match',
  'if-range',
  'expect',
  'transfer-encoding',
  'content-length',
] as const;

/** Headers that differ in each answer. */
const ownHeaders: ReadonlySet<string> = new Set(['x-request-id', 'cache-control', 'ratelimit', 'ratelimit-policy']);

const maxCharacters = 4 * 1024 * 1024;

const namesAndValues = (headers: OutgoingHttpHeaders): string[] =>
  Object.entries(headers)
    .filter(([name]) => !ownHeaders.has(name))
    .flatMap(([name, value]) => [name, String(value)]);

const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && decidingHeaders.every((name) => headers[name] === undefined);

/** Whether only the raw URL, the account and the record decided this answer, and no upload was part of it. */
const isRepeatable = (context: Context, { preset, expires }: Pairs, { cache, timings }: RenderOutcome): boolean =>
  isPlain(context.req) &&
  context.status === 200 &&
  // Otherwise links depend on the local address.
  namesHost(context) &&
  // If there is `Vary`, another header of the request decided, as for `bestFormat`.
  !context.res.hasHeader('Vary') &&
  cache === 'HIT' &&
  Object.keys(timings).length === 0 &&
  // A preset may change without a change of its account, and `expires` depends on the time.
  preset === undefined &&
  expires === undefined;

/**
 * Answers a repeated signed URL before the routes run: they take longer than the rest of a hit. The signature stays
 * valid while the account's object is the same.
 */
export class RepeatedAnswers {
  readonly #options: RepeatedAnswersOptions;
  /** Keyed by the raw request target. */
  readonly #answered = new LRUCache<string, Answered>({
    maxSize: maxCharacters,
    sizeCalculation: ({ headers }, target) => headers.reduce((sum, { length }) => sum + length, target.length + 100),
  });

  constructor(options: RepeatedAnswersOptions) {
    this.#options = options;
  }

  /** Keeps an answer of the render route, if it can be repeated. */
  remember(context: Context, signed: Omit<SignedRequest, 'endpoint'>, outcome: RenderOutcome): void {
    if (!isRepeatable(context, signed.pairs, outcome)) return;
    const { key, record } = outcome;
    const { host, 'x-forwarded-proto': scheme } = context.req.headers;
    const route = String(context._matchedRoute);
    const headers = namesAndValues(context.response.headers);
    const { account, secret } = signed;
    this.#answered.set(context.req.url ?? '', { account, secret, key, record, host, scheme, route, headers });
  }

  /** Answers the request. False: the routes have to do that. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const answered = this.#answered.get(request.url ?? '');
    if (!answered || !isPlain(request)) return false;
    const { host, 'x-forwarded-proto': scheme } = request.headers;
    if (answered.host !== host || answered.scheme !== scheme) return false;
    const start = performance.now();
    const body = this.#options.hits.take(answered);
    if (!body) return false;
    this.#send(response, answered, body, start);
    dropWhenStuck({ req: request, res: response });
    return true;
  }

  #send(
    response: ServerResponse,
    { account, secret, record, route, headers }: Answered,
    body: Uint8Array,
    start: number,
  ) {
    const { uses, limitsOf, observer } = this.#options;
    uses.note(account.id, secret);
    const requestId = newRequestId();
    const changing = ['x-request-id', requestId, 'cache-control', cacheControlOf(record)];
    addRateLimits({ set: (name, value) => changing.push(name, value), state: {} }, limitsOf(account));
    response.writeHead(200, [...headers, ...changing]).end(body);
    observer?.(
      { method: 'GET', route, status: 200, code: '', account: account.id, requestId },
      performance.now() - start,
    );
  }
}
