import type { SessionCharge, SessionOpen, SlotOrder, TakenSlot } from '@tintype/ledger';

/** A stream that takes one message a subject, and lets none go. */
class Entries<T extends { session: string }> {
  readonly #bySession = new Map<string, T[]>();

  /** Writes it unless there is one; answers the one that stands. */
  write(entry: T): T {
    const [standing] = this.all(entry.session);
    if (standing) return standing;
    this.#bySession.set(entry.session, [...this.all(entry.session), entry]);
    return entry;
  }

  /** Every one of a session: there should be one at most. */
  all(session: string): readonly T[] {
    return this.#bySession.get(session) ?? [];
  }

  first(session: string): T | undefined {
    return this.#bySession.get(session)?.[0];
  }

  has(session: string): boolean {
    return this.#bySession.has(session);
  }

  get sessions(): string[] {
    return [...this.#bySession.keys()];
  }
}

/** What the streams of slots, opens and charges hold, in memory; each call is one that takes effect, or does not. */
export class PlayedBooks {
  readonly opens = new Entries<SessionOpen>();
  readonly charges = new Entries<SessionCharge>();
  readonly #slots = new Map<string, TakenSlot>();
  #sequence = 0;

  get slots(): TakenSlot[] {
    return [...this.#slots.values()];
  }

  holdsSlot(session: string): boolean {
    for (const slot of this.#slots.values()) if (slot.session === session) return true;
    return false;
  }

  get unsettled(): SessionOpen[] {
    const sessions = this.opens.sessions.filter((session) => !this.charges.has(session));
    return sessions.map((session) => this.opens.first(session)).filter((open) => open !== undefined);
  }

  take({ account, limit, ...body }: SlotOrder): boolean {
    if (this.holdsSlot(body.session)) return true;
    for (let number = 0; number < limit; number++) {
      const subject = `${account}.${number}`;
      if (this.#slots.has(subject)) continue;
      this.#sequence += 1;
      this.#slots.set(subject, { account, ...body, sequence: this.#sequence });
      return true;
    }
    return false;
  }

  /** What a session holds now, to be given back by its sequence: a later taking is not touched. */
  held(session: string): readonly TakenSlot[] {
    return this.slots.filter((slot) => slot.session === session);
  }

  free(held: readonly TakenSlot[]): void {
    for (const [subject, { sequence }] of this.#slots)
      if (held.some((slot) => slot.sequence === sequence)) this.#slots.delete(subject);
  }
}
