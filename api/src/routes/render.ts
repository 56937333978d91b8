import Router from '@koa/router';
import type { Context } from 'koa';
import type { Account } from '../accounts/account.js';
import type { SecretUses } from '../accounts/secret-uses.js';
import { type AccountsByKey, checkSigned, type SignedPath, type SignedRequest } from '../auth/signed-request.js';
import { dropWhenStuck, leftSignal } from '../client-left.js';
import type { LinkedResult } from '../file-links/file-links.js';
import { addRateLimits, type LimitState } from '../limits/rate-limit-headers.js';
import { attendedClassOf, type RenderSubject, type Renders, timeOnHost } from '../render/renders.js';
import type { ResultRecord } from '../render/results/result-record.js';
import { openToPages } from './open-to-pages.js';
import { acceptedBy, answerHead, answerResult, heldByClient, partOfRender } from './render/answer.js';
import { type FileUrlOptions, fileUrlOf } from './render/file-url.js';
import type { RepeatedAnswers } from './render/repeated-answers.js';

export interface RenderRoutesOptions extends FileUrlOptions {
  accounts: AccountsByKey;
  renders: Pick<Renders, 'render' | 'preview'>;
  repeated: Pick<RepeatedAnswers, 'remember'>;
  uses: Pick<SecretUses, 'note'>;
  /** The limits of an account that a render counts against. */
  limitsOf: (account: Account) => readonly (LimitState | undefined)[];
  /** Host, with port if any, whose requests may run longer. */
  edgeHost: string | undefined;
}

/** What our client libraries read of an answer. */
const exposed = [
  ...[
    'Accept-Ranges',
    'Content-Range',
    'Content-Disposition',
    'ETag',
    'Server-Timing',
    'Retry-After',
    'RateLimit',
    'RateLimit-Policy',
  ],
  ...['X-Cache', 'X-Credits-Charged', 'X-File-Url', 'X-Request-Id', 'X-Target-Status', 'X-Warnings', 'Vary'],
];

/** `/{api_key}/{hash}/{endpoint}` and `/v2/{api_key}/{hmac}/{endpoint}`: GET renders, HEAD checks only. */
export const renderRoutes = (options: RenderRoutesOptions): Router => {
  const { accounts, renders, repeated, uses, limitsOf, edgeHost } = options;
  const router = new Router();

  const linkTo = (context: Context, account: Account, result: LinkedResult) => {
    context.set('X-File-Url', fileUrlOf(context, options, account, result));
  };

  const answer = async (context: Context, signed: SignedRequest) => {
    const subject: RenderSubject = { ...signed, accepts: acceptedBy(context) };
    if (context.method === 'HEAD') {
      const { record, ...preview } = await renders.preview(subject);
      answerHead(context, { ...preview, record });
      if (record) linkTo(context, subject.account, { ...preview, record });
      return;
    }
    const { requestId } = context.state as { requestId: string };
    const time = timeOnHost(context.host, edgeHost);
    const how = { class: attendedClassOf(subject.endpoint), time, requestId, held: heldByClient(context) };
    const choosePart = (record: ResultRecord) => partOfRender(context, record);
    const outcome = await renders.render({ ...subject, ...how, choosePart }, leftSignal(context));
    answerResult(context, outcome);
    linkTo(context, subject.account, outcome);
    repeated.remember(context, signed, outcome);
    dropWhenStuck(context);
  };

  const handle = async (context: Context, path: SignedPath) => {
    const signed = checkSigned(accounts, path, context.req.url ?? '');
    context.state.account = signed.account.id;
    uses.note(signed.account.id, signed.secret);
    try {
      await answer(context, signed);
    } finally {
      addRateLimits(context, limitsOf(signed.account));
    }
  };

  for (const version of [1, 2] as const) {
    const prefix = version === 1 ? '' : '/v2';
    router.get(`${prefix}/:apiKey/:signature/:endpoint`, async (context) => {
      openToPages(context, exposed);
      const { apiKey = '', signature = '', endpoint = '' } = context.params;
      await handle(context, { apiKey, signature, endpoint, version });
    });
  }
  return router;
};
