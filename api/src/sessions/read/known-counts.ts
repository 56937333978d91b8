import type { ActionCounts } from '@tintype/contracts';

const mostSessions = 1000;

/** What pods have said last of the actions of their sessions: no client sees fewer because a pod is slow to answer. */
export class KnownCounts {
  readonly #counts = new Map<string, ActionCounts>();

  note(session: string, counts: ActionCounts): void {
    this.#counts.delete(session);
    this.#counts.set(session, counts);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > mostSessions && oldest !== undefined) this.#counts.delete(oldest);
  }

  of(session: string): ActionCounts | undefined {
    return this.#counts.get(session);
  }
}
