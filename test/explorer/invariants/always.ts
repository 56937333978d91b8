import { limits } from '@tintype/contracts';
import { type BrowserSession, isFinal, type Pod, type SessionPhase, sessionId, sessionPhases } from '@tintype/crds';
import { type SessionCharge, sessionCredits } from '@tintype/ledger';
import type { Call } from '../played/gate.js';
import type { Machine } from '../played/machine.js';
import { ownerOf } from '../played/violations.js';
import type { World } from '../played/world.js';

export interface History {
  /** All sessions ever, in their last state, by uid. */
  sessions: ReadonlyMap<string, BrowserSession>;
  pods: ReadonlyMap<string, Pod>;
  /** First deletion times of pods, by uid; a later forced deletion moves the object's own time. */
  deletions: ReadonlyMap<string, string>;
  /** The sessions at the end of the previous step. */
  before: ReadonlyMap<string, BrowserSession>;
}

/** Keyed by the name that `make mutations` prints. A check returns what is wrong, or nothing. */
export type Invariants = Readonly<Record<string, (world: World, seen: History) => string | undefined>>;

type Check<A extends unknown[]> = (...one: A) => string | false | undefined;

/** The first complaint. */
export const any = <T>(of: Iterable<T>, wrong: Check<[T]>): string | undefined => {
  for (const one of of) {
    const fault = wrong(one);
    if (fault) return fault;
  }
  return undefined;
};

/** Checks the open browsers that the cluster can still know. */
const anyOpen = ({ node }: World, wrong: Check<[session: string, machine: Machine]>) =>
  any(node.machines.values(), (machine) => {
    const { order, isOpen, isAbandoned } = machine;
    return order && isOpen && !isAbandoned && wrong(order.session, machine);
  });

const anyCharge = ({ ledger: { charges } }: World, wrong: Check<[SessionCharge]>) => any(charges.firsts, wrong);

const anySession = (world: World, wrong: Check<[BrowserSession]>) =>
  any(world.objects('BrowserSession').values(), wrong);

const isBackwards = (was: SessionPhase = 'Pending', is: SessionPhase = 'Pending') =>
  (isFinal(was) && is !== was) || sessionPhases.indexOf(is) < sessionPhases.indexOf(was);

export const machinesOf = ({ node }: World, session: string): Machine[] =>
  [...node.machines.values()].filter(({ order }) => order?.session === session);

/** This object's charge, if the code under test wrote it. */
const ownCharge = ({ ledger, plantedCharges }: World, session: BrowserSession): SessionCharge | undefined => {
  const charge = ledger.charges.first(sessionId(session));
  return charge?.uid === session.metadata.uid && !plantedCharges.has(charge.session) ? charge : undefined;
};

/** The most a session may cost, from the true run time. */
const maxCredits = (world: World, { session, options }: SessionCharge): number => {
  const ran = machinesOf(world, session);
  const longest = Math.max(...ran.map((machine) => machine.openMs(world.clock.now())));
  return ran.length === 0 ? 0 : sessionCredits(longest, options.maxTtlSeconds);
};

/** The true end of its browser, milliseconds since the epoch; undefined if it is unknowable. */
const trueEnd = (world: World, session: string): number | undefined => {
  const [machine, ...others] = machinesOf(world, session);
  if (!machine || others.length > 0 || machine.wasLost || machine.isAbandoned) return undefined;
  return machine.endedAt ?? world.clock.now();
};

/** The latest end of a working program's session, milliseconds since the epoch. */
const longestEnd = ({ order, startedAt, confirmed }: Machine): number => {
  const atTtl = startedAt + (order?.maxTtlSeconds ?? 0) * 1000;
  return confirmed ? atTtl : Math.min(atTtl, Date.parse(order?.startBy ?? '') + 1);
};

/** The longest overrun of a hung program, even if it was opened at the last moment. */
const maxOverrunMs = 60_000;

/** When the node kills a hung program at the latest, milliseconds since the epoch. */
const latestKill = ({ order }: Machine): number => {
  const latestEnd = Date.parse(order?.startBy ?? '') + (order?.maxTtlSeconds ?? 0) * 1000;
  return latestEnd + maxOverrunMs - limits.sessionStartSeconds * 1000;
};

/** Two calls to a hung program, its grace period, and some failed calls with growing delays. */
const hungEndMs = 150_000;

/** When a hung session was closed, milliseconds since the epoch; Infinity if its node cannot end it. */
const closedAt = (world: World, session: string, machine: Machine): number => {
  const object = [...world.objects('BrowserSession').values()].find((each) => sessionId(each) === session);
  const isThere = !machine.isLost && object?.status?.pod?.uid === machine.pod.uid;
  return isThere ? Date.parse(object.metadata.deletionTimestamp ?? '') || Infinity : Infinity;
};

