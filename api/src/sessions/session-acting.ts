import { limits, TintypeError } from '@tintype/contracts';
import { type BrowserSession, sessionId } from '@tintype/crds';
import { type Clock, type Logger, PodAnswerTooLong, StreamedAnswer } from '@tintype/runtime';
import { reachable } from '../reachable.js';
import {
  type ActionAnswer,
  type ActionCaller,
  type LiveSessionAgent,
  podOf,
  type SessionDependencies,
} from './dependencies.js';
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
  waitFor: SessionDependencies['waitFor'];
  clock: Pick<Clock, 'now'>;
  log: Pick<Logger, 'warn'>;
}

/**
 * A client waits up to 4 s to learn that its session is over. By then, the node has reported the container's end, and
 * the operator the session's.
 */
const overMs = 4000;

const secondsOf = (type: string) => (type === 'batch' ? limits.batchActionSeconds : limits.actionSeconds);

const expiresInSeconds = ({ status }: BrowserSession, now: number) =>
  Math.max(0, Math.ceil((Date.parse(status?.expiresAt ?? '') - now) / 1000));

export class SessionActing {
  readonly #options: SessionActingOptions;

  constructor(options: SessionActingOptions) {
    this.#options = options;
  }

  /**
   * @throws TintypeError that the pod answers, `session_not_found` or `session_not_active`
   * @throws TintypeError `timeout` if the pod does not answer
   * @throws the reason of `left` when the client leaves, which ends the action
   */
  async act(account: string, id: string, action: Action, caller: ActionCaller): Promise<ActionAnswer> {
    const session = await this.#active(account, id);
    const answer = await this.#send(session, action, caller).catch(async (error) => {
      caller.left.throwIfAborted();
      throw await this.#failure(account, id, error);
    });
    const ours = { success: true, expiresInSeconds: expiresInSeconds(session, this.#options.clock.now()) };
    return answer instanceof StreamedAnswer ? answer.withFields(ours) : { ...answer, ...ours };
  }

  #send(session: BrowserSession, { type, payload }: Action, caller: ActionCaller): Promise<ActionAnswer> {
    const pod = podOf(session);
    if (!pod) throw new TintypeError('session_not_active');
    const deadlineMs = secondsOf(type) * 1000;
    const order = { type, payload, deadlineMs, answerBytes: caller.answerBytes };
    return this.#options.agent.act(pod, sessionId(session), order, caller);
  }

  /** The active session, from the cache if it has one. The pod itself knows whether the session still runs. */
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

  /** The error for the client. If the pod does not answer, the session may be over. */
  async #failure(account: string, id: string, error: unknown): Promise<unknown> {
    const isForClient = error instanceof TintypeError;
    if (isForClient && error.code !== 'session_not_active') return error;
    if (error instanceof PodAnswerTooLong) return this.#tooLong(id, error);
    if (!isForClient) await this.#untilKnown(await this.#find(account, id));
    const session = await this.#options.reading.view(await this.#find(account, id), { isOver: isForClient });
    if (session.status !== 'active') return new TintypeError('session_not_active', undefined, { details: { session } });
    this.#options.log.warn({ err: error, session: id }, 'the pod of a session did not answer an action');
    return new TintypeError(
      'timeout',
      'The browser of the session did not answer, but may have run the action. Fetch the session before you try again.',
      { cause: error },
    );
  }

  #tooLong(id: string, error: PodAnswerTooLong): TintypeError {
    this.#options.log.warn(
      { err: error, session: id },
      'the pod of a session answered an action with more bytes than the limit',
    );
    return new TintypeError(
      'result_too_large',
      'The answer of the browser is too large, but the action may have run: ask for less.',
      { cause: error },
    );
  }

  /** Resolves when the session is over, its pod reports that it runs, or 4 s pass. */
  async #untilKnown(found: FoundSession): Promise<void> {
    const { views, waitFor } = this.#options;
    if ('charge' in found || !isActive(found.object) || (await views.readState(found.object))) return;
    const isOver = (session: BrowserSession | undefined) => !session || !isActive(session);
    await waitFor(found.object.metadata, isOver, AbortSignal.timeout(overMs)).catch(() => undefined);
  }
}
