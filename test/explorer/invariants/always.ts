import { limits } from '@tintype/contracts';
import { type BrowserSession, isFinal, type Pod, type SessionPhase, sessionId, sessionPhases } from '@tintype/crds';
import { type SessionCharge, sessionCredits } from '@tintype/ledger';
import type { Call } from '../played/gate.js';
import type { Machine } from '../played/machine.js';
import { ownerOf } from '../played/violations.js';
import type { World } from '../played/world.js';

/** What was seen of the objects before this step. */
export interface History {
  /** All that there ever were, as they were last; by uid. */
  sessions: ReadonlyMap<string, BrowserSession>;
  pods: ReadonlyMap<string, Pod>;
  /** When pods were to end as they were first deleted, by uid: a deletion without grace that comes later moves that time. */
  deletions: ReadonlyMap<string, string>;
  /** Those that were there at the end of the step before. */
  before: ReadonlyMap<string, BrowserSession>;
}

/** By its name, which `make mutations` prints: says what is wrong, or nothing. */
export type Invariants = Readonly<Record<string, (world: World, seen: History) => string | undefined>>;

type Check<A extends unknown[]> = (...one: A) => string | false | undefined;

/** What is wrong with the first of which anything is. */
export const any = <T>(of: Iterable<T>, wrong: Check<[T]>): string | undefined => {
  for (const one of of) {
    const said = wrong(one);
    if (said) return said;
  }
  return undefined;
};

/** Over browsers that are open now, as far as anybody can know of them. */
const anyOpen = ({ node }: World, wrong: Check<[session: string, machine: Machine]>) =>
  any(node.machines.values(), (machine) => {
    const { order, isOpen, isAbandoned } = machine;
    return order && isOpen && !isAbandoned && wrong(order.session, machine);
  });

const anyCharge = ({ books: { charges } }: World, wrong: Check<[SessionCharge]>) => any(charges.firsts, wrong);

const anySession = (world: World, wrong: Check<[BrowserSession]>) =>
  any(world.objects('BrowserSession').values(), wrong);

const isBackwards = (was: SessionPhase = 'Pending', is: SessionPhase = 'Pending') =>
  (isFinal(was) && is !== was) || sessionPhases.indexOf(is) < sessionPhases.indexOf(was);

/** The machines on which a session was ever opened. */
export const machinesOf = ({ node }: World, session: string): Machine[] =>
  [...node.machines.values()].filter(({ order }) => order?.session === session);

/** The charge of this very object, as far as the code under test has written it. */
const ownCharge = ({ books, plantedCharges }: World, session: BrowserSession): SessionCharge | undefined => {
  const charge = books.charges.first(sessionId(session));
  return charge?.uid === session.metadata.uid && !plantedCharges.has(charge.session) ? charge : undefined;
};

/** The most that a session may cost, from what is true and nobody may know. */
const maxCredits = (world: World, { session, options }: SessionCharge): number => {
  const ran = machinesOf(world, session);
  const longest = Math.max(...ran.map((machine) => machine.openMs(world.clock.now())));
  return ran.length === 0 ? 0 : sessionCredits(longest, options.maxTtlSeconds);
};

/** When its browser ended in truth, in milliseconds of the epoch; undefined where that can't be told. */
const trueEnd = (world: World, session: string): number | undefined => {
  const [machine, ...others] = machinesOf(world, session);
  if (!machine || others.length > 0 || machine.wasLost || machine.isAbandoned) return undefined;
  return machine.endedAt ?? world.clock.now();
};

/** When a program that works has ended its session at the latest, in milliseconds of the epoch. */
const longestEnd = ({ order, startedAt, confirmed }: Machine): number => {
  const atTtl = startedAt + (order?.maxTtlSeconds ?? 0) * 1000;
  return confirmed ? atTtl : Math.min(atTtl, Date.parse(order?.startBy ?? '') + 1);
};

/** What a session may outlive its time where its program hangs, however late in its start it was opened. */
const mostOverrunMs = 60_000;

/** When its node has ended one whose program does not, in milliseconds of the epoch. */
const latestKill = ({ order }: Machine): number => {
  const latestEnd = Date.parse(order?.startBy ?? '') + (order?.maxTtlSeconds ?? 0) * 1000;
  return latestEnd + mostOverrunMs - limits.sessionStartSeconds * 1000;
};