/** Slots are read concurrently; after one failure the rest do not matter. */
const isNeedless = ({ request: { isRead, name } }: Call): boolean => isRead === true && name.startsWith('slots.');

/** Holds after every step. */
export const always: Invariants = {
  'phases go forward': (world, { sessions }) =>
    anySession(world, ({ metadata, status }) => {
      const was = sessions.get(metadata.uid)?.status?.phase;
      return isBackwards(was, status?.phase) && `${was} became ${status?.phase}`;
    }),

  'one session a pod': (world, { pods }) =>
    any(world.objects('Pod').values(), (pod) => {
      const was = ownerOf(pods.get(pod.metadata.uid));
      return was !== undefined && was !== ownerOf(pod) && `${pod.metadata.name} was claimed for a second one`;
    }),

  'one owner a pod': (world) =>
    any(world.objects('Pod').values(), ({ metadata }) => (metadata.ownerReferences?.length ?? 0) > 1 && metadata.name),

  'the pool removes no pod of a session': ({ violations }) => any(violations.podsTaken, (name) => name),

  'no session gets a pod that is known to be taken': ({ violations }) => any(violations.podsGiven, (name) => name),

  'nobody deletes the pod of another session': ({ violations }) => any(violations.podsOfAnother, (name) => name),

  'nobody deletes a later session of the same name': ({ violations }) =>
    any(violations.sessionsOfAnother, (name) => name),

  'no programming error is thrown': ({ violations }) => any(violations.programmingErrors, (stack) => stack),

  'no pod is activated that is known to be deleted': ({ violations }) => any(violations.podsActivated, (name) => name),

  'a session that is not active by startBy is never active': ({ violations }) =>
    any(violations.lateActive, (name) => name),

  'no browser is opened after startBy': (world) =>
    anyOpen(world, (_, { pod, order, startedAt }) => order && startedAt > Date.parse(order.startBy) && pod.name),

  'no browser runs longer than it may': (world) =>
    anyOpen(world, (session, machine) => {
      const overdue = !machine.isHung && world.clock.now() > longestEnd(machine);
      return overdue && `${session} on ${machine.pod.name}`;
    }),

  'no browser outlives a hung program': (world) =>
    anyOpen(world, (session, machine) => {
      const overdue = machine.isHung && world.clock.now() > latestKill(machine);
      return overdue && `${session} on ${machine.pod.name}`;
    }),

  'a closed session ends soon even if its program hangs': (world) =>
    anyOpen(world, (session, machine) => {
      const since = machine.isHung ? Math.max(world.calmSince, closedAt(world, session, machine)) : Infinity;
      return world.clock.now() > since + hungEndMs && `${session} on ${machine.pod.name}`;
    }),

  'one browser a session': (world) =>
    anyOpen(world, (session, machine) => {
      const other = machinesOf(world, session).find((each) => each !== machine && each.isOpen && !each.isAbandoned);
      return other && `${session} has one on ${machine.pod.name} and one on ${other.pod.name}`;
    }),

  'an open browser holds a slot': (world) =>
    anyOpen(world, (session) => !world.ledger.slots.isHeld(session) && `the slot of ${session} is free`),

  'one slot a session': ({ ledger: { slots } }) => slots.doubled,

  'an account never exceeds its limit': ({ node, slots }) => {
    let count = 0;
    for (const { isOpen, isAbandoned } of node.machines.values()) if (isOpen && !isAbandoned) count += 1;
    return count > slots ? `${count} browsers are open` : undefined;
  },

  'an open browser has its open in the ledger': (world) =>
    anyOpen(world, (session) => !world.ledger.opens.has(session) && `${session} has no open`),

  'no browser runs after its charge': (world) =>
    anyOpen(world, (session) => world.ledger.charges.has(session) && !world.plantedCharges.has(session) && session),

  'a closed session runs no browser': (world) =>
    any(
      world.clients,
      ({ session, isClosed }) =>
        // After a stripped finalizer, a DELETE closes a second object of the name.
        isClosed &&
        !world.stripped.has(session) &&
        machinesOf(world, session).some(({ isOpen, isAbandoned }) => isOpen && !isAbandoned) &&
        session,
    ),

  'one open and one charge a session': ({ ledger: { opens, charges } }) =>
    any([opens, charges], ({ doubled }) => doubled),

  'a charge has an open': ({ ledger }) =>
    any(ledger.charges.firsts, ({ session }) => !ledger.opens.has(session) && session),

  'a charge covers at most the longest life': (world) =>
    anyCharge(world, ({ session, credits, options }) => {
      const cap = Math.ceil(options.maxTtlSeconds / 60);
      return credits > cap && `${session} is charged ${credits}, but may cost at most ${cap}`;
    }),

  'a charge covers at most the time of its browser': (world) =>
    anyCharge(world, (charge) => {
      const cap = maxCredits(world, charge);
      return charge.credits > cap && `${charge.session} is charged ${charge.credits}, but its browser ran for ${cap}`;
    }),

  'a session does not end after its browser': (world) =>
    anyCharge(world, ({ session, startedAt, endedAt }) => {
      const end = startedAt && endedAt ? trueEnd(world, session) : undefined;
      return end !== undefined && Date.parse(endedAt ?? '') > end && `${session} at ${endedAt}`;
    }),

  'a lost session is free': (world) =>
    anyCharge(world, ({ session, closeReason, credits }) => {
      if (closeReason !== 'NodeLost') return false;
      const wasLost = machinesOf(world, session).some((machine) => machine.wasLost || machine.wasUnready);
      return !wasLost ? `${session} was never lost` : credits > 0 && `${session} is charged ${credits}`;
    }),

  'no session counts as crashed that was ended': (world) =>
    anyCharge(world, ({ session, closeReason }) => {
      const hasCrashed = machinesOf(world, session).some(({ crashed, wasKilled }) => crashed || wasKilled);
      return closeReason === 'BrowserCrashed' && !hasCrashed && session;
    }),

  'only a client that got the session pays': (world) =>
    anyCharge(world, ({ session, credits }) => {
      const isConfirmed = machinesOf(world, session).some(({ confirmed }) => confirmed);
      return credits > 0 && !isConfirmed && `${session} was never confirmed, but is charged ${credits}`;
    }),

  'a client with a 503 does not pay': ({ refusedClients, ledger }) =>
    any(refusedClients, ({ session, name }) => {
      const credits = ledger.charges.first(session)?.credits ?? 0;
      return credits > 0 && `${name} is charged ${credits}`;
    }),

  'a client with a 201 has the session, or it cannot be known': (world) =>
    any(world.clients, ({ session, answer, isInDoubt, name }) => {
      const mayHaveIt = isInDoubt || machinesOf(world, session).some(({ confirmed }) => confirmed);
      return answer === '201' && !mayHaveIt && name;
    }),

  'a client with a 429 found no free slot': ({ clients }) =>
    any(clients, ({ answer, foundNoSlot, name }) => answer === '429' && !foundNoSlot && name),

  'the inputs are frozen before the charge': (world) =>
    anySession(world, (session) => {
      const phase = session.status?.phase;
      return ownCharge(world, session) && phase !== 'Settling' && !isFinal(phase ?? 'Pending') && `it is ${phase}`;
    }),

  'the charge equals the frozen inputs': (world) =>
    anySession(world, (session) => {
      const { credits, endedAt } = session.status ?? {};
      const charge = ownCharge(world, session);
      const isSame = charge?.credits === credits && charge?.endedAt === endedAt;
      return charge && !isSame && `${charge.credits} until ${charge.endedAt}, not ${credits} until ${endedAt}`;
    }),

  'the status agrees with the ledger': (world) =>
    anySession(world, (session) => {
      if (session.status?.phase !== 'Closed') return false;
      const charge = world.ledger.charges.first(sessionId(session));
      // A status that a person closed is charged later.
      if (!charge && world.editedStatus.has(sessionId(session))) return false;
      return charge?.credits !== session.status.credits && `${session.status.credits}, not ${charge?.credits}`;
    }),

  'an active session stays until its charge is written': (world, { before }) => {
    const now = world.objects('BrowserSession');
    if (before === now) return undefined;
    return any(before, ([key, session]) => {
      const isThere = now.get(key)?.metadata.uid === session.metadata.uid;
      const id = sessionId(session);
      // The sweeper charges an open that a stale program writes later.
      const isUncharged = session.status?.startedAt !== undefined && !world.ledger.charges.has(id);
      return !isThere && isUncharged && !world.stripped.has(id) && id;
    });
  },

  'a pass ends with all that it began': ({ operators, gate }) =>
    any(operators, (operator) => {
      const left = operator.mayAct && gate.waiting.find((call) => call.actor === operator && !isNeedless(call));
      return left && `${operator.name} still waits for ${left.request.name}`;
    }),

  'a session expires after its longest life': (world) =>
    anySession(world, (session) => {
      const { pod, expiresAt } = session.status ?? {};
      const machine = expiresAt && machinesOf(world, sessionId(session)).find((each) => each.pod.uid === pod?.uid);
      if (!machine) return false;
      const end = machine.startedAt + session.spec.maxTtlSeconds * 1000;
      return Date.parse(expiresAt) !== end && `${expiresAt}, not ${new Date(end).toISOString()}`;
    }),
};
