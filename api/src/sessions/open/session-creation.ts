import { limits, type Session, type SessionOptions, TintypeError } from '@tintype/contracts';
import { type BrowserSession, isStarting } from '@tintype/crds';
import type { Slots } from '@tintype/ledger';
import { Counter, Deadline, type Logger, type Registry } from '@tintype/runtime';
import type { Account } from '../../accounts/account.js';
import type { ProfileId } from '../../profiles/profile.js';
import { reachable } from '../../reachable.js';
import { closeAbandoned } from '../close/close-abandoned.js';
import type { SessionDependencies, SessionPod } from '../dependencies.js';
import type { CurrentViews } from '../read/current-views.js';
import type { FoundSession, SessionLookup } from '../read/session-lookup.js';
import { chargeView, isActive } from '../read/session-view.js';
import { type IdempotencyKeys, type KeyedSession, newSessionId } from './idempotency-keys.js';
import { openSession, type SessionOrder } from './open-session.js';
import type { LoadCall, ProfileLoading } from './profile-loading.js';

export interface SessionCreationOptions {
  dependencies: SessionDependencies;
  slots: Pick<Slots, 'ofAccount'>;
  namespace: string;
  /** Why this installation opens no sessions. */
  whyNoSessions?: string | undefined;
  lookup: Pick<SessionLookup, 'find' | 'object'>;
  views: Pick<CurrentViews, 'of'>;
  keys: Pick<IdempotencyKeys, 'find' | 'claim' | 'renew' | 'markReturned'>;
  profiles: Pick<ProfileLoading, 'check' | 'load'>;
  /** Throws `credits_exhausted`. */
  checkBalance: (account: Account) => Promise<void>;
  onOpen?: (outcome: string) => void;
  log: Pick<Logger, 'warn'>;
}

export interface CreateCall {
  account: Account;
  options: SessionOptions;
  idempotencyKey: string | undefined;
  /** Aborts when the client leaves. */
  left: AbortSignal;
}

interface KeyedCall extends CreateCall {
  idempotencyKey: string;
}

/** An earlier request's unfinished session. */
interface Begun {
  begun: BrowserSession;
}

/** What an `Idempotency-Key` adds to an order. */
type ByKey = Pick<SessionOrder, 'isRetryable' | 'mayHaveReachedClient' | 'active'>;

/** Clients may retry after a minute: a person has to fix the cause. */
const sessionsOffSeconds = 60;

const noProxy = 'The account has no proxy: omit `proxy`, or set one with PUT /v1/account/proxy.';

/** The alert TintypeSessionsRefused counts these. */
const failuresOfOurs = ['unavailable', 'overloaded', 'timeout', 'internal'];

