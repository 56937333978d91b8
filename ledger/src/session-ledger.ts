import { streams, subjects } from '@tintype/contracts';
import { isConflict, jsonOf, type Nats } from '@tintype/runtime';
import type { z } from 'zod';
import type { LedgerWatch } from './birth/ledger-watch.js';
import { type SessionCharge, type SessionOpen, sessionChargeSchema, sessionOpenSchema } from './session-charge.js';
import { UnsettledOpens } from './unsettled-opens.js';

const timeoutMs = 5000;

type LedgerNats = Pick<Nats, 'jetstream' | 'manager'>;

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
 * The ledger of sessions: one open before a client gets the browser, and one charge per open. Entries never change: a
 * second write returns the entry of the first. After an error of the connection the entry may exist: write it again.
 * `findOpen` and `findCharge` ask the stream's leader; `unsettled` asks any replica.
 *
 * Programs that settle pass a watch. Then every read and write throws while the ledger is not the recorded one. Before
 * an entry counts as missing, the watch checks again: a session whose open was overlooked would never be charged.
 */
export class SessionLedger {
  readonly #nats: LedgerNats;
  readonly #watch: Pick<LedgerWatch, 'assert' | 'check'> | undefined;
  readonly #unsettled: UnsettledOpens;

  constructor(nats: LedgerNats, watch?: Pick<LedgerWatch, 'assert' | 'check'>) {
    this.#nats = nats;
    this.#watch = watch;
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

  /** The opens without a charge. Some may have been charged a moment ago. */
  async unsettled(): Promise<SessionOpen[]> {
    this.#watch?.assert();
    return this.#unsettled.find();
  }

  async #write<T extends { session: string }>(kind: EntryKind<T>, entry: T): Promise<T> {
    this.#watch?.assert();
    try {
      const options = { expect: { lastSubjectSequence: 0 }, timeout: timeoutMs };
      await this.#nats.jetstream.publish(kind.subject(entry.session), JSON.stringify(entry), options);
      return entry;
    } catch (error) {
      if (!isConflict(error)) throw error;
      const existing = await this.#find(kind, entry.session);
      // The server refused the entry although the subject is free: the stream is full, or its retention is broken.
      if (!existing) throw error;
      return existing;
    }
  }

  async #find<T>({ stream, subject, schema }: EntryKind<T>, session: string): Promise<T | undefined> {
    this.#watch?.assert();
    const message = await this.#nats.manager.streams.getMessage(stream, { last_by_subj: subject(session) });
    if (message) return schema.parse(jsonOf(message));
    await this.#watch?.check();
    return undefined;
  }
}
