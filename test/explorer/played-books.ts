import { SessionBooks, type SessionOpen } from '@tintype/ledger';
import { PlayedSlots } from './played-slots.js';
import { PlayedStreams } from './played-streams.js';

/** What the streams of slots, opens and charges hold, in memory. */
export class PlayedBooks {
  readonly #streams = new PlayedStreams();
  readonly opens = this.#streams.opens;
  readonly charges = this.#streams.charges;
  readonly slots = new PlayedSlots();
  /** The code under test, which sees to it that nothing is written twice; each of its calls takes effect whole, or not at all. */
  readonly sessions = new SessionBooks(this.#streams.nats);

  get unsettled(): SessionOpen[] {
    return this.opens.firsts.filter(({ session }) => !this.charges.has(session));
  }
}
