import { streams, subjects } from '@tintype/contracts';
import { isConflict, type Nats } from '@tintype/runtime';
import type { z } from 'zod';
import type { LedgerWatch } from './birth/ledger-watch.js';
import { type SessionCharge, type SessionOpen, sessionChargeSchema, sessionOpenSchema } from './session-charge.js';
import { jsonOf } from './stored-messages.js';
import { UnsettledOpens } from './unsettled-opens.js';

const timeoutMs = 5000;

type BooksNats = Pick<Nats, 'jetstream' | 'manager'>;

/** An entry of a kind: the stream that it lies in, and what it is. */
interface EntryKind<T> {
  stream: string;
  subject: (session: string) => string;
  schema: z.ZodType<T>;
}

const opens: EntryKind<SessionOpen> = { stream: streams.opens, subject: subjects.open, schema: sessionOpenSchema };
const charges: EntryKind<SessionCharge> = {
  stream: streams.charges,
  subject: subjects.sessionCharge,
  schema: sessionChargeSchema,
};

/**
 * The books of sessions: an open before a browser is given to anybody, and one charge for each open. An entry that is
 * written stands; whoever comes second is answered the one that does. Calls throw what the connection throws: the entry
 * may then be there or not, and is to be written again. Reads ask the stream's leader.
 *
 * Whoever settles gives the watch of the ledger: while that is not the one that was recorded, nothing is read or written, and
 * what is not there is believed only after a look. A session whose open was taken for none would never be charged.
 */
export class SessionBooks {
  readonly #nats: BooksNats;
  readonly #ledger: Pick<LedgerWatch, 'assert' | 'check'> | undefined;
  readonly #unsettled: UnsettledOpens;

  constructor(nats: BooksNats, ledger?: Pick<LedgerWatch, 'assert' | 'check'>) {
    this.#nats = nats;
    this.#ledger = ledger;
    this.#unsettled = new UnsettledOpens(nats.manager);
  }

  open(open: SessionOpen): Promise<SessionOpen> {
    return this.#write(opens, open);
  }

  findOpen(session: string): Promise<SessionOpen | undefined> {
    return this.#find(opens, session);
  }

  charge(charge: SessionCharge): Promise<SessionCharge> {
    return this.#write(charges, charge);
  }

  findCharge(session: string): Promise<SessionCharge | undefined> {
    return this.#find(charges, session);
  }

  /** Every open that has no charge yet; may have some that were charged a moment ago. */
  async unsettled(): Promise<SessionOpen[]> {
    this.#ledger?.assert();
    return this.#unsettled.find();
  }

  async #write<T extends { session: string }>(kind: EntryKind<T>, entry: T): Promise<T> {
    this.#ledger?.assert();
    try {
      const options = { expect: { lastSubjectSequence: 0 }, timeout: timeoutMs };
      await this.#nats.jetstream.publish(kind.subject(entry.session), JSON.stringify(entry), options);
      return entry;
    } catch (error) {
      if (!isConflict(error)) throw error;
      const standing = await this.#find(kind, entry.session);
      // Refused and not there: the stream is full, or its retention is broken.
      if (!standing) throw error;
      return standing;
    }
  }

  async #find<T>({ stream, subject, schema }: EntryKind<T>, session: string): Promise<T | undefined> {
    this.#ledger?.assert();
    const message = await this.#nats.manager.streams.getMessage(stream, { last_by_subj: subject(session) });
    if (message) return schema.parse(jsonOf(message));
    await this.#ledger?.check();
    return undefined;
  }
}
