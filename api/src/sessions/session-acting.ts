import { limits, TintypeError } from '@tintype/contracts';
import { type BrowserSession, sessionId } from '@tintype/crds';
import { type Clock, type Logger, LongAnswer, PodAnswerTooLong } from '@tintype/runtime';
import { reachable } from '../reachable.js';
import { type ActionAnswer, type LiveSessionAgent, podOf, type SessionsOutside } from './dependencies.js';
import type { CurrentViews } from './read/current-views.js';
import type { FoundSession, SessionLookup } from './read/session-lookup.js';
import type { SessionReading } from './read/session-reading.js';
import { isActive } from './read/session-view.js';

export interface Action {
  type: string;
  payload: Record<string, unknown>;
}

export interface SessionActingOptions {
  agent: Pick<LiveSessionAgent, 'act'>;
  lookup: Pick<SessionLookup, 'find' | 'cached'>;
  reading: Pick<SessionReading, 'view'>;
  views: Pick<CurrentViews, 'readState'>;
  waitFor: SessionsOutside['waitFor'];
  clock: Pick<Clock, 'now'>;
  log: Pick<Logger, 'warn'>;
}

/** A node says so soon that a program has ended, and the operator that its session is over. */
const overMs = 4000;

const secondsOf = (type: string) => (type === 'batch' ? limits.batchActionSeconds : limits.actionSeconds);

const expiresInSeconds = ({ status }: BrowserSession, now: number) =>
  Math.max(0, Math.ceil((Date.parse(status?.expiresAt ?? '') - now) / 1000));

/** Has the browsers of sessions act. */
export class SessionActing {
  readonly #options: SessionActingOptions;

  constructor(options: SessionActingOptions) {
    this.#options = options;
  }

  /**
   * What the action answers, with `success` and `expiresInSeconds`.
   * @throws TintypeError that the pod answers, `session_not_found`, `session_not_active`, or `timeout` when the pod does not
   * answer; the signal's reason when the client has left, which ends the action
   */
  async act(account: string, id: string, action: Action, left: AbortSignal): Promise<ActionAnswer> {
    const session = await this.#active(account, id);
    const answer = await this.#send(session, action, left).catch(async (error) => {
      left.throwIfAborted();
      throw await this.#failure(account, id, error);
    });
    const ours = { success: true, expiresInSeconds: expiresInSeconds(session, this.#options.clock.now()) };
    return answer instanceof LongAnswer ? answer.with(ours) : { ...answer, ...ours };
  }

  #send(session: BrowserSession, { type, payload }: Action, left: AbortSignal): Promise<ActionAnswer> {
    const pod = podOf(session);
    if (!pod) throw new TintypeError('session_not_active');
    const deadlineMs = secondsOf(type) * 1000;
    return this.#options.agent.act(pod, sessionId(session), { type, payload, deadlineMs }, left);
  }

  /** From the cache when that has it active, since the pod knows better whether it still is. */
  async #active(account: string, id: string): Promise<BrowserSession> {
    const cached = this.#options.lookup.cached(id);
    if (cached && cached.spec.account === account && isActive(cached)) return cached;
    const found = await this.#find(account, id);
    if ('object' in found && isActive(found.object)) return found.object;
    throw await this.#notActive(found);
  }

  async #find(account: string, id: string): Promise<FoundSession> {
    const found = await reachable(this.#options.lookup.find(account, id));
    if (!found) throw new TintypeError('session_not_found');
    return found;
  }

  async #notActive(found: FoundSession): Promise<TintypeError> {
    const session = await this.#options.reading.view(found);
    return new TintypeError('session_not_active', undefined, { details: { session } });
  }

  /** What the client is told: a pod that does not answer may be one whose session is over. */
  async #failure(account: string, id: string, error: unknown): Promise<unknown> {
    const isTold = error instanceof TintypeError;
    if (isTold && error.code !== 'session_not_active') return error;
    if (error instanceof PodAnswerTooLong) return this.#tooLong(id, error);
    if (!isTold) await this.#untilKnown(await this.#find(account, id));
    const session = await this.#options.reading.view(await this.#find(account, id), { isOver: isTold });
    if (session.status !== 'active') return new TintypeError('session_not_active', undefined, { details: { session } });
    this.#options.log.warn({ err: error, session: id }, 'the pod of a session did not answer an action');
    return new TintypeError(
      'timeout',
      'The session’s browser gave no answer, and may have done what it was asked to: fetch the session to see whether it is still active, and try again.',
      { cause: error },
    );
  }

  #tooLong(id: string, error: PodAnswerTooLong): TintypeError {
    this.#options.log.warn({ err: error, session: id }, 'the pod of a session answered an action with too much');
    return new TintypeError(
      'result_too_large',
      'The session’s browser has answered more than is handed on. What it was asked to do may have been done: ask for less.',
      { cause: error },
    );
  }

  /** Resolves when the session is over, when its pod says that it runs, or when neither is said in time. */
  async #untilKnown(found: FoundSession): Promise<void> {
    const { views, waitFor } = this.#options;
    if ('charge' in found || !isActive(found.object) || (await views.readState(found.object))) return;
    const isOver = (session: BrowserSession | undefined) => !session || !isActive(session);
    await waitFor(found.object.metadata, isOver, AbortSignal.timeout(overMs)).catch(() => undefined);
  }
}
