import type { SessionCharge, SessionOpen } from '../session-charge.js';
import type { Entries, LedgerEntry } from './entries.js';
import { sessionChargeFault } from './session-charge-fault.js';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * A session must be settled within five minutes after its maximum life. Settling begins within one minute, and may take
 * the other four.
 */
const marginMs = 5 * minuteMs;
/**
 * Only charges of the last 30 days must have an open. Opens are kept for 39 days, and a charge can follow its open days
 * later.
 */
const comparedMs = 30 * dayMs;

/** All times are milliseconds since the epoch. */
export interface SessionLedgerRead extends Pick<Entries, 'opens' | 'sessions'> {
  /** When the stream of opens was created. Earlier opens are unknown. */
  opensSince: number;
  /** When the stream of charges was created. Earlier charges are unknown. */
  chargesSince: number;
  now: number;
}

const bySession = <T>(entries: readonly LedgerEntry<T>[]) => new Map(entries.map((entry) => [entry.id, entry]));

/** Opens without a charge, except those from before the stream of charges: their charges may have been lost. */
export const unsettledOpens = ({ opens, sessions, chargesSince }: SessionLedgerRead): SessionOpen[] => {
  const charges = bySession(sessions);
  return opens.filter(({ id, time }) => time >= chargesSince && !charges.has(id)).map(({ value }) => value);
};

/** "1 open is", "2 opens are". */
const subjectAndVerb = (count: number, noun: string) => `${count} ${noun}${count === 1 ? ' is' : 's are'}`;

/** One sentence about opens whose charges may be lost, and one about charges whose opens are lost. */
export const incomparable = ({ opens, sessions, opensSince, chargesSince }: SessionLedgerRead): string[] => {
  const opened = bySession(opens);
  const charged = bySession(sessions);
  const uncharged = opens.filter(({ id, time }) => time < chargesSince && !charged.has(id)).length;
  const chargesWithoutOpen = sessions.filter(({ id, time }) => time < opensSince && !opened.has(id)).length;
  return [
    ...(uncharged > 0
      ? [
          `${subjectAndVerb(uncharged, 'open')} older than the stream of charges: an earlier stream was lost, so it is unknown whether they were charged.`,
        ]
      : []),
    ...(chargesWithoutOpen > 0
      ? [
          `${subjectAndVerb(chargesWithoutOpen, 'charge')} older than the stream of opens: an earlier stream was lost with their opens.`,
        ]
      : []),
  ];
};

/** Whether the session must have been settled by now. */
export const isOverdue = ({ startBy, options }: SessionOpen, now: number): boolean =>
  now > Date.parse(startBy) + options.maxTtlSeconds * 1000 + marginMs;

const missingOpens = ({ opens, sessions, opensSince, now }: SessionLedgerRead): string[] => {
  const opened = bySession(opens);
  const since = Math.max(opensSince, now - comparedMs);
  return sessions
    .filter(({ id, time }) => time >= since && !opened.has(id))
    .map(({ id }) => `Session ${id} has a charge but no open.`);
};

const difference = (open: SessionOpen, charge: SessionCharge): string[] =>
  (['account', 'uid'] as const)
    .filter((name) => open[name] !== charge[name])
    .map((name) => `Session ${open.session} was opened with ${name} ${open[name]}, but charged with ${charge[name]}.`);

const differences = ({ opens, sessions }: SessionLedgerRead): string[] => {
  const charges = bySession(sessions);
  return opens.flatMap(({ id, value }) => {
    const charge = charges.get(id);
    return charge ? difference(value, charge.value) : [];
  });
};

/** One sentence per disagreement between opens and charges, or within a charge. */
export const sessionFaults = (ledger: SessionLedgerRead): string[] => [
  ...missingOpens(ledger),
  ...differences(ledger),
  ...ledger.sessions.map(({ value }) => sessionChargeFault(value)).filter((fault) => fault !== undefined),
];
