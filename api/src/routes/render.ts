import type { IncomingMessage } from 'node:http';
import Router from '@koa/router';
import { limits, type Pairs, parseOptions, TintypeError } from '@tintype/contracts';
import type { Context } from 'koa';
import { type AccountsByKey, checkSigned, type SignedPath, type SignedRequest } from '../auth/signed-request.js';
import { answerHead, answerResult } from '../render/answer.js';
import { keyOf } from '../render/identity.js';
import type { RenderRequest } from '../render/render-wait.js';
import type { ResultSource } from '../render/result-source.js';

export interface RenderRoutesOptions {
  accounts: AccountsByKey;
  results: Pick<ResultSource, 'obtain' | 'look'>;
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
  const { resultBytes, cacheSeconds } = account.limits;
  const job = { endpoint, account: account.id, key, pairs, requestId, resultBytes, deadline: deadline - marginMs };
  const request: RenderRequest = { job, deadline, fresh: options.fresh, cacheSeconds };
  return { request, options };
};

/** `/{api_key}/{hash}/{endpoint}` and `/v2/{api_key}/{hmac}/{endpoint}`: GET renders, HEAD only looks. */
export const renderRoutes = ({ accounts, results, edgeHost }: RenderRoutesOptions): Router => {
  const router = new Router();

  /** A cached result costs nothing, so that an account without credits still gets it. */
  const checkCredits = async ({ account }: SignedRequest, { job, fresh }: RenderRequest) => {
    if (account.credits === null || account.credits > 0) return;
    if (fresh || !(await results.look(job.key))) throw new TintypeError('credits_exhausted');
  };

  const handle = async (context: Context, path: SignedPath) => {
    const signed = checkSigned(accounts, path, context.req.url ?? '');
    context.state.account = signed.account.id;
    const { request, options } = requestOf(context, signed, context.host.toLowerCase() === edgeHost);
    if (context.method === 'HEAD') {
      answerHead(context, await results.look(request.job.key), options);
      return;
    }
    await checkCredits(signed, request);
    answerResult(context, await results.obtain(request), options);
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
