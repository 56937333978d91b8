import { streams } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import { jsonOf, pagesOf, type StoredMessage } from '@tintype/runtime';
import { type RenderCharge, readCharge } from '../charges.js';
import { type SessionCharge, type SessionOpen, sessionOpenSchema } from '../session-charge.js';

export interface LedgerEntry<T> {
  sequence: number;
  /** When the server stored the message, in milliseconds since the epoch. */
  time: number;
  /** The last part of the subject: the id of a render's charge, or the session's id. */
  id: string;
  value: T;
}

/** The readable entries of the ledger, and what is wrong with the others. */
export interface Entries {
  renders: LedgerEntry<RenderCharge>[];
  sessions: LedgerEntry<SessionCharge>[];
  opens: LedgerEntry<SessionOpen>[];
  /** One sentence per unreadable entry, and per entry whose id is not that of its subject. */
  faults: string[];
}

interface EntryStream<T> {
  name: string;
  noun: 'charge' | 'open';
  parse: (message: StoredMessage) => T | undefined;
  idOf: (value: T) => string;
}

const isOfSession = (charge: RenderCharge | SessionCharge): charge is SessionCharge => 'session' in charge;

const charges: EntryStream<RenderCharge | SessionCharge> = {
  name: streams.charges,
  noun: 'charge',
  parse: (message) => readCharge(message).data,
  idOf: (charge) => (isOfSession(charge) ? charge.session : charge.id),
};

const opens: EntryStream<SessionOpen> = {
  name: streams.opens,
  noun: 'open',
  parse: (message) => sessionOpenSchema.safeParse(jsonOf(message)).data,
  idOf: ({ session }) => session,
};

/** Adds a sentence to `faults` for each entry that it leaves out. */
const readStream = async <T>(
  manager: Nats['manager'],
  { name, noun, parse, idOf }: EntryStream<T>,
  faults: string[],
): Promise<LedgerEntry<T>[]> => {
  const entries: LedgerEntry<T>[] = [];
  for await (const page of pagesOf(manager, name)) {
    for (const message of page) {
      const value = parse(message);
      const id = message.subject.split('.').at(-1) ?? '';
      if (!value) faults.push(`The ${noun} on ${message.subject} is unreadable.`);
      else if (idOf(value) !== id) faults.push(`The ${noun} on ${message.subject} has another id.`);
      else entries.push({ sequence: message.seq, time: message.time.getTime(), id, value });
    }
  }
  return entries;
};

/** Reads the whole ledger: charges before opens, so that the open of every charge is included. */
export const readEntries = async (manager: Nats['manager']): Promise<Entries> => {
  const faults: string[] = [];
  const allCharges = await readStream(manager, charges, faults);
  const renders: LedgerEntry<RenderCharge>[] = [];
  const sessions: LedgerEntry<SessionCharge>[] = [];
  for (const { value, ...entry } of allCharges) {
    if (isOfSession(value)) sessions.push({ ...entry, value });
    else renders.push({ ...entry, value });
  }
  return { renders, sessions, opens: await readStream(manager, opens, faults), faults };
};
