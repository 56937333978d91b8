import { isDeepStrictEqual } from 'node:util';
import { type SessionCharge, sessionCredits } from '@tintype/ledger';
import type { Machine } from '../played/machine.js';
import type { World } from '../played/world.js';
import { any, type History, type Invariants, machinesOf } from './always.js';

/** Holds once faults have stopped and time has passed. */
export const atRest: Invariants = {
  'every client gets an answer': ({ clients }) =>
    any(clients, ({ alive, answer, name }) => alive && answer === 'nothing' && name),

  'every session ends and is removed': (world) =>
    any(world.objects('BrowserSession').values(), ({ metadata, status }) => `${metadata.name} stays ${status?.phase}`),

  'no pod is left over': ({ podsOfSessions }) => any(podsOfSessions, ({ metadata }) => metadata.name),

  'pools have their replicas': ({ incompletePools }) => any(incompletePools, (key) => key),

  'no slot is left over': ({ ledger }) => any(ledger.slots.taken, ({ session }) => session),

  'every open has its charge': ({ ledger }) => any(ledger.unsettled, ({ session }) => session),

  'a charge covers at least the known time': (world, seen) =>
    anyKnown(world, seen, (charge, least) => {
      const isLess = charge.credits < least;
      return isLess && `${charge.session} is charged ${charge.credits}, but the known time costs ${least}`;
    }),

  'the counts are those of the pod': (world, seen) =>
    anyKnown(world, seen, ({ session, counts }, _, machine) => {
      const isSame = isDeepStrictEqual(counts, machine.recordFor(session).counts);
      return !isSame && `${session}: ${JSON.stringify(counts)}`;
    }),
};

/** Checks charges whose minimum is known. */
const anyKnown = (
  world: World,
  seen: History,
  wrong: (charge: SessionCharge, least: number, machine: Machine) => string | false,
) =>
  any(world.ledger.charges.firsts, (charge) => {
    const { session } = charge;
    // A lost session is free, even if its pod reports later.
    if (world.plantedCharges.has(session) || charge.closeReason === 'NodeLost') return false;
    const pod = seen.sessions.get(charge.uid)?.status?.pod;
    const machine = machinesOf(world, session).find((each) => each.pod.uid === pod?.uid);
    if (!machine?.confirmed || machine.wasLost || machine.isAbandoned) return false;
    const end = world.stripped.has(session)
      ? recordedEnd(world, seen, charge, machine)
      : earliestEnd(seen, charge, machine);
    if (end === undefined) return false;
    const ranMs = Math.max(0, end - machine.startedAt);
    return wrong(charge, sessionCredits(ranMs, charge.options.maxTtlSeconds), machine);
  });

/**
 * The earliest known end of an active session, in epoch milliseconds, cut to seconds. Container ends and pod deletions
 * may be reported up to 1 s early.
 */
const earliestEnd = (
  { sessions, deletions }: History,
  { uid }: SessionCharge,
  machine: Machine,
): number | undefined => {
  const session = sessions.get(uid);
  if (!session?.status?.startedAt || machine.endedAt === undefined) return undefined;
  const deleted = [session.metadata.deletionTimestamp, deletions.get(machine.pod.uid)];
  const times = [session.status.expiresAt, ...deleted].filter((each) => each !== undefined);
  const end = Math.min(machine.endedAt, ...times.map((each) => Date.parse(each)));
  return Math.floor(end / 1000) * 1000;
};

/**
 * The recorded end of a session whose object was removed before it was settled. Undefined unless one pod recorded it.
 */
const recordedEnd = (
  world: World,
  seen: History,
  { uid, session }: SessionCharge,
  machine: Machine,
): number | undefined => {
  const { written, startedAt } = machine;
  const isAlone = machinesOf(world, session).length === 1;
  const wasSettled = seen.sessions.get(uid)?.status?.credits !== undefined;
  if (wasSettled || !isAlone || !written?.confirmed || written.openMs === undefined) return undefined;
  return startedAt + written.openMs;
};
