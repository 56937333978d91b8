import {
  isSlotOf,
  SessionBooks,
  type SessionOpen,
  type SlotOrder,
  type SlotOwner,
  type TakenSlot,
} from '@tintype/ledger';
import { PlayedStreams } from './played-streams.js';

/** What the streams of slots, opens and charges hold, in memory; each call is one that takes effect, or does not. */
export class PlayedBooks {
  readonly #streams = new PlayedStreams();
  readonly opens = this.#streams.opens;
  readonly charges = this.#streams.charges;
  /** The code under test, which sees to it that nothing is written twice. */
  readonly sessions = new SessionBooks(this.#streams.nats);
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
    const [standing] = this.held(body.session);
    if (standing) return this.#takeAnew(standing, body);
    for (let number = 0; number < limit; number++) {
      const subject = `${account}.${number}`;
      if (this.#slots.has(subject)) continue;
      this.#sequence += 1;
      this.#slots.set(subject, { account, ...body, sequence: this.#sequence });
      return true;
    }
    return false;
  }

  /** Others have all that the account has. */
  isFullFor({ account, session, limit }: SlotOrder): boolean {
    return this.slots.filter((slot) => slot.account === account && slot.session !== session).length >= limit;
  }

  #takeAnew(standing: TakenSlot, { uid }: Pick<SlotOrder, 'uid'>): true {
    if (uid === undefined || standing.uid === uid) return true;
    this.#sequence += 1;
    for (const [subject, slot] of this.#slots)
      if (slot === standing) this.#slots.set(subject, { ...slot, uid, sequence: this.#sequence });
    return true;
  }

  /** What a session, or an owner of it, holds now, to be given back by its sequence: a later taking is not touched. */
  held(session: string, owner?: SlotOwner): readonly TakenSlot[] {
    return this.slots.filter((slot) => slot.session === session && (!owner || isSlotOf(slot, owner)));
  }

  free(held: readonly TakenSlot[]): void {
    for (const [subject, { sequence }] of this.#slots)
      if (held.some((slot) => slot.sequence === sequence)) this.#slots.delete(subject);
  }
}
