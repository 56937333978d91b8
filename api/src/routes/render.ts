import Router from '@koa/router';
import type { Context } from 'koa';
import type { Account } from '../accounts/account.js';
import type { SecretUses } from '../accounts/secret-uses.js';
import { type AccountsByKey, checkSigned, type SignedPath } from '../auth/signed-request.js';
import { dropWhenStuck, leftSignal } from '../client-left.js';
import { addRateLimits, type LimitState } from '../limits/rate-limit-headers.js';
import { attendedClassOf, edgeTime, ordinaryTime, type RenderSubject, type Renders } from '../render/renders.js';
import { answerHead, answerResult, heldByClient } from './render/answer.js';

export interface RenderRoutesOptions {
  accounts: AccountsByKey;
  renders: Pick<Renders, 'render' | 'preview'>;
  uses: Pick<SecretUses, 'note'>;
  /** The limits of an account that a render counts against. */
  limitsOf: (account: Account) => readonly (LimitState | undefined)[];
  /** Host, with port if any, whose requests may run longer. */
  edgeHost: string | undefined;
}

/** Clients that do not know WebP send `*\/*`. */
const acceptsWebp = (accept: string) =>
  accept.split(',').some((type) => /^\s*image\/(webp|\*)(?!.*;\s*q=0(\.0*)?\s*$)/i.test(type));

const acceptedBy = (context: Context): RenderSubject['accepts'] =>
  acceptsWebp(context.get('Accept')) ? ['image/webp'] : [];

/** `/{api_key}/{hash}/{endpoint}` and `/v2/{api_key}/{hmac}/{endpoint}`: GET renders, HEAD checks only. */
export const renderRoutes = ({ accounts, renders, uses, limitsOf, edgeHost }: RenderRoutesOptions): Router => {
  const router = new Router();

  const answer = async (context: Context, subject: RenderSubject) => {
    if (context.method === 'HEAD') {
      answerHead(context, await renders.preview(subject));
      return;
    }
    const { requestId } = context.state as { requestId: string };
    const time = context.host.toLowerCase() === edgeHost ? edgeTime : ordinaryTime;
    const how = { class: attendedClassOf(subject.endpoint), time, requestId, held: heldByClient(context) };
    answerResult(context, await renders.render({ ...subject, ...how }, leftSignal(context)));
    dropWhenStuck(context);
  };

  const handle = async (context: Context, path: SignedPath) => {
    const { secret, ...signed } = checkSigned(accounts, path, context.req.url ?? '');
    context.state.account = signed.account.id;
    uses.note(signed.account.id, secret);
    try {
      await answer(context, { ...signed, accepts: acceptedBy(context) });
    } finally {
      addRateLimits(context, limitsOf(signed.account));
    }
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
