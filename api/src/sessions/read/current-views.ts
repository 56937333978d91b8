import type { ActionCounts, Session, SessionState } from '@tintype/contracts';
import { type BrowserSession, isFinal, sessionId } from '@tintype/crds';
import { LRUCache } from 'lru-cache';
import { type LiveSessionAgent, type PodEnd, podOf } from '../dependencies.js';
import { FrozenEndWait, type FrozenEndWaitOptions } from './frozen-end-wait.js';
import { hasFrozenEnd, isActive, objectView } from './session-view.js';

export interface CurrentViewsOptions extends FrozenEndWaitOptions {
  agent: Pick<LiveSessionAgent, 'read' | 'recall'>;
  /** How long to wait for the operator to freeze an end. */
  freezeMs?: number;
}

const maxCounts = 1000;

/**
 * Views of sessions as they are now: frozen values, else what the pods report. A client never sees a value taken back,
 * with or without an operator.
 */
export class CurrentViews {
  readonly #options: CurrentViewsOptions;
  /** The last known action counts, so that a slow pod does not make them shrink. */
  readonly #counts = new LRUCache<string, ActionCounts>({ max: maxCounts });

  constructor(options: CurrentViewsOptions) {
    this.#options = options;
  }

  /** `isOver`: the pod reported the end, even if the object does not have it yet. */
  async of(session: BrowserSession, { isOver = false } = {}): Promise<Session> {
    const { phase } = session.status ?? {};
    if (hasFrozenEnd(session) || (phase && isFinal(phase))) return objectView(session, this.#now);
    if (isOver || !isActive(session)) return this.#ended(session);
    const state = await this.readState(session);
    return state === 'over' ? this.#ended(session) : this.#running(session, state);
  }

  /** The pod's state; undefined if it does not answer in time. A silent pod counts as `over` after `expiresAt`. */
  async readState(session: BrowserSession): Promise<SessionState | 'over' | undefined> {
    const pod = podOf(session);
    if (!pod) return undefined;
    const state = await this.#options.agent.read(pod, sessionId(session)).catch(() => undefined);
    const hasExpired = Date.parse(session.status?.expiresAt ?? '') <= this.#now;
    return state ?? (hasExpired ? 'over' : undefined);
  }

  #running(session: BrowserSession, state: SessionState | undefined): Session {
    const id = sessionId(session);
    if (state) this.#counts.set(id, state.counts);
    return objectView(session, this.#now, { counts: state?.counts ?? this.#counts.get(id) });
  }

  /**
   * The view of an ended session. The operator freezes the end within milliseconds. Without an operator, the pod record
   * decides: the operator will use the same record.
   */
  async #ended(session: BrowserSession): Promise<Session> {
    const { freezeMs = 500 } = this.#options;
    const frozenEndWait = new FrozenEndWait(this.#options, session.metadata);
    const frozen = await frozenEndWait.within(freezeMs, session, this.#recall(session));
    if (frozen) return frozen.session;
    return objectView(session, this.#now, { isOver: true, counts: this.#counts.get(sessionId(session)) });
  }

  async #recall(session: BrowserSession): Promise<PodEnd | undefined> {
    const pod = podOf(session);
    return pod && (await this.#options.agent.recall(pod, sessionId(session)).catch(() => undefined));
  }

  get #now(): number {
    return this.#options.clock.now();
  }
}
