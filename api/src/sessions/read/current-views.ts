import type { ActionCounts, Session, SessionStand } from '@tintype/contracts';
import { type BrowserSession, isFinal, sessionId } from '@tintype/crds';
import { LRUCache } from 'lru-cache';
import { type LiveSessionAgent, type PodEnd, podOf } from '../dependencies.js';
import { isActive, isSettled, objectView } from './session-view.js';
import { SettlementWait, type SettlementWaitOptions } from './settlement-wait.js';

export interface CurrentViewsOptions extends SettlementWaitOptions {
  agent: Pick<LiveSessionAgent, 'read' | 'recall'>;
  /** How long to wait for the operator to freeze the end of a session that is over. */
  settleMs?: number;
}

const mostCounts = 1000;

/**
 * Sessions as they are now: frozen values first, else what their pods report. A client never sees a value taken back,
 * with or without an operator.
 */
export class CurrentViews {
  readonly #options: CurrentViewsOptions;
  /** The last action counts of each session: a slow pod does not make them shrink. */
  readonly #counts = new LRUCache<string, ActionCounts>({ max: mostCounts });

  constructor(options: CurrentViewsOptions) {
    this.#options = options;
  }

  /** `isOver`: the pod reported the end, even if the object does not say so yet. */
  async of(session: BrowserSession, { isOver = false } = {}): Promise<Session> {
    const { phase } = session.status ?? {};
    if (isSettled(session) || (phase && isFinal(phase))) return objectView(session, this.#now);
    if (isOver || !isActive(session)) return this.#ended(session);
    const stand = await this.readState(session);
    return stand === 'over' ? this.#ended(session) : this.#running(session, stand);
  }

  /** The pod's report of a session with an active object; undefined if the pod does not answer in time. */
  async readState(session: BrowserSession): Promise<SessionStand | 'over' | undefined> {
    const pod = podOf(session);
    if (!pod) return undefined;
    const state = await this.#options.agent.read(pod, sessionId(session)).catch(() => undefined);
    const isPast = Date.parse(session.status?.expiresAt ?? '') <= this.#now;
    return state ?? (isPast ? 'over' : undefined);
  }

  #running(session: BrowserSession, stand: SessionStand | undefined): Session {
    const id = sessionId(session);
    if (stand) this.#counts.set(id, stand.counts);
    return objectView(session, this.#now, { counts: stand?.counts ?? this.#counts.get(id) });
  }

  /**
   * The operator freezes the end within milliseconds. Without an operator, the pod's record stands: the operator will
   * use it too.
   */
  async #ended(session: BrowserSession): Promise<Session> {
    const { settleMs = 500 } = this.#options;
    const settling = new SettlementWait(this.#options, session.metadata);
    const settled = await settling.within(settleMs, session, this.#recall(session));
    if (settled) return settled.session;
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
