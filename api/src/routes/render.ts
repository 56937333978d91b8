import type { IncomingMessage } from 'node:http';
import Router from '@koa/router';
import { limits, type Options, type Pairs, parseOptions, TintypeError } from '@tintype/contracts';
import type { Context } from 'koa';
import type { Account } from '../accounts/account.js';
import { type AccountsByKey, checkSigned, type SignedPath, type SignedRequest } from '../auth/signed-request.js';
import { leftSignal } from '../client-left.js';
import type { Bandwidth } from '../limits/bandwidth.js';
import type { RequestRate } from '../limits/request-rate.js';
import { answerHead, answerResult, clientHas, contentTypeOf } from '../render/answer.js';
import type { Charging } from '../render/charging.js';
import { keyOf } from '../render/identity.js';
import type { Obtained, RenderRequest } from '../render/render-request.js';
import type { ResultSource } from '../render/result-source.js';
import { dropWhenStuck } from './drop-when-stuck.js';

export interface RenderRoutesOptions {
  accounts: AccountsByKey;
  results: Pick<ResultSource, 'obtain' | 'look'>;
  charging: Pick<Charging, 'settle'>;
  rate: Pick<RequestRate, 'count'>;
  bandwidth: Pick<Bandwidth, 'check' | 'count'>;
  /** Throws `credits_exhausted`. */
  checkBalance: (account: Account) => Promise<void>;
  /** Host (with port, if any) whose requests may run longer. */
  edgeHost: string | undefined;
}

/** The node answers a little before the api gives up, so that its reason arrives. */
const marginMs = 500;

/** `*\/*` is what clients say that know nothing of webp. */
const acceptsWebp = (request: IncomingMessage) =>
  (request.headers.accept ?? '').split(',').some((type) => /^\s*image\/(webp|\*)(?!.*;\s*q=0(\.0*)?\s*$)/i.test(type));

/** `bestFormat` decides here, so that the key and the node see a plain type. */
const negotiate = (pairs: Pairs, bestFormat: boolean, request: IncomingMessage): Pairs =>
  bestFormat ? { ...pairs, type: acceptsWebp(request) ? 'webp' : 'png' } : pairs;

const requestOf = (context: Context, signed: SignedRequest, { toEdge, wantsBody }: RequestFacts) => {
  const { account, endpoint } = signed;
  const options = parseOptions(endpoint, signed.pairs);
  const bestFormat = 'bestFormat' in options && options.bestFormat;
  const pairs = negotiate(signed.pairs, bestFormat, context.req);
  const seconds = toEdge ? limits.edgeSeconds : limits.requestSeconds + options.delay;
  const deadline = Date.now() + Math.round(seconds * 1000);
  const { requestId } = context.state as { requestId: string };
  const key = keyOf({ account: account.id, endpoint, pairs });
  const { resultBytes, cacheSeconds, concurrentRenders } = account.limits;
  const job = { endpoint, account: account.id, key, pairs, requestId, resultBytes, deadline: deadline - marginMs };
  const { fresh } = options;
  const request: RenderRequest = { job, deadline, fresh, cacheSeconds, concurrentRenders, wantsBody };
  return { request, options };
};

interface RequestFacts extends Pick<RenderRequest, 'wantsBody'> {
  /** The request came to the edge host, and may run longer. */
  toEdge: boolean;
}

/** `/{api_key}/{hash}/{endpoint}` and `/v2/{api_key}/{hmac}/{endpoint}`: GET renders, HEAD only looks. */
export const renderRoutes = (services: RenderRoutesOptions): Router => {
  const { accounts, results, charging, rate, bandwidth, checkBalance, edgeHost } = services;
  const router = new Router();

  /** A cached result costs nothing, so that an account without credits still gets it. */
  const checkCredits = async ({ account }: SignedRequest, { job, fresh }: RenderRequest) => {
    if (account.credits === null || (!fresh && (await results.look(job.key)))) return;
    await checkBalance(account);
  };

  /** A client that has the result gets no bytes; anybody else may be beyond the account's bytes of the day. */
  const wantsBodyOf =
    (context: Context, { account }: SignedRequest): RenderRequest['wantsBody'] =>
    async (record) => {
      if (clientHas(context, record)) return false;
      await bandwidth.check(account);
      return true;
    };

  /** Charged is what is delivered, and before it is: nobody is charged whose time is up or who has gone. */
  const deliver = async (context: Context, { account }: SignedRequest, answer: Answer) => {
    const { request, options, obtained, left } = answer;
    const { cache } = obtained;
    left.throwIfAborted();
    if (Date.now() > request.deadline) throw new TintypeError('timeout');
    const credits = await charging.settle(request.job, obtained);
    if (cache === 'HIT') bandwidth.count(account, obtained.body.length);
    answerResult(context, { ...obtained, credits }, options);
    dropWhenStuck(context);
  };

  const handle = async (context: Context, path: SignedPath) => {
    const signed = checkSigned(accounts, path, context.req.url ?? '');
    context.state.account = signed.account.id;
    rate.count(signed.account);
    const toEdge = context.host.toLowerCase() === edgeHost;
    const wantsBody = wantsBodyOf(context, signed);
    const { request, options } = requestOf(context, signed, { toEdge, wantsBody });
    if (context.method === 'HEAD') {
      answerHead(context, await results.look(request.job.key), { ...options, contentType: contentTypeOf(request.job) });
      return;
    }
    const left = leftSignal(context);
    await checkCredits(signed, request);
    const obtained = await results.obtain(request, left);
    await deliver(context, signed, { request, options, obtained, left });
  };

  for (const version of [1, 2] as const) {
    const prefix = version === 1 ? '' : '/v2';
    router.get(`${prefix}/:apiKey/:signature/:endpoint`, async (context) => {
      const { apiKey = '', signature = '', endpoint = '' } = context.params;
      await handle(context, { apiKey, signature, endpoint, version });
    });
  }
  return router;
};

interface Answer {
  request: RenderRequest;
  options: Options;
  obtained: Obtained;
  left: AbortSignal;
}
