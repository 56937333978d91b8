import type { ActionCounts, Session, SessionStand } from '@tintype/contracts';
import { type BrowserSession, isFinal, sessionId } from '@tintype/crds';
import { LRUCache } from 'lru-cache';
import { type LiveSessionAgent, type PodEnd, podOf } from '../dependencies.js';
import { isActive, isSettled, objectView } from './session-view.js';
import { SettlementWait, type SettlementWaitOptions } from './settlement-wait.js';

export interface CurrentViewsOptions extends SettlementWaitOptions {
  agent: Pick<LiveSessionAgent, 'read' | 'recall'>;
  /** How long the operator is waited for to fix the end of a session that is over. */
  settleMs?: number;
}

const mostCounts = 1000;

/**
 * Sessions as they stand now, for whoever asks: what was fixed of them, and until then what their pods say. So that what a
 * client was told once is not taken back, whether an operator is there or not.
 */
export class CurrentViews {
  readonly #options: CurrentViewsOptions;
  /** The last action counts of each pod: no client sees fewer because a pod is slow to answer. */
  readonly #counts = new LRUCache<string, ActionCounts>({ max: mostCounts });

  constructor(options: CurrentViewsOptions) {
    this.#options = options;
  }

  /** `isOver`: its pod has said so, whatever its object says. */
  async of(session: BrowserSession, { isOver = false } = {}): Promise<Session> {
    const { phase } = session.status ?? {};
    if (isSettled(session) || (phase && isFinal(phase))) return objectView(session, this.#now);
    if (isOver || !isActive(session)) return this.#ended(session);
    const stand = await this.readState(session);
    return stand === 'over' ? this.#ended(session) : this.#running(session, stand);
  }

  /** What the pod says of a session that is active by its object; undefined when it does not answer in time. */
  async readState(session: BrowserSession): Promise<SessionStand | 'over' | undefined> {
    const pod = podOf(session);
    if (!pod) return undefined;
    const said = await this.#options.agent.read(pod, sessionId(session)).catch(() => undefined);
    const isPast = Date.parse(session.status?.expiresAt ?? '') <= this.#now;
    return said ?? (isPast ? 'over' : undefined);
  }

  #running(session: BrowserSession, stand: SessionStand | undefined): Session {
    const id = sessionId(session);
    if (stand) this.#counts.set(id, stand.counts);
    return objectView(session, this.#now, { counts: stand?.counts ?? this.#counts.get(id) });
  }

  /** The operator fixes the end some milliseconds after it; where there is none, the pod's word is what it will go by. */
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
