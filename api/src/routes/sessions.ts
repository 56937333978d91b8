import Router, { type RouterContext } from '@koa/router';
import { actionBody, createSessionBody, limits, liveBody, TintypeError } from '@tintype/contracts';
import { isColdStart } from '@tintype/crds';
import { StreamedAnswer } from '@tintype/runtime';
import type { Account } from '../accounts/account.js';
import type { AccountGuard } from '../auth/account-guard.js';
import { dropWhenStuck, leftSignal } from '../client-left.js';
import { addRateLimits } from '../limits/rate-limit-headers.js';
import { idempotencyKeyIn } from '../middleware/idempotency-key.js';
import { jsonBody } from '../middleware/json-body.js';
import { readQuery } from '../middleware/read-query.js';
import { requestAddress } from '../public-base.js';
import type { FoundSession } from '../sessions/read/session-lookup.js';
import { orUnavailable, type SessionCalls } from '../sessions/session-calls.js';
import { closeQuerySchema } from './sessions/close-query.js';
import { readListQuery } from './sessions/list-query.js';

export interface SessionRoutesOptions {
  guard: Pick<AccountGuard, 'admit'>;
  /** Undefined if sessions are not set up. */
  sessions: SessionCalls | undefined;
}

/** PHP clients encode an empty object as a list. */
const orObject = (value: unknown) => (Array.isArray(value) && value.length === 0 ? {} : value);

const withPayload = (body: unknown) => {
  const action = orObject(body);
  if (typeof action !== 'object' || action === null || !('payload' in action)) return action;
  return { ...action, payload: orObject(action.payload) };
};

const readCreate = jsonBody({ schema: createSessionBody, example: { maxTtlSeconds: 300 }, adapt: orObject });
const readAction = jsonBody({
  schema: actionBody,
  example: { type: 'title' },
  adapt: withPayload,
  maxBytes: limits.actionBodyBytes,
});

const readLive = jsonBody({ schema: liveBody, example: { control: true }, adapt: orObject });

const streamAnswer = (context: RouterContext, { stream, bytes }: StreamedAnswer) => {
  context.type = 'json';
  context.body = stream;
  if (bytes !== undefined) context.length = bytes;
};

/** Adds the limit of sessions. Only a refusal shows how many slots are free (0): otherwise that would take a read. */
const withSessionLimit = async <T>(
  context: RouterContext,
  { limits: { concurrentSessions } }: Account,
  work: Promise<T>,
) => {
  const limit = { name: 'sessions', quota: concurrentSessions, unit: 'concurrent-requests' } as const;
  try {
    const done = await work;
    addRateLimits(context, [limit]);
    return done;
  } catch (error) {
    const isFull = error instanceof TintypeError && error.code === 'session_limit';
    addRateLimits(context, [isFull ? { ...limit, remaining: 0 } : limit]);
    throw error;
  }
};

const idIn = (context: RouterContext) => String(context.params.id);

/** Says how long the create took, and whether it waited for a browser that had to start. */
const serverTiming = (found: FoundSession, milliseconds: number): string => {
  const start = 'object' in found && isColdStart(found.object) ? 'cold start' : 'warm';
  return `browser;dur=${milliseconds.toFixed(1)};desc="${start}"`;
};

const keyless =
  'Send the `Idempotency-Key` of the create that you want to abandon. DELETE /v1/sessions/{id} closes a session by its id.';

class SessionHandlers {
  readonly #options: SessionRoutesOptions;

  constructor(options: SessionRoutesOptions) {
    this.#options = options;
  }

  create = async (context: RouterContext) => {
    const account = this.#options.guard.admit(context);
    const sessions = this.#sessions;
    const idempotencyKey = idempotencyKeyIn(context);
    const call = { account, idempotencyKey, left: leftSignal(context), reachedAt: requestAddress(context) };
    const body = await readCreate(context);
    const start = performance.now();
    const { created, found } = await withSessionLimit(context, account, sessions.open({ ...call, body }));
    context.set('Server-Timing', serverTiming(found, performance.now() - start));
    context.status = 201;
    context.body = created;
  };

  get = async (context: RouterContext) => {
    const account = this.#options.guard.admit(context);
    const session = await this.#sessions.get(account.id, idIn(context), requestAddress(context));
    context.body = { success: true, session };
  };

  list = async (context: RouterContext) => {
    const account = this.#options.guard.admit(context);
    const page = await this.#sessions.list(account.id, readListQuery(context.query), requestAddress(context));
    context.body = { success: true, ...page };
  };

  close = async (context: RouterContext) => {
    const account = this.#options.guard.admit(context);
    const { saveProfile } = readQuery(closeQuerySchema, context.query);
    const id = idIn(context);
    const closing =
      saveProfile === undefined
        ? this.#sessions.close(account.id, id)
        : this.#sessions.closeSaving(account.id, id, saveProfile, leftSignal(context));
    context.body = { success: true, session: await closing };
  };

  abandon = async (context: RouterContext) => {
    const account = this.#options.guard.admit(context);
    const idempotencyKey = idempotencyKeyIn(context);
    if (idempotencyKey === undefined) throw new TintypeError('invalid_request', keyless);
    context.body = { success: true, session: await this.#sessions.abandon(account.id, idempotencyKey) };
  };

  act = async (context: RouterContext) => {
    const account = this.#options.guard.admit(context);
    const left = leftSignal(context);
    const { type, payload = {} } = await readAction(context);
    const answer = await this.#sessions.act(account.id, idIn(context), { type, payload }, { left });
    if (answer instanceof StreamedAnswer) streamAnswer(context, answer);
    else context.body = answer;
    dropWhenStuck(context);
  };

  live = async (context: RouterContext) => {
    const account = this.#options.guard.admit(context);
    const { control = false } = await readLive(context);
    const right = control ? 'control' : 'view';
    context.body = await this.#sessions.live(account.id, idIn(context), right, requestAddress(context));
  };

  get #sessions(): SessionCalls {
    return orUnavailable(this.#options.sessions);
  }
}

export const sessionRoutes = (options: SessionRoutesOptions): Router => {
  const router = new Router({ prefix: '/v1/sessions' });
  const handlers = new SessionHandlers(options);
  router.post('/', handlers.create);
  router.get('/', handlers.list);
  router.delete('/', handlers.abandon);
  router.get('/:id', handlers.get);
  router.delete('/:id', handlers.close);
  router.post('/:id/actions', handlers.act);
  router.post('/:id/live', handlers.live);
  return router;
};

/** Requests that become a WebSocket are handled in sessions/tunnels. */
export const cdpRoutes = (): Router => {
  const router = new Router();
  router.get('/cdp', () => {
    throw new TintypeError(
      'invalid_request',
      'This path takes WebSockets only: give the whole `connectUrl` to a DevTools client.',
    );
  });
  return router;
};
