import type { SessionCharge, SessionOpen, SlotOrder, TakenSlot } from '@tintype/ledger';

/** What the streams of slots, opens and charges hold, in memory; `test/integration/session-books.test.ts` has the real ones. */
export class PlayedBooks {
  readonly opens = new Map<string, SessionOpen>();
  readonly charges = new Map<string, SessionCharge>();
  readonly #slots = new Map<string, TakenSlot>();
  #sequence = 0;

  get slots(): TakenSlot[] {
    return [...this.#slots.values()];
  }

  holdsSlot(session: string): boolean {
    return this.slots.some((slot) => slot.session === session);
  }

  async open(open: SessionOpen): Promise<SessionOpen> {
    const standing = this.opens.get(open.session) ?? open;
    this.opens.set(open.session, standing);
    return standing;
  }

  async findOpen(session: string): Promise<SessionOpen | undefined> {
    return this.opens.get(session);
  }

  async charge(charge: SessionCharge): Promise<SessionCharge> {
    const standing = this.charges.get(charge.session) ?? charge;
    this.charges.set(charge.session, standing);
    return standing;
  }

  async unsettled(): Promise<SessionOpen[]> {
    return [...this.opens.values()].filter(({ session }) => !this.charges.has(session));
  }

  async take({ account, limit, ...body }: SlotOrder): Promise<boolean> {
    const own = this.slots.filter((slot) => slot.account === account);
    if (own.some(({ session }) => session === body.session)) return true;
    for (let number = 0; number < limit; number++) {
      const subject = `${account}.${number}`;
      if (this.#slots.has(subject)) continue;
      this.#sequence += 1;
      this.#slots.set(subject, { account, ...body, sequence: this.#sequence });
      return true;
    }
    return false;
  }

  async free(account: string, session: string): Promise<void> {
    for (const [subject, slot] of this.#slots)
      if (slot.account === account && slot.session === session) this.#slots.delete(subject);
  }

  async all(): Promise<TakenSlot[]> {
    return this.slots;
  }
}