/** Two calls of a program that hangs, its grace, and some that fail on the way and are made again, later each time. */
const hungEndMs = 150_000;

/** When a session whose program hangs was to end, in milliseconds of the epoch: when it was closed, if its node is there to end it. */
const closedAt = (world: World, session: string, machine: Machine): number => {
  const object = [...world.objects('BrowserSession').values()].find((each) => sessionId(each) === session);
  const isThere = !machine.isLost && object?.status?.pod?.uid === machine.pod.uid;
  return isThere ? Date.parse(object.metadata.deletionTimestamp ?? '') || Infinity : Infinity;
};

/** Who has which slot is asked for all at once, since there may be many: where one answer fails, nothing comes of the others. */
const isNeedless = ({ request: { isRead, name } }: Call): boolean => isRead === true && name.startsWith('slots.');

/** What is true after every step. */
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

  'the pool takes no pod of a session away': ({ violations }) => any(violations.podsTaken, (name) => name),

  'nobody is given a pod that is known to be spoken for': ({ violations }) => any(violations.podsGiven, (name) => name),

  'nobody deletes the pod of another session': ({ violations }) => any(violations.podsOfAnother, (name) => name),

  'nobody deletes a later session of the same name': ({ violations }) =>
    any(violations.sessionsOfAnother, (name) => name),

  'nothing is thrown by mistake': ({ violations }) => any(violations.programmingErrors, (stack) => stack),

  'no pod is activated that is known to be deleted': ({ violations }) => any(violations.podsActivated, (name) => name),

  'not active by startBy is never active': ({ violations }) => any(violations.lateActive, (name) => name),

  'no browser is opened after startBy': (world) =>
    anyOpen(world, (_, { pod, order, startedAt }) => order && startedAt > Date.parse(order.startBy) && pod.name),

  'no browser runs longer than it may': (world) =>
    anyOpen(world, (session, machine) => {
      const overdue = !machine.isHung && world.clock.now() > longestEnd(machine);
      return overdue && `${session} on ${machine.pod.name}`;
    }),

  'no browser runs on though its program hangs': (world) =>
    anyOpen(world, (session, machine) => {
      const overdue = machine.isHung && world.clock.now() > latestKill(machine);
      return overdue && `${session} on ${machine.pod.name}`;
    }),

  'a session that was closed ends soon though its program hangs': (world) =>
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
    anyOpen(world, (session) => !world.books.slots.isHeld(session) && `the slot of ${session} is free`),

  'one slot a session': ({ books: { slots } }) => slots.doubled,

  'never one more than the limit': ({ node, slots }) => {
    let count = 0;
    for (const { isOpen, isAbandoned } of node.machines.values()) if (isOpen && !isAbandoned) count += 1;
    return count > slots ? `${count} browsers are open` : undefined;
  },

  'an open browser is in the books': (world) =>
    anyOpen(world, (session) => !world.books.opens.has(session) && `${session} has no open`),

  'no browser runs after its charge': (world) =>
    anyOpen(world, (session) => world.books.charges.has(session) && !world.plantedCharges.has(session) && session),

  'a closed session runs no browser': (world) =>
    any(
      world.clients,
      ({ session, isClosed }) =>
        // What a DELETE closes of a session that was taken away is a second object of its name.
        isClosed &&
        !world.stripped.has(session) &&
        machinesOf(world, session).some(({ isOpen, isAbandoned }) => isOpen && !isAbandoned) &&
        session,
    ),

  'one open and one charge a session': ({ books: { opens, charges } }) =>
    any([opens, charges], ({ doubled }) => doubled),

  'a charge has an open': ({ books }) =>
    any(books.charges.firsts, ({ session }) => !books.opens.has(session) && session),

  'no more than its longest life': (world) =>
    anyCharge(world, ({ session, credits, options }) => {
      const cap = Math.ceil(options.maxTtlSeconds / 60);
      return credits > cap && `${session} is charged ${credits}, and may cost ${cap}`;
    }),

  'no more than its browser ran': (world) =>
    anyCharge(world, (charge) => {
      const cap = maxCredits(world, charge);
      return charge.credits > cap && `${charge.session} is charged ${charge.credits}, and ran for ${cap}`;
    }),

  'it does not end after its browser': (world) =>
    anyCharge(world, ({ session, startedAt, endedAt }) => {
      const end = startedAt && endedAt ? trueEnd(world, session) : undefined;
      return end !== undefined && Date.parse(endedAt ?? '') > end && `${session} at ${endedAt}`;
    }),

  'lost is free': (world) =>
    anyCharge(world, ({ session, closeReason, credits }) => {
      if (closeReason !== 'NodeLost') return false;
      const wasLost = machinesOf(world, session).some((machine) => machine.wasLost || machine.wasUnready);
      return !wasLost ? `${session} was lost by nobody` : credits > 0 && `${session} is charged ${credits}`;
    }),

  'no browser is said to have crashed that was told to end': (world) =>
    anyCharge(world, ({ session, closeReason }) => {
      const hasCrashed = machinesOf(world, session).some(({ crashed, wasKilled }) => crashed || wasKilled);
      return closeReason === 'BrowserCrashed' && !hasCrashed && session;
    }),

  'only who was given it pays': (world) =>
    anyCharge(world, ({ session, credits }) => {
      const isConfirmed = machinesOf(world, session).some(({ confirmed }) => confirmed);
      return credits > 0 && !isConfirmed && `nobody confirmed ${session}, and it is charged ${credits}`;
    }),

  'who was told 503 does not pay': ({ refusedClients, books }) =>
    any(refusedClients, ({ session, name }) => {
      const credits = books.charges.first(session)?.credits ?? 0;
      return credits > 0 && `${name} is charged ${credits}`;
    }),

  'who is told 201 was given the session, or nobody can know': (world) =>
    any(world.clients, ({ session, answer, isInDoubt, name }) => {
      const mayHaveIt = isInDoubt || machinesOf(world, session).some(({ confirmed }) => confirmed);
      return answer === '201' && !mayHaveIt && name;
    }),

  'who is told 429 found no slot free': ({ clients }) =>
    any(clients, ({ answer, foundNoSlot, name }) => answer === '429' && !foundNoSlot && name),

  'the inputs are frozen before the charge': (world) =>
    anySession(world, (session) => {
      const phase = session.status?.phase;
      return ownCharge(world, session) && phase !== 'Settling' && !isFinal(phase ?? 'Pending') && `it is ${phase}`;
    }),

  'the charge is what was frozen': (world) =>
    anySession(world, (session) => {
      const { credits, endedAt } = session.status ?? {};
      const charge = ownCharge(world, session);
      const isSame = charge?.credits === credits && charge?.endedAt === endedAt;
      return charge && !isSame && `${charge.credits} until ${charge.endedAt}, and not ${credits} until ${endedAt}`;
    }),

  'the status says what the books say': (world) =>
    anySession(world, (session) => {
      if (session.status?.phase !== 'Closed') return false;
      const charge = world.books.charges.first(sessionId(session));
      // One that a person has closed in its status is charged after that.
      if (!charge && world.editedStatus.has(sessionId(session))) return false;
      return charge?.credits !== session.status.credits && `${session.status.credits}, and not ${charge?.credits}`;
    }),

  'an active session stays until its charge is written': (world, { before }) => {
    const now = world.objects('BrowserSession');
    if (before === now) return undefined;
    return any(before, ([key, session]) => {
      const isThere = now.get(key)?.metadata.uid === session.metadata.uid;
      const id = sessionId(session);
      // An open that comes later, from whoever did not know, is the sweeper's to charge.
      const isUncharged = session.status?.startedAt !== undefined && !world.books.charges.has(id);
      return !isThere && isUncharged && !world.stripped.has(id) && id;
    });
  },

  'a pass ends with all that it began': ({ operators, gate }) =>
    any(operators, (operator) => {
      const left = operator.mayAct && gate.waiting.find((call) => call.actor === operator && !isNeedless(call));
      return left && `${operator.name} still waits for ${left.request.name}`;
    }),

  'it expires when its longest life is over': (world) =>
    anySession(world, (session) => {
      const { pod, expiresAt } = session.status ?? {};
      const machine = expiresAt && machinesOf(world, sessionId(session)).find((each) => each.pod.uid === pod?.uid);
      if (!machine) return false;
      const end = machine.startedAt + session.spec.maxTtlSeconds * 1000;
      return Date.parse(expiresAt) !== end && `${expiresAt}, and not ${new Date(end).toISOString()}`;
    }),
};
