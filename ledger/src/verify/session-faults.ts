import type { SessionCharge, SessionOpen } from '../session-charge.js';
import type { Entries, LedgerEntry } from './entries.js';
import { sessionChargeFault } from './session-charge-fault.js';

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * A session that was opened at the last moment and whose pod never answered is settled a minute after its longest life; the
 * rest is for whoever settles it.
 */
const marginMs = 5 * minute;
/** Opens are kept 39 days, and a charge comes later than its open, be it by days. */
const comparedMs = 30 * day;

export interface SessionBooksRead extends Pick<Entries, 'opens' | 'sessions'> {
  /** When the streams were made, and now, in milliseconds of the epoch: what lay in streams before them is not known. */
  opensSince: number;
  chargesSince: number;
  now: number;
}

const bySession = <T>(entries: readonly LedgerEntry<T>[]) => new Map(entries.map((entry) => [entry.id, entry]));

/** Opens without a charge, of those whose charge would have to be there. */
export const unsettledOpens = ({ opens, sessions, chargesSince }: SessionBooksRead): SessionOpen[] => {
  const charges = bySession(sessions);
  return opens.filter(({ id, time }) => time >= chargesSince && !charges.has(id)).map(({ value }) => value);
};

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? ' is' : 's are'}`;

/** What cannot be compared, since what it belongs to was lost: a sentence for each kind. */
export const incomparable = ({ opens, sessions, opensSince, chargesSince }: SessionBooksRead): string[] => {
  const [opened, charged] = [bySession(opens), bySession(sessions)];
  const uncharged = opens.filter(({ id, time }) => time < chargesSince && !charged.has(id)).length;
  const unopened = sessions.filter(({ id, time }) => time < opensSince && !opened.has(id)).length;
  const [older, nobodyKnows] = ['older than the stream of', 'was lost and adopted: nobody knows'];
  return [
    ...(uncharged > 0
      ? [`${count(uncharged, 'open')} ${older} charges, which ${nobodyKnows} whether they were charged.`]
      : []),
    ...(unopened > 0 ? [`${count(unopened, 'charge')} ${older} opens, which ${nobodyKnows} what was opened.`] : []),
  ];
};

/** Whether a session must be over and settled. */
export const isOverdue = ({ startBy, options }: SessionOpen, now: number): boolean =>
  now > Date.parse(startBy) + options.maxTtlSeconds * 1000 + marginMs;

const withoutOpen = ({ opens, sessions, opensSince, now }: SessionBooksRead): string[] => {
  const known = bySession(opens);
  const since = Math.max(opensSince, now - comparedMs);
  return sessions
    .filter(({ id, time }) => time >= since && !known.has(id))
    .map(({ id }) => `Session ${id} is charged, and was never opened.`);
};

const difference = (open: SessionOpen, charge: SessionCharge): string[] =>
  (['account', 'uid'] as const)
    .filter((name) => open[name] !== charge[name])
    .map((name) => `Session ${open.session} was opened with ${name} ${open[name]}, and charged with ${charge[name]}.`);

const differences = ({ opens, sessions }: SessionBooksRead): string[] => {
  const charges = bySession(sessions);
  return opens.flatMap(({ id, value }) => {
    const charge = charges.get(id);
    return charge ? difference(value, charge.value) : [];
  });
};

/** Where the charges of sessions are not what was opened, or not what they say of themselves. */
export const sessionFaults = (books: SessionBooksRead): string[] => [
  ...withoutOpen(books),
  ...differences(books),
  ...books.sessions.map(({ value }) => sessionChargeFault(value)).filter((fault) => fault !== undefined),
];
