import Router, { type RouterContext } from '@koa/router';
import { limits } from '@tintype/contracts';
import type { Logger } from '@tintype/runtime';
import type { Account } from '../accounts/account.js';
import type { AccountGuard } from '../auth/account-guard.js';
import type { Bearer } from '../auth/bearer.js';
import { checkMayUse } from '../auth/signed-request.js';
import { batchOfOne } from '../batch/accept/batch-of-one.js';
import { dropWhenStuck, leftSignal } from '../client-left.js';
import type { Bandwidth } from '../limits/bandwidth.js';
import { addRateLimits } from '../limits/rate-limit-headers.js';
import { readBytes } from '../middleware/body-bytes.js';
import { HeldBodies } from '../middleware/held-bodies.js';
import { parseJson } from '../middleware/json-body.js';
import { pageLoads } from '../render/order/page-loads.js';
import { type OrderedOutput, type RenderOrder, readOrder } from '../render/order/read-order.js';
import { attendedClassOf, type Renders, timeOnHost } from '../render/renders.js';
import { type AcceptBatchOptions, acceptBatch } from './accept-batch.js';
import { acceptedBy, answerResult } from './render/answer.js';
import { type FileUrlOptions, fileUrlOf } from './render/file-url.js';
import { checkFailures, errorOf, type ReportedOutput, reportOf } from './render/report.js';

export interface PostedRenderRoutesOptions extends FileUrlOptions, AcceptBatchOptions {
  guard: Pick<AccountGuard, 'bearerOf'>;
  renders: Pick<Renders, 'render' | 'renderTogether'>;
  bandwidth: Pick<Bandwidth, 'state'>;
  edgeHost: string | undefined;
  log: Pick<Logger, 'warn'>;
}

/** Memory for bodies: 256 MiB in all. Those of one account may take eight times the largest size. */
const bodySpace = { maxBytes: 256 * 1024 * 1024, maxBytesEach: 8 * limits.renderBodyBytes };

const reportPreference = 'return=representation';

/** Whether the client prefers a report (RFC 7240). */
const prefersReport = (context: RouterContext): boolean =>
  context
    .get('Prefer')
    .split(',')
    .some((preference) => preference.split(';')[0]?.trim().toLowerCase().replace(/[\s"]/g, '') === reportPreference);

/** The most memory that a body can take, before it is read. */
const bytesOf = (context: RouterContext): number =>
  Math.min(context.request.length ?? limits.renderBodyBytes, limits.renderBodyBytes);

const readBody = async (context: RouterContext, keep: (bytes: number) => void): Promise<RenderOrder> => {
  const body = await readBytes(context, limits.renderBodyBytes);
  keep(body.length);
  return readOrder(parseJson(body, limits.renderBodyValues));
};

/** A report has links, so the outcome needs no bytes. */
const held = 'any' as const;

const inputsOf = (
  context: RouterContext,
  account: Account,
  { document }: RenderOrder,
  edgeHost: string | undefined,
) => {
  const { requestId } = context.state as { requestId: string };
  const time = timeOnHost(context.host, edgeHost);
  const how = { document, time, requestId, isCounted: true, accepts: acceptedBy(context) };
  return (output: OrderedOutput) => {
    checkMayUse(account, output.endpoint);
    return { account, ...output, class: attendedClassOf(output.endpoint), ...how };
  };
};

/** `POST /v1/renders`: a render by JSON, also of HTML or Markdown in the body. */
export const postedRenderRoutes = (options: PostedRenderRoutesOptions): Router => {
  const { guard, renders, bandwidth, edgeHost, log } = options;
  const bodies = new HeldBodies(bodySpace);
  const router = new Router();

  const answerFile = async (context: RouterContext, account: Account, order: RenderOrder) => {
    const input = inputsOf(context, account, order, edgeHost)(order.outputs[0]);
    const outcome = await renders.render(input, leftSignal(context));
    answerResult(context, outcome);
    context.set('X-File-Url', fileUrlOf(context, options, account, outcome));
    dropWhenStuck(context);
  };

  const answerReport = async (context: RouterContext, account: Account, order: RenderOrder) => {
    const inputOf = inputsOf(context, account, order, edgeHost);
    const left = leftSignal(context);
    const loads = pageLoads(order.outputs).map((outputs) => outputs.map((each) => ({ ...inputOf(each), held })));
    const settled = await Promise.all(loads.map((inputs) => renders.renderTogether(inputs, left)));
    const endpoints = loads.flat().map(({ endpoint }) => endpoint);
    const reported = settled.flat().map((result, at): ReportedOutput => {
      const endpoint = endpoints[at] ?? order.outputs[0].endpoint;
      if (result.status === 'rejected') return { endpoint, error: errorOf(result.reason) };
      const { value: outcome } = result;
      return { endpoint, outcome, url: outcome.location ?? fileUrlOf(context, options, account, outcome) };
    });
    checkFailures(reported, { log, requestId: context.state.requestId });
    if (prefersReport(context)) context.set('Preference-Applied', reportPreference);
    context.body = reportOf(reported);
  };

  const handle = async (context: RouterContext, bearer: Bearer, keep: (bytes: number) => void) => {
    const { account } = bearer;
    const order = await readBody(context, keep);
    const batch = batchOfOne(order, account);
    if (batch) {
      checkMayUse(account, batch.endpoint);
      return acceptBatch(context, options, bearer, batch);
    }
    const answer = order.isList || prefersReport(context) ? answerReport : answerFile;
    await answer(context, account, order);
  };

  router.post('/v1/renders', async (context: RouterContext) => {
    const bearer = guard.bearerOf(context);
    const { account } = bearer;
    try {
      await bodies.hold(account.id, bytesOf(context), (keep) => handle(context, bearer, keep));
    } finally {
      addRateLimits(context, [bandwidth.state(account)]);
    }
  });
  return router;
};
