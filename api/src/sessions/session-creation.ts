import { limits, type SessionOptions, TintypeError } from '@tintype/contracts';
import type { BrowserSession } from '@tintype/crds';
import type { Slots } from '@tintype/ledger';
import { Counter, Deadline, type Registry } from '@tintype/runtime';
import type { Account } from '../accounts/account.js';
import { reachable } from '../reachable.js';
import { closeSession } from './close-session.js';
import { openSession, type SessionOrder } from './open-session.js';
import type { SessionsOutside } from './outside.js';
import { type KeyedSession, newSessionId, type SessionKeys } from './session-keys.js';
import type { FoundSession, SessionLookup } from './session-lookup.js';
import { Settling, type SettlingOptions } from './session-settling.js';
import { isActive, isSettled } from './session-view.js';

export interface SessionCreationOptions extends SettlingOptions {
  outside: SessionsOutside;
  slots: Pick<Slots, 'of'>;
  namespace: string;
  /** Why nobody can have a session here: said to whoever asks for one. */
  noSessions?: string | undefined;
  lookup: Pick<SessionLookup, 'find' | 'object'>;
  keys: Pick<SessionKeys, 'claim' | 'renew'>;
  /** Throws `credits_exhausted`. */
  checkBalance: (account: Account) => Promise<void>;
  onOpen?: (outcome: string) => void;
}

export interface CreateCall {
  account: Account;
  options: SessionOptions;
  /** What the client names its request by, so that it can send it again. */
  idempotencyKey: string | undefined;
  /** The client has left. */
  left: AbortSignal;
}

/** Until a person has done something about it, and started the service again. */
const noSessionsSeconds = 60;

const noProxy =
  'The account has no proxy: leave `proxy` out, or have one set for the account (`PUT /admin/v1/accounts/{id}/proxy`).';

/** How the opening of sessions ends, by the code of the answer; `opened` is 201. */
export const observeOpenings = (registry: Registry): ((outcome: string) => void) => {
  const openings = new Counter({
    name: 'tintype_session_openings_total',
    help: 'Sessions that were asked for, by how that ended.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => openings.inc({ outcome });
};

/** Makes sessions for clients. */
export class SessionCreation {
  readonly #options: SessionCreationOptions;

  constructor(options: SessionCreationOptions) {
    this.#options = options;
  }

  /**
   * A session whose browser is open, and which its caller is going to be told of; for a key that has made one already, that
   * one, even when it has ended.
   * @throws TintypeError `invalid_request`, `credits_exhausted`, `session_limit`, `unavailable`
   */
  async create(call: CreateCall): Promise<FoundSession> {
    const { onOpen } = this.#options;
    try {
      const found = await this.#create(call);
      onOpen?.('opened');
      return found;
    } catch (error) {
      const code = error instanceof TintypeError ? error.code : 'internal';
      onOpen?.(call.left.aborted ? 'left' : code);
      // Nobody is there to be told of what came of that.
      call.left.throwIfAborted();
      throw error;
    }
  }

  async #create(call: CreateCall): Promise<FoundSession> {
    const { account, options, idempotencyKey } = call;
    const { noSessions } = this.#options;
    if (noSessions) throw new TintypeError('unavailable', noSessions, { retryAfterSeconds: noSessionsSeconds });
    if (options.proxy && !account.hasProxy) throw new TintypeError('invalid_request', noProxy);
    if (idempotencyKey !== undefined) return this.#createByKey(call, idempotencyKey);
    await this.#options.checkBalance(account);
    return { object: await this.#open(call, newSessionId()) };
  }

  async #createByKey(call: CreateCall, idempotencyKey: string): Promise<FoundSession> {
    const { account, options } = call;
    let keyed = await reachable(this.#options.keys.claim(account.id, idempotencyKey, options));
    const earlier = keyed.isNew ? 'nothing' : await this.#outcomeOf(account.id, keyed);
    if (typeof earlier === 'object') return earlier;
    await this.#options.checkBalance(account);
    if (earlier === 'failed') keyed = await reachable(this.#options.keys.renew(keyed));
    return { object: await this.#open(call, keyed.session, true) };
  }

  /**
   * What has become of the session of an earlier request: the session, when it came to its caller, which costs something;
   * `nothing`, when it may still come to something, and goes on with this request.
   */
  async #outcomeOf(account: string, { session }: KeyedSession): Promise<FoundSession | 'failed' | 'nothing'> {
    const found = await reachable(this.#ended(account, session));
    if (!found) return 'nothing';
    const credits = 'charge' in found ? found.charge.credits : (found.object.status?.credits ?? 0);
    return credits > 0 ? found : 'failed';
  }

  /** Undefined when it has not ended, or is not there yet. */
  async #ended(account: string, session: string): Promise<FoundSession | undefined> {
    const { lookup } = this.#options;
    const object = await lookup.object(session);
    if (!object) return lookup.find(account, session);
    if (isSettled(object)) return { object };
    if (isActive(object) || !object.metadata.deletionTimestamp) return undefined;
    await this.#settle(object);
    return (await lookup.find(account, session)) ?? { object };
  }

  /** One that is being deleted comes to something soon. */
  async #settle(object: BrowserSession): Promise<void> {
    const { namespace, name } = object.metadata;
    await new Settling(this.#options, { namespace, name }).within(settleMs, object);
  }

  async #open({ account, options, left }: CreateCall, session: string, comesAgain = false): Promise<BrowserSession> {
    const { outside, namespace } = this.#options;
    const deadline = Deadline.in(limits.sessionStartSeconds * 1000);
    const limit = account.limits.concurrentSessions;
    const signal = AbortSignal.any([deadline.signal, left]);
    const order: SessionOrder = {
      ...{ session, namespace, account: account.id, limit, options, signal, comesAgain },
      startBy: deadline.at,
    };
    try {
      const opened = await openSession(outside, order);
      if (left.aborted && !comesAgain) await closeSession(outside, opened.metadata);
      left.throwIfAborted();
      return opened;
    } catch (cause) {
      if (!(cause instanceof TintypeError)) throw new TintypeError('unavailable', undefined, { cause });
      throw cause.code === 'session_limit' ? await this.#full(account) : cause;
    } finally {
      deadline.clear();
    }
  }

  async #full(account: Account): Promise<TintypeError> {
    const { length: activeSessionCount } = await reachable(this.#options.slots.of(account.id));
    const maxConcurrentSessions = account.limits.concurrentSessions;
    const message = `The account has ${activeSessionCount} of ${maxConcurrentSessions} active sessions: close one first.`;
    return new TintypeError('session_limit', message, { details: { activeSessionCount, maxConcurrentSessions } });
  }
}

const settleMs = 5000;
