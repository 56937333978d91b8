import { isActive } from '@tintype/api/testing';
import { isStarting, keyText, type Pod } from '@tintype/crds';
import { type Call, textOf } from '../played/gate.js';
import type { Machine } from '../played/machine.js';
import type { PlayedOperator } from '../played/operator.js';
import type { World } from '../played/world.js';

interface Shown {
  kind?: string;
  metadata?: { name: string; deletionTimestamp?: string };
  status?: { phase?: string };
  items?: readonly unknown[];
}

const maxCharacters = 120;

const shortened = (text: string) => (text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text);

const shown = (value: unknown): string => {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return `${value.length} items`;
  if (typeof value !== 'object') return String(value);
  const { kind, metadata, status, items } = value as Shown;
  if (items) return `${items.length} items`;
  if (!metadata) return shortened(JSON.stringify(value));
  const parts = [kind, metadata.name, status?.phase, metadata.deletionTimestamp && 'being deleted'];
  return parts.filter(Boolean).join(' ');
};

/** A call's answer for the log; empty if there is none. */
const answerText = ({ answered }: Pick<Call, 'answered'>): string => {
  if (!answered) return '';
  return 'error' in answered ? `, which fails: ${String(answered.error)}` : ` → ${shown(answered.value)}`;
};

/** A possible next event. */
export interface Move {
  text: () => string;
  /** Changes only what a program knows and will ask next. */
  isInward?: boolean | undefined;
  make: () => Promise<void> | void;
}

const inward = (text: () => string, make: () => void): Move => ({ text, make, isInward: true });

export const proceed = (call: Call): Move => ({
  text: () => `${textOf(call)}${answerText(call)}`,
  isInward: call.request.isRead,
  make: () => call.carryOut('proceeds'),
});

/** The moves of a run without faults, most urgent first. */
export function* ordinaryMoves(world: World): Generator<Move> {
  for (const call of world.gate.waiting) yield proceed(call);
  for (const operator of world.operators) if (operator.mayAct) yield* operatorMoves(operator);
  for (const client of world.clients)
    if (client.hasUndeliveredEvent)
      yield inward(
        () => `the api of ${client.name} updates its cache`,
        () => client.deliver(),
      );
  for (const machine of world.node.machines.values()) yield* kubeletMoves(world, machine);
  if (world.collectsGarbage) yield* garbageMoves(world);
}

function* operatorMoves(operator: PlayedOperator): Generator<Move> {
  const { name } = operator;
  for (const kind of ['BrowserSession', 'Pod', 'BrowserPool'] as const)
    if (operator.hasStaleCache(kind))
      yield inward(
        () => `${name} updates its ${kind} cache`,
        () => operator.syncCache(kind),
      );
  for (const key of operator.ready)
    yield inward(
      () => `${name} starts a pass of ${key}`,
      () => operator.pass(key),
    );
  for (const key of operator.readyPools)
    yield inward(
      () => `${name} starts a pass of the pool ${key}`,
      () => operator.passPool(key),
    );
  if (operator.isSweepDue)
    yield inward(
      () => `${name} sweeps`,
      () => operator.sweep(),
    );
}

function* kubeletMoves(world: World, machine: Machine): Generator<Move> {
  const { name } = machine.pod;
  const object = world.podOf(machine);
  if (!object) {
    if (machine.life !== 'ended' && !machine.isLost)
      yield { text: () => `${name} ends without its object`, make: () => world.node.abandon(machine) };
  } else if (object.metadata.deletionTimestamp) {
    if (!isHeld(object, machine) && !machine.isEnding)
      yield { text: () => `${name} ends after its deletion`, make: () => world.node.finish(machine) };
  } else if (machine.life === 'starting' && !machine.isLost && world.node.makesReady)
    yield { text: () => `${name} is ready`, make: () => world.node.makeReady(machine) };
}

/** The node is done or lost, and finalizers hold the object. */
const isHeld = ({ metadata }: Pod, { life, isLost }: Machine) =>
  metadata.deletionGracePeriodSeconds === 0 && (life === 'ended' || isLost);

function* garbageMoves(world: World): Generator<Move> {
  const all = [...world.objects('BrowserSession').values(), ...world.objects('BrowserPool').values()];
  const owners = new Set(all.map(({ metadata }) => metadata.uid));
  for (const pod of world.objects('Pod').values()) {
    const { name, ownerReferences, deletionTimestamp } = pod.metadata;
    if (!ownerReferences?.length || deletionTimestamp || ownerReferences.some(({ uid }) => owners.has(uid))) continue;
    yield { text: () => `${name} is garbage-collected`, make: () => world.kubectlDelete('Pod', pod) };
  }
}

/** Stopped parts, which may resume at any time. */
export function* resumptions(world: World): Generator<Move> {
  for (const call of world.gate.late) yield { text: () => call.text, make: () => world.gate.carryOutLate(call) };
  for (const actor of world.actors)
    if (actor.alive && actor.isPaused)
      yield { text: () => `${actor.name} resumes`, make: () => void Object.assign(actor, { isPaused: false }) };
  for (const operator of world.operators) if (operator.alive && operator.isDeaf) yield* deafMoves(operator);
  for (const machine of world.node.machines.values()) yield* recoveries(world, machine);
}

function* deafMoves(operator: PlayedOperator): Generator<Move> {
  const { name } = operator;
  yield { text: () => `${name} gets its watches back`, make: () => void Object.assign(operator, { isDeaf: false }) };
  yield { text: () => `${name} enqueues all it knows`, make: () => operator.enqueueAll() };
}

function* recoveries({ node }: World, machine: Machine): Generator<Move> {
  const { name } = machine.pod;
  if (machine.comesBack) yield { text: () => `the node of ${name} returns`, make: () => node.comeBack(machine) };
  if (machine.isUnready && machine.answers)
    yield { text: () => `${name} is ready again`, make: () => node.makeReady(machine) };
}

/** Creates a requested object that is missing: a repeated create. */
export function* repeatedObjects(world: World): Generator<Move> {
  for (const key of world.requested.keys())
    if (!world.objects('BrowserSession').has(key))
      yield { text: () => `${key} is created again`, make: () => world.makeAgain(key) };
}

/** More requests of one session would not differ. */
const maxRequests = 3;

/** Repeats the create of clients with a key, until their session is known to be over. */
export function* repeatedCreates(world: World): Generator<Move> {
  for (const { session, name, hasKey, key, maxTtlSeconds } of world.clients) {
    const requests = world.clients.filter((each) => each.session === session);
    const object = world.objects('BrowserSession').get(keyText(key));
    const isOver = object ? !isStarting(object) && !isActive(object) : world.ledger.charges.has(session);
    if (!hasKey || isOver || requests.length >= maxRequests || requests[0]?.name !== name) continue;
    const make = () => world.addClient({ session, hasKey }).begin(maxTtlSeconds);
    yield { text: () => `${name} sends its create again`, make };
  }
}

/** Moves the clock to the next timer, or part of the way. Undefined if no timer is left. */
export const timeMove = (world: World, part = 1): Move | undefined => {
  const wait = world.nextDue - world.clock.now();
  return wait === Infinity || world.isAtRest ? undefined : waitMove(world, Math.ceil(wait * part));
};

/** Moves the clock at most to the next timer. */
export const waitMove = (world: World, max: number): Move => {
  const milliseconds = Math.max(1, Math.min(max, world.nextDue - world.clock.now()));
  return { text: () => `${milliseconds} ms pass`, make: () => world.pass(milliseconds) };
};
