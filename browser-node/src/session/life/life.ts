import { type ActionCounts, type AgentRefusal, noActions, type PodRecord } from '@tintype/contracts';

/** Records use `now`, durations `monotonic`. */
export interface Instant {
  /** Milliseconds of the epoch. */
  now: number;
  /** Milliseconds that only increase. */
  monotonic: number;
}

export interface LifeOrder {
  session: string;
  maxTtlSeconds: number;
  /** Milliseconds of the epoch. */
  startBy: number;
  confirmed: boolean;
}

interface Run {
  readonly order: LifeOrder;
  readonly begun: Instant;
  confirmed: boolean;
  /** How long the session ran. Set at its end. */
  openMs?: number;
  crashed: boolean;
}

/** `over`: the session has ended, and the pod takes no other. */
export type Phase = 'idle' | 'active' | 'over';

/** The life of a pod's one session, as a pure state machine. The explorer (test/explorer) runs it, too. */
export class Life {
  #run: Run | undefined;
  readonly #closed = new Set<string>();

  get phase(): Phase {
    if (!this.#run) return 'idle';
    return this.#run.openMs === undefined ? 'active' : 'over';
  }

  /** The session that runs or ran here. */
  get session(): string | undefined {
    return this.#run?.order.session;
  }

  runs(session: string): boolean {
    return this.phase === 'active' && this.session === session;
  }

  /** Begins the session. Undefined if it runs then, else why it never will run here. */
  activate(order: LifeOrder, at: Instant): AgentRefusal | undefined {
    const isOwn = this.runs(order.session);
    if (this.#closed.has(order.session)) return 'closed';
    if (this.#run && !isOwn) return this.session === order.session ? 'closed' : 'other-session';
    if (at.now > order.startBy) return 'too-late';
    if (!isOwn) this.#run = { order, begun: at, confirmed: order.confirmed, crashed: false };
    return undefined;
  }

  /** False if the session does not run here. */
  confirm(session: string): boolean {
    if (!this.#run || !this.runs(session)) return false;
    this.#run.confirmed = true;
    return true;
  }

  /** Ends the session. If it does not run here yet, it never will. */
  close(session: string, at: Instant): void {
    this.#closed.add(session);
    if (this.runs(session)) this.end(at);
  }

  end(at: Instant, { crashed = false } = {}): void {
    if (!this.#run || this.phase !== 'active') return;
    this.#run.openMs = Math.max(0, Math.round(at.monotonic - this.#run.begun.monotonic));
    this.#run.crashed = crashed;
  }

  /** Milliseconds until the TTL, or until `startBy` if unconfirmed. Infinity if no session runs. */
  endsInMs({ monotonic }: Instant): number {
    if (!this.#run || this.phase !== 'active') return Infinity;
    const { order, begun, confirmed } = this.#run;
    const toTtl = order.maxTtlSeconds * 1000;
    const toStartBy = confirmed ? Infinity : order.startBy - begun.now + 1;
    return Math.max(0, begun.monotonic + Math.min(toTtl, toStartBy) - monotonic);
  }

  /** Milliseconds of the epoch. */
  get startedAt(): number | undefined {
    return this.#run?.begun.now;
  }

  /** Milliseconds of the epoch. */
  get expiresAt(): number | undefined {
    return this.#run && this.#run.begun.now + this.#run.order.maxTtlSeconds * 1000;
  }

  /** The record of a session. Empty if it never ran here. */
  record(session: string, counts: ActionCounts): PodRecord {
    if (!this.#run || this.session !== session) return { session, confirmed: false, crashed: false, counts: noActions };
    const { begun, openMs, confirmed, crashed } = this.#run;
    const startedAt = new Date(begun.now).toISOString();
    return { session, startedAt, ...(openMs === undefined ? {} : { openMs }), confirmed, crashed, counts };
  }
}
