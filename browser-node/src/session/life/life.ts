import { type ActionCounts, type AgentRefusal, noActions, type PodRecord } from '@tintype/contracts';

/** A moment by both clocks of the pod (`Clock` of runtime): what is written down, and what is measured. */
export interface Instant {
  /** Milliseconds of the epoch. */
  now: number;
  /** Milliseconds that only go forward. */
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
  openMs?: number;
  crashed: boolean;
}

/** `idle`: no session yet. `active`: one runs. `over`: it has ended, and this pod runs no other. */
export type Phase = 'idle' | 'active' | 'over';

/**
 * The one session of a pod's life, from nothing to its end. Nothing here has effects or waits: it is told what happens
 * and when, and answers what follows. The explorer (test/explorer) plays it, too.
 */
export class Life {
  #run: Run | undefined;
  readonly #closed = new Set<string>();

  get phase(): Phase {
    if (!this.#run) return 'idle';
    return this.#run.openMs === undefined ? 'active' : 'over';
  }

  /** The session that runs, or ran, here. */
  get session(): string | undefined {
    return this.#run?.order.session;
  }

  /** Whether this session runs here now. */
  runs(session: string): boolean {
    return this.phase === 'active' && this.session === session;
  }

  /** Undefined: it runs from now on, or did already. Otherwise it never will. */
  activate(order: LifeOrder, at: Instant): AgentRefusal | undefined {
    const isOwn = this.runs(order.session);
    if (this.#closed.has(order.session)) return 'closed';
    if (this.#run && !isOwn) return this.session === order.session ? 'closed' : 'other-session';
    if (at.now > order.startBy) return 'too-late';
    if (!isOwn) this.#run = { order, begun: at, confirmed: order.confirmed, crashed: false };
    return undefined;
  }

  /** False when the session does not run here. */
  confirm(session: string): boolean {
    if (!this.#run || !this.runs(session)) return false;
    this.#run.confirmed = true;
    return true;
  }

  /** Ends the session, if it is the one that runs; one that is not will never. */
  close(session: string, at: Instant): void {
    this.#closed.add(session);
    if (this.runs(session)) this.end(at);
  }

  /** Ends what runs, if anything does. */
  end(at: Instant, { crashed = false } = {}): void {
    if (!this.#run || this.phase !== 'active') return;
    this.#run.openMs = Math.max(0, Math.round(at.monotonic - this.#run.begun.monotonic));
    this.#run.crashed = crashed;
  }

  /** Milliseconds until the session ends by itself: its time is up, or nobody has confirmed it by startBy. */
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

  /** What is known of a session; of one that never ran here, just that. */
  record(session: string, counts: ActionCounts): PodRecord {
    if (!this.#run || this.session !== session) return { session, confirmed: false, crashed: false, counts: noActions };
    const { begun, openMs, confirmed, crashed } = this.#run;
    const startedAt = new Date(begun.now).toISOString();
    return { session, startedAt, ...(openMs === undefined ? {} : { openMs }), confirmed, crashed, counts };
  }
}
