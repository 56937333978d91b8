import Router, { type RouterContext } from '@koa/router';
import { limits } from '@tintype/contracts';
import type { Account } from '../accounts/account.js';
import type { AccountGuard } from '../auth/account-guard.js';
import { checkMayUse } from '../auth/signed-request.js';
import { dropWhenStuck, leftSignal } from '../client-left.js';
import type { Bandwidth } from '../limits/bandwidth.js';
import { addRateLimits } from '../limits/rate-limit-headers.js';
import { readBytes } from '../middleware/body-bytes.js';
import { HeldBodies } from '../middleware/held-bodies.js';
import { parseJson } from '../middleware/json-body.js';
import { type RenderOrder, readOrder } from '../render/order/read-order.js';
import { attendedClassOf, type RenderOutcome, type Renders, timeOnHost } from '../render/renders.js';
import { answerResult } from './render/answer.js';
import { type FileUrlOptions, fileUrlOf } from './render/file-url.js';
import { reportOf } from './render/report.js';

export interface PostedRenderRoutesOptions extends FileUrlOptions {
  guard: Pick<AccountGuard, 'admit'>;
  renders: Pick<Renders, 'render'>;
  bandwidth: Pick<Bandwidth, 'state'>;
  edgeHost: string | undefined;
}

/** An account may hold eight bodies of the largest size. */
const bodySpace = { maxBytes: 256 * 1024 * 1024, maxBytesEach: 8 * limits.renderBodyBytes };

const report = 'return=representation';

/** RFC 7240. */
const prefersReport = (context: RouterContext): boolean =>
  context
    .get('Prefer')
    .split(',')
    .some((preference) => preference.split(';')[0]?.trim().toLowerCase().replace(/[\s"]/g, '') === report);

/** What the body takes of the memory, as far as its head tells. */
const bytesOf = (context: RouterContext): number =>
  Math.min(context.request.length ?? limits.renderBodyBytes, limits.renderBodyBytes);

/** `POST /v1/renders`: a render by JSON, also of HTML or Markdown in the body. */
export const postedRenderRoutes = (options: PostedRenderRoutesOptions): Router => {
  const { guard, renders, bandwidth, edgeHost } = options;
  const bodies = new HeldBodies(bodySpace);
  const router = new Router();

  const render = async (
    context: RouterContext,
    account: Account,
    { output, document }: RenderOrder,
  ): Promise<RenderOutcome> => {
    checkMayUse(account, output.endpoint);
    const { requestId } = context.state as { requestId: string };
    const how = { class: attendedClassOf(output.endpoint), time: timeOnHost(context.host, edgeHost), requestId };
    // The report has a link, and no bytes.
    const held = prefersReport(context) ? ('any' as const) : [];
    const input = { account, ...output, document, accepts: [], ...how, isCounted: true, held };
    return renders.render(input, leftSignal(context));
  };

  const handle = async (context: RouterContext, account: Account) => {
    const order = readOrder(parseJson(await readBytes(context, limits.renderBodyBytes)));
    const { endpoint } = order.output;
    const outcome = await render(context, account, order);
    const url = fileUrlOf(context, options, account, outcome);
    if (prefersReport(context)) {
      context.set('Preference-Applied', report);
      context.body = reportOf({ endpoint, url: outcome.location ?? url, outcome });
      return;
    }
    answerResult(context, outcome);
    context.set('X-File-Url', url);
    dropWhenStuck(context);
  };

  router.post('/v1/renders', async (context: RouterContext) => {
    const account = guard.admit(context);
    try {
      await bodies.hold(account.id, bytesOf(context), () => handle(context, account));
    } finally {
      addRateLimits(context, [bandwidth.state(account)]);
    }
  });
  return router;
};