/** Counts creates by outcome; `opened` is a 201. */
export const observeOpenings = (registry: Registry): ((outcome: string) => void) => {
  const openings = new Counter({
    name: 'tintype_session_openings_total',
    help: 'Requests for a session, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Prometheus' `increase` counts the first failure only if the series began at 0.
  for (const outcome of failuresOfOurs) openings.inc({ outcome }, 0);
  return (outcome) => openings.inc({ outcome });
};

export class SessionCreation {
  readonly #options: SessionCreationOptions;

  constructor(options: SessionCreationOptions) {
    this.#options = options;
  }

  /**
   * Opens a session. A known key answers its session, even after its end; an abandoned one is refused.
   * @throws TintypeError `invalid_request`, `credits_exhausted`, `session_limit`, `profile_unusable`, `overloaded`,
   * `unavailable`
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
      call.left.throwIfAborted();
      throw error;
    }
  }

  async #create(call: CreateCall): Promise<FoundSession> {
    const { idempotencyKey } = call;
    if (idempotencyKey !== undefined) return this.#createByKey({ ...call, idempotencyKey });
    await this.#admit(call);
    return { object: await this.#open(call, newSessionId()) };
  }

  async #admit({ account, options }: CreateCall): Promise<void> {
    const { whyNoSessions, checkBalance, profiles } = this.#options;
    if (whyNoSessions) throw new TintypeError('unavailable', whyNoSessions, { retryAfterSeconds: sessionsOffSeconds });
    if (options.proxy && !account.hasProxy) throw new TintypeError('invalid_request', noProxy);
    if (options.profile !== undefined) await profiles.check({ account: account.id, name: options.profile });
    await checkBalance(account);
  }

  /** Checks only new sessions. A refusal does not use up the key. */
  async #createByKey(call: KeyedCall): Promise<FoundSession> {
    const { account, options: body, idempotencyKey } = call;
    const { keys } = this.#options;
    const earlier = await reachable(keys.find(account.id, idempotencyKey, body));
    const outcome = earlier ? await this.#outcomeOf(account.id, earlier) : 'nothing';
    if (typeof outcome === 'object' && !('begun' in outcome)) return outcome;
    if (earlier && typeof outcome === 'object') return this.#openKeyed(call, earlier, outcome.begun);
    await this.#admit(call);
    const claiming =
      outcome === 'failed' && earlier ? keys.renew(earlier) : keys.claim(account.id, idempotencyKey, body);
    return this.#openKeyed(call, await reachable(claiming));
  }

  async #openKeyed(call: KeyedCall, keyed: KeyedSession, begun?: BrowserSession): Promise<FoundSession> {
    const active = begun && isActive(begun) ? begun : undefined;
    const key: ByKey = { isRetryable: true, mayHaveReachedClient: !keyed.isNew, active };
    const opening = this.#open(call, keyed.session, key);
    const object = await opening.catch((failure) => this.#throwUnlessAbandoned(call, failure));
    if (!keyed.isReturned) await this.#markReturned(keyed, object);
    return { object };
  }

  /**
   * Throws `failure`, or the refusal of an abandoned key. The abandonment then made the session fail, and the service
   * is not to blame.
   */
  async #throwUnlessAbandoned({ account, options, idempotencyKey }: KeyedCall, failure: unknown): Promise<never> {
    try {
      await this.#options.keys.find(account.id, idempotencyKey, options);
    } catch (error) {
      if (error instanceof TintypeError) throw error;
    }
    throw failure;
  }

  /**
   * Records that the session was returned. If that fails, the costs of the session show it to a retry, unless it ends
   * at no cost. Closes the session if its key was abandoned meanwhile.
   */
  async #markReturned(keyed: KeyedSession, object: BrowserSession): Promise<void> {
    const { dependencies, keys, log } = this.#options;
    try {
      await keys.markReturned(keyed);
    } catch (err) {
      if (err instanceof TintypeError) {
        await closeAbandoned(dependencies, object, log);
        throw err;
      }
      log.warn({ err, session: keyed.session }, 'cannot record that the session of this Idempotency-Key was returned');
    }
  }

  /**
   * The session if the client got it; `begun` if this request has to continue the session. `failed` if the session
   * ended before the client got it; `nothing` if there is none.
   * @throws TintypeError `unavailable` while it is unclear whether the client got it
   */
  async #outcomeOf(account: string, keyed: KeyedSession): Promise<FoundSession | Begun | 'failed' | 'nothing'> {
    const { lookup, views } = this.#options;
    const object = await reachable(lookup.object(keyed.session));
    if (!object) return this.#charged(account, keyed);
    if (isStarting(object)) return { begun: object };
    if (keyed.isReturned) return { object };
    const view = await views.of(object);
    if (view.status === 'active') return { begun: object };
    if (isCharged(view)) return { object };
    // The pod has not reported the costs yet.
    if (view.accruedCredits !== view.billedCredits) throw new TintypeError('unavailable');
    return 'failed';
  }

  async #charged(account: string, keyed: KeyedSession): Promise<FoundSession | 'failed' | 'nothing'> {
    const found = await reachable(this.#options.lookup.find(account, keyed.session));
    if (!found || 'object' in found) return 'nothing';
    return keyed.isReturned || isCharged(chargeView(found.charge)) ? found : 'failed';
  }

  async #open(call: CreateCall, session: string, key: ByKey = {}): Promise<BrowserSession> {
    const { account, options, left } = call;
    const { dependencies, namespace, log } = this.#options;
    const deadline = Deadline.in(limits.sessionStartSeconds * 1000);
    const limit = account.limits.concurrentSessions;
    const signal = AbortSignal.any([deadline.signal, left]);
    const order: SessionOrder = {
      session,
      namespace,
      account: account.id,
      limit,
      options,
      prepare: this.#preparing(call, { session, signal, mayBeLoaded: key.mayHaveReachedClient === true }),
      signal,
      startBy: deadline.at,
      ...key,
    };
    try {
      const opened = await openSession(dependencies, order);
      if (left.aborted && !key.isRetryable) await closeAbandoned(dependencies, opened, log);
      left.throwIfAborted();
      return opened;
    } catch (cause) {
      if (!(cause instanceof TintypeError)) throw new TintypeError('unavailable', undefined, { cause });
      throw cause.code === 'session_limit' ? await this.#sessionLimitError(account) : cause;
    } finally {
      deadline.clear();
    }
  }

  /**
   * Prepares the browser. It reads the profile only when a slot is taken: a refused create holds no contents in memory.
   * An abandoned create ends here, before it may cost something.
   */
  #preparing(call: CreateCall, loadCall: Omit<LoadCall, keyof ProfileId>): SessionOrder['prepare'] {
    const { account, options, idempotencyKey } = call;
    const { profile } = options;
    const { keys, profiles } = this.#options;
    if (profile === undefined && idempotencyKey === undefined) return undefined;
    return async (pod: SessionPod) => {
      if (idempotencyKey !== undefined) await keys.find(account.id, idempotencyKey, options);
      if (profile !== undefined) await profiles.load(pod, { ...loadCall, account: account.id, name: profile });
    };
  }

  async #sessionLimitError(account: Account): Promise<TintypeError> {
    const { length: held } = await reachable(this.#options.slots.ofAccount(account.id));
    const maxConcurrentSessions = account.limits.concurrentSessions;
    // A slot may have become free since the refusal, but the message must not show fewer than the limit.
    const activeSessionCount = Math.max(held, maxConcurrentSessions);
    const message = `The account has ${activeSessionCount} of ${maxConcurrentSessions} sessions starting, active or closing. Close one first.`;
    return new TintypeError('session_limit', message, { details: { activeSessionCount, maxConcurrentSessions } });
  }
}

/** A session that costs something may have reached the client. So may one whose lost node made it free. */
const isCharged = ({ billedCredits, closeReason }: Session): boolean =>
  billedCredits > 0 || closeReason === 'node_lost';
