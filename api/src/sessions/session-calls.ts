import {
  type CreatedSession,
  type createSessionBody,
  type LiveLink,
  type LiveRight,
  limits,
  readSessionAction,
  type Session,
  type SessionOptions,
  TintypeError,
} from '@tintype/contracts';
import type { z } from 'zod';
import type { Account } from '../accounts/account.js';
import type { RequestAddress } from '../public-base.js';
import { reachable } from '../reachable.js';
import type { SessionClosing } from './close/session-closing.js';
import type { ActionAnswer, ActionCaller } from './dependencies.js';
import type { IdempotencyKeys } from './open/idempotency-keys.js';
import type { SessionCreation } from './open/session-creation.js';
import type { ListQuery, SessionPage } from './read/session-list.js';
import type { FoundSession } from './read/session-lookup.js';
import type { SessionReading } from './read/session-reading.js';
import type { Action, SessionActing } from './session-acting.js';
import type { SessionProfiles } from './session-profiles.js';
import type { ConnectUrls } from './tunnels/connect-urls.js';
import type { LiveLinks } from './tunnels/live-links.js';

export interface SessionCallsOptions {
  creation: Pick<SessionCreation, 'create'>;
  reading: Pick<SessionReading, 'get' | 'list' | 'opened'>;
  closing: Pick<SessionClosing, 'close' | 'closeBegun'>;
  keys: Pick<IdempotencyKeys, 'abandon'>;
  acting: Pick<SessionActing, 'act'>;
  profiles: Pick<SessionProfiles, 'save' | 'saveLast'>;
  connectUrls: Pick<ConnectUrls, 'addTo'>;
  liveLinks: Pick<LiveLinks, 'linkTo'>;
}

export interface OpenCall {
  account: Account;
  body: z.output<typeof createSessionBody>;
  idempotencyKey: string | undefined;
  /** Aborts when the client leaves. */
  left: AbortSignal;
  reachedAt: RequestAddress;
}

const optionsIn = (body: OpenCall['body']): SessionOptions => ({
  maxTtlSeconds: Math.min(body.maxTtlSeconds ?? limits.sessionTtlSeconds, limits.sessionTtlSeconds),
  proxy: body.proxy ?? false,
  bypassBotDetection: body.bypassBotDetection ?? false,
  cdp: body.cdp ?? false,
  ...(body.profile !== undefined && { profile: body.profile }),
});

/** What clients do with sessions, for the routes and the tool server. It knows nothing of HTTP. */
export class SessionCalls {
  readonly #options: SessionCallsOptions;

  constructor(options: SessionCallsOptions) {
    this.#options = options;
  }

  /** Throws what `SessionCreation.create` throws. */
  async open({ body, reachedAt, ...call }: OpenCall): Promise<{ created: CreatedSession; found: FoundSession }> {
    const { creation, reading } = this.#options;
    const found = await creation.create({ ...call, options: optionsIn(body) });
    const session = this.#withLink(await reading.opened(found), reachedAt);
    const { id, status, expiresAt, connectUrl } = session;
    const link = connectUrl === undefined ? {} : { connectUrl };
    return {
      found,
      created: {
        success: true,
        sessionId: id,
        expiresAt,
        ...link,
        session: { id, status, expiresAt, ...session.options, ...link },
      },
    };
  }

  /** Throws `session_not_found`. */
  async get(account: string, id: string, reachedAt: RequestAddress): Promise<Session> {
    return this.#withLink(await this.#options.reading.get(account, id), reachedAt);
  }

  async list(account: string, query: ListQuery, reachedAt: RequestAddress): Promise<SessionPage> {
    const page = await this.#options.reading.list(account, query);
    return { ...page, sessions: page.sessions.map((session) => this.#withLink(session, reachedAt)) };
  }

  /**
   * Saves the session's login as `name`, then closes the session. If the save fails, the session stays open. Throws what
   * `SessionProfiles.saveLast` throws.
   */
  async closeSaving(account: string, id: string, name: string, left: AbortSignal): Promise<Session> {
    await this.#options.profiles.saveLast({ account, session: id, name, left });
    return this.close(account, id);
  }

  /** Throws what `SessionClosing.close` throws. */
  close(account: string, id: string): Promise<Session> {
    return this.#options.closing.close(account, id);
  }

  /**
   * Closes the session of the key, also if it opens later, and refuses later creates. Null if no browser has opened.
   * Throws what `SessionClosing.closeBegun` throws. If this throws `timeout`, the key is abandoned. If it throws
   * `unavailable`, the key may be abandoned or not.
   */
  async abandon(account: string, idempotencyKey: string): Promise<Session | null> {
    const { keys, closing } = this.#options;
    const id = await reachable(keys.abandon(account, idempotencyKey));
    return (await closing.closeBegun(account, id)) ?? null;
  }

  /** Throws `invalid_request` before anything is done, and what `SessionActing.act` throws. */
  async act(account: string, id: string, action: Action, caller: ActionCaller): Promise<ActionAnswer> {
    // This only checks the action. The pod gets it as the client sent it.
    const { type, payload } = readSessionAction(action);
    if (type === 'save_profile' && 'name' in payload)
      return this.#options.profiles.save(
        { account, session: id, left: caller.left },
        { ...action, name: String(payload.name) },
      );
    return this.#options.acting.act(account, id, action, caller);
  }

  /** A link to the live view. Throws `session_not_found` or `session_not_active`. */
  async live(account: string, id: string, right: LiveRight, reachedAt: RequestAddress): Promise<LiveLink> {
    const { reading, liveLinks } = this.#options;
    const session = await reading.get(account, id);
    if (session.status !== 'active') throw new TintypeError('session_not_active', undefined, { details: { session } });
    return liveLinks.linkTo(session, right, reachedAt);
  }

  #withLink(session: Session, reachedAt: RequestAddress): Session {
    return this.#options.connectUrls.addTo(session, reachedAt);
  }
}

/** Throws `unavailable` if sessions are not set up. */
export const orUnavailable = (sessions: SessionCalls | undefined): SessionCalls => {
  if (sessions) return sessions;
  throw new TintypeError(
    'unavailable',
    'This installation does not offer browser sessions. Ask the administrator of this service.',
  );
};
