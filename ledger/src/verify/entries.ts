import { streams } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import { jsonOf, pagesOf, type StoredMessage } from '@tintype/runtime';
import { type RenderCharge, readCharge } from '../charges.js';
import { type SessionCharge, type SessionOpen, sessionOpenSchema } from '../session-charge.js';

export interface LedgerEntry<T> {
  sequence: number;
  /** Server time, milliseconds since the epoch. */
  time: number;
  /** The last part of the subject: a render charge's id, or the session. */
  id: string;
  value: T;
}

/** All readable entries. */
export interface Entries {
  renders: LedgerEntry<RenderCharge>[];
  sessions: LedgerEntry<SessionCharge>[];
  opens: LedgerEntry<SessionOpen>[];
  /** Unreadable or misplaced entries. */
  faults: string[];
}

interface Stream<T> {
  name: string;
  noun: 'charge' | 'open';
  parse: (message: StoredMessage) => T | undefined;
  idOf: (value: T) => string;
}

const isOfSession = (charge: RenderCharge | SessionCharge): charge is SessionCharge => 'session' in charge;

const charges: Stream<RenderCharge | SessionCharge> = {
  name: streams.charges,
  noun: 'charge',
  parse: (message) => readCharge(message).data,
  idOf: (charge) => (isOfSession(charge) ? charge.session : charge.id),
};

const opens: Stream<SessionOpen> = {
  name: streams.opens,
  noun: 'open',
  parse: (message) => sessionOpenSchema.safeParse(jsonOf(message)).data,
  idOf: ({ session }) => session,
};

const readStream = async <T>(
  manager: Nats['manager'],
  { name, noun, parse, idOf }: Stream<T>,
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

/** Reads charges before opens, so that every charge's open is included. */
export const readEntries = async (manager: Nats['manager']): Promise<Entries> => {
  const faults: string[] = [];
  const all = await readStream(manager, charges, faults);
  const renders: LedgerEntry<RenderCharge>[] = [];
  const sessions: LedgerEntry<SessionCharge>[] = [];
  for (const { value, ...entry } of all) {
    if (isOfSession(value)) sessions.push({ ...entry, value });
    else renders.push({ ...entry, value });
  }
  return { renders, sessions, opens: await readStream(manager, opens, faults), faults };
};
