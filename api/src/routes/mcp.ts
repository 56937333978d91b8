import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import Router, { type RouterContext } from '@koa/router';
import { limits, TintypeError } from '@tintype/contracts';
import type { Account } from '../accounts/account.js';
import type { AccountGuard } from '../auth/account-guard.js';
import { dropWhenStuck, leftSignal } from '../client-left.js';
import { addRateLimits, type LimitState } from '../limits/rate-limit-headers.js';
import { type Exchanges, isCancellation, isToolCall, withoutEmpty } from '../mcp/protocol/exchange.js';
import { refusalOf } from '../mcp/protocol/refusals.js';
import { readBytes } from '../middleware/body-bytes.js';
import { parseJson } from '../middleware/json-body.js';
import { requestAddress } from '../public-base.js';

export interface McpRoutesOptions {
  guard: Pick<AccountGuard, 'admit' | 'authenticate' | 'count'>;
  /** Throws `foreign_host`. */
  checkHost: (headers: { host: string; origin: string }) => void;
  exchanges: Pick<Exchanges, 'answer'>;
  /** The limits of an account that calls count against. */
  limitsOf: (account: Account) => readonly (LimitState | undefined)[];
}

const path = '/mcp/v1';

const protocolHeaders = ['content-type', 'mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name'];

/** For pages of an origin that the host check takes: https://fetch.spec.whatwg.org/#http-cors-protocol. */
const crossOrigin = {
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': ['authorization', ...protocolHeaders].join(', '),
  // Chromium keeps the answer for two hours at most.
  'Access-Control-Max-Age': '7200',
};
const allowed = 'OPTIONS, POST';
const readableHeaders = 'Mcp-Session-Id, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id';

const allowOrigin = (context: RouterContext) => {
  context.vary('Origin');
  const origin = context.get('Origin');
  if (!origin) return;
  context.set('Access-Control-Allow-Origin', origin);
  context.set('Access-Control-Expose-Headers', readableHeaders);
};

const headersOf = (context: RouterContext): Headers => {
  const given = protocolHeaders.flatMap((name) =>
    context.get(name) ? [[name, context.get(name)] as [string, string]] : [],
  );
  // Names both types: the library refuses clients that accept only one. `Exchanges` sends events only to clients that
  // accept them.
  return new Headers([...given, ['accept', 'application/json, text/event-stream']]);
};

/** Undefined for a body that is not JSON in UTF-8, or too deep for later steps. */
const parse = (bytes: Buffer): unknown => {
  try {
    return parseJson(bytes);
  } catch {
    return undefined;
  }
};

const requestOf = (context: RouterContext, bytes: Buffer, left: AbortSignal): Request =>
  new Request(`http://tools.invalid${path}`, {
    method: 'POST',
    headers: headersOf(context),
    body: bytes,
    signal: left,
  });

/** Sends JSON. The request's metric and log line get the code of a refusal, as for errors of other routes. */
const sendJson = (context: RouterContext, status: number, body: Buffer) => {
  context.body = body;
  context.state.errorCode = refusalOf(status, body);
};

const send = async (context: RouterContext, response: Response) => {
  context.status = response.status;
  for (const [name, value] of response.headers) if (name !== 'connection') context.set(name, value);
  const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!response.body) context.body = null;
  else if (isEvents) context.body = Readable.fromWeb(response.body as ReadableStream);
  else sendJson(context, response.status, Buffer.from(await response.arrayBuffer()));
  context.status = response.status;
};

/** The tool server, for models. It is stateless: it has no stream of its own and no session to delete. */
export const mcpRoutes = ({ guard, checkHost, exchanges, limitsOf }: McpRoutesOptions): Router => {
  const router = new Router();
  const refuseForeign = (context: RouterContext) => {
    checkHost({ host: context.get('Host'), origin: context.get('Origin') });
    allowOrigin(context);
  };

  router.post(path, async (context) => {
    refuseForeign(context);
    const { account } = guard.authenticate(context);
    const left = leftSignal(context);
    const bytes = await readBytes(context, limits.actionBodyBytes);
    const message = withoutEmpty(parse(bytes));
    // `ToolCalls` counts tool calls, because a refused call is a result of its tool. A cancellation works even above
    // the rate limit.
    if (!isToolCall(message) && !isCancellation(message)) guard.count(context, account);
    const request = requestOf(context, bytes, left);
    const { requestId } = context.state as { requestId: string };
    const readsEvents = /text\/event-stream/i.test(context.get('Accept'));
    const reachedAt = requestAddress(context);
    const response = await exchanges.answer({ request, message, left, account, requestId, reachedAt, readsEvents });
    if (isCancellation(message)) guard.count(context, account);
    addRateLimits(context, limitsOf(account));
    await send(context, response);
    dropWhenStuck(context);
  });

  router.options(path, (context) => {
    refuseForeign(context);
    context.set('Allow', allowed);
    if (context.get('Access-Control-Request-Method')) context.set(crossOrigin);
    context.status = 204;
  });

  // Clients of older revisions try GET and DELETE, and take 405 for "not offered".
  router.register(path, ['GET', 'DELETE', 'PUT', 'PATCH'], (context) => {
    refuseForeign(context);
    guard.admit(context);
    context.set('Allow', allowed);
    throw new TintypeError('method_not_allowed', 'The tool server takes POST only.');
  });
  return router;
};
