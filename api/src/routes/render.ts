import type { IncomingMessage } from 'node:http';
import Router from '@koa/router';
import { limits, type Options, type Pairs, parseOptions, TintypeError } from '@tintype/contracts';
import type { Context } from 'koa';
import type { Account } from '../accounts/account.js';
import { type AccountsByKey, checkSigned, type SignedPath, type SignedRequest } from '../auth/signed-request.js';
import type { Bandwidth } from '../limits/bandwidth.js';
import type { RequestRate } from '../limits/request-rate.js';
import { answerHead, answerResult, clientHas } from '../render/answer.js';
import type { Charging } from '../render/charging.js';
import { keyOf } from '../render/identity.js';
import type { Obtained, RenderRequest } from '../render/render-wait.js';
import { clientLeft, type ResultSource } from '../render/result-source.js';

export interface RenderRoutesOptions {
  accounts: AccountsByKey;
  results: Pick<ResultSource, 'obtain' | 'look'>;
  charging: Pick<Charging, 'settle'>;
  rate: Pick<RequestRate, 'count'>;
  bandwidth: Pick<Bandwidth, 'count'>;
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

const requestOf = (context: Context, signed: SignedRequest, toEdge: boolean) => {
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
  const request: RenderRequest = { job, deadline, fresh: options.fresh, cacheSeconds, concurrentRenders };
  return { request, options };
};

/** Aborted once the connection of a request is gone, or its answer has been sent. */
const leftSignal = ({ res }: Context): AbortSignal => {
  const left = new AbortController();
  res.once('close', () => left.abort(clientLeft));
  return left.signal;
};

/** `/{api_key}/{hash}/{endpoint}` and `/v2/{api_key}/{hmac}/{endpoint}`: GET renders, HEAD only looks. */
export const renderRoutes = (services: RenderRoutesOptions): Router => {
  const { accounts, results, charging, rate, bandwidth, checkBalance, edgeHost } = services;
  const router = new Router();

  /** A cached result costs nothing, so that an account without credits still gets it. */
  const checkCredits = async ({ account }: SignedRequest, { job, fresh }: RenderRequest) => {
    if (account.credits === null || (!fresh && (await results.look(job.key)))) return;
    await checkBalance(account);
  };

  /** Charged is what is delivered, and before it is: nobody is charged whose time is up or who has gone. */
  const deliver = async (context: Context, { account }: SignedRequest, answer: Answer) => {
    const { request, options, obtained, left } = answer;
    const { record, cache } = obtained;
    if (cache === 'HIT' && !clientHas(context, record)) await bandwidth.count(account, record.length);
    left.throwIfAborted();
    if (Date.now() > request.deadline) throw new TintypeError('timeout');
    const credits = await charging.settle(request.job, obtained);
    answerResult(context, { ...obtained, credits }, options);
  };

  const handle = async (context: Context, path: SignedPath) => {
    const signed = checkSigned(accounts, path, context.req.url ?? '');
    context.state.account = signed.account.id;
    rate.count(signed.account);
    const { request, options } = requestOf(context, signed, context.host.toLowerCase() === edgeHost);
    if (context.method === 'HEAD') {
      answerHead(context, await results.look(request.job.key), options);
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
