import { streams } from '@tintype/contracts';
import { type SessionCharge, SessionLedger, type SessionOpen } from '@tintype/ledger';
import { JetStreamApiError } from '@tintype/runtime';
import { PlayedSlots, wrongLastSequence } from './slots.js';

/** The messages of a stream by session: one each, if the writers ask for it. */
class PlayedEntries<T extends { session: string }> {
  readonly #bySession = new Map<string, T[]>();
  readonly #firsts: T[] = [];

  add(entry: T): void {
    const standing = this.#bySession.get(entry.session);
    if (standing) standing.push(entry);
    else {
      this.#bySession.set(entry.session, [entry]);
      this.#firsts.push(entry);
    }
  }

  /** A session with more than one. */
  get doubled(): string | undefined {
    for (const [session, entries] of this.#bySession) if (entries.length > 1) return session;
    return undefined;
  }

  first(session: string): T | undefined {
    return this.#bySession.get(session)?.[0];
  }

  last(session: string): T | undefined {
    return this.#bySession.get(session)?.at(-1);
  }

  has(session: string): boolean {
    return this.#bySession.has(session);
  }

  /** Each session's first message, in order. */
  get firsts(): readonly T[] {
    return this.#firsts;
  }
}

type LedgerNats = ConstructorParameters<typeof SessionLedger>[0];

/**
 * The streams of opens and charges in memory, as `SessionLedger` uses them. Like the real ones, they refuse a second
 * message only if its writer asks for that.
 */
class PlayedStreams {
  readonly opens = new PlayedEntries<SessionOpen>();
  readonly charges = new PlayedEntries<SessionCharge>();

  get nats(): LedgerNats {
    const jetstream: Pick<LedgerNats['jetstream'], 'publish'> = {
      publish: async (subject, payload, { expect } = {}) => {
        const session = sessionOf(subject);
        const entries: PlayedEntries<{ session: string }> = this.#entriesOf(subject.startsWith('open.'));
        if (expect?.lastSubjectSequence === 0 && entries.has(session)) throw new JetStreamApiError(wrongLastSequence);
        entries.add(JSON.parse(String(payload)));
        return { stream: '', seq: 0, domain: '', duplicate: false };
      },
    };
    const getMessage = async (stream: string, { last_by_subj: subject = '' }: { last_by_subj?: string }) => {
      const entry = this.#entriesOf(stream === streams.opens).last(sessionOf(subject));
      return entry ? { json: () => entry } : null;
    };
    return { jetstream, manager: { streams: { getMessage } } } as unknown as LedgerNats;
  }

  #entriesOf(isOpen: boolean) {
    return isOpen ? this.opens : this.charges;
  }
}

/** Both subjects end with the session. */
const sessionOf = (subject: string): string => subject.slice(subject.lastIndexOf('.') + 1);

/** Slots, opens and charges in memory. */
export class PlayedLedger {
  readonly #streams = new PlayedStreams();
  readonly opens = this.#streams.opens;
  readonly charges = this.#streams.charges;
  readonly slots = new PlayedSlots();
  /** The code under test; each call takes effect as a whole or not at all. */
  readonly sessions = new SessionLedger(this.#streams.nats);

  get unsettled(): SessionOpen[] {
    return this.opens.firsts.filter(({ session }) => !this.charges.has(session));
  }
}
