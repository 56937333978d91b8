import { type BrowserSession, type SessionPhase, sessionId, sessionPhases } from '@tintype/crds';
import { sessionCredits } from '@tintype/ledger';
import type { Machine } from './played-node.js';
import { Broken, type World } from './world.js';

/** What is seen from step to step. */
export class Watcher {
  readonly #world: World;
  readonly #phases = new Map<string, SessionPhase>();
  readonly #owners = new Map<string, string>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Throws Broken when something is true that never may be. */
  check(): void {
    this.#phasesGoForward();
    this.#podsKeepTheirOwner();
    for (const machine of this.#world.node.machines.values()) checkMachine(this.#world, machine);
    checkLimit(this.#world);
    checkCharges(this.#world);
    for (const session of this.#world.objects('BrowserSession').values()) checkFrozen(this.#world, session);
  }

  #phasesGoForward(): void {
    for (const { metadata, status } of this.#world.objects('BrowserSession').values()) {
      const [was, is] = [this.#phases.get(metadata.uid) ?? 'Pending', status?.phase ?? 'Pending'];
      const ended = ['Closed', 'Rejected', 'Failed'].includes(was) && is !== was;
      if (ended || order(is) < order(was)) throw new Broken(`phases go forward: ${was} became ${is}`);
      this.#phases.set(metadata.uid, is);
    }
  }

  #podsKeepTheirOwner(): void {
    for (const { metadata } of this.#world.objects('Pod').values()) {
      const owner = metadata.ownerReferences?.find(({ controller }) => controller)?.uid;
      const was = this.#owners.get(metadata.uid);
      if (was && owner !== was) throw new Broken(`one session a pod: ${metadata.name} was claimed twice`);
      if (owner) this.#owners.set(metadata.uid, owner);
    }
  }
}

const order = (phase: SessionPhase) => sessionPhases.indexOf(phase);

const isOpen = ({ order, endedAt }: Machine) => order !== undefined && endedAt === undefined;

const checkMachine = ({ books, node }: World, machine: Machine): void => {
  const session = machine.order?.session;
  if (!session || !isOpen(machine)) return;
  if (!books.holdsSlot(session)) throw new Broken(`a slot is free before the browser is stopped: ${session}`);
  if (!books.opens.has(session)) throw new Broken(`an open browser has an open: ${session} has none`);
  const others = [...node.machines.values()].filter((other) => isOpen(other) && other.order?.session === session);
  if (others.length > 1) throw new Broken(`one browser a session: ${session} has ${others.length}`);
};

const checkLimit = ({ node, limit }: World): void => {
  const open = [...node.machines.values()].filter(isOpen);
  if (open.length > limit) throw new Broken(`never one more than the limit: ${open.length} browsers are open`);
};

/** How long the session's browser was open in truth, in milliseconds, until now. */
const openMs = (world: World, session: string): number => {
  const ran = [...world.node.machines.values()].filter(({ order }) => order?.session === session);
  return Math.max(0, ...ran.map(({ startedAt = 0, endedAt = world.clock.now() }) => endedAt - startedAt));
};

const checkCharges = (world: World): void => {
  for (const { session, credits } of world.books.charges.values()) {
    const open = world.books.opens.get(session);
    if (!open) throw new Broken(`a charge has an open: ${session} has none`);
    const most = sessionCredits(openMs(world, session), open.options.maxTtlSeconds);
    if (credits > most) throw new Broken(`the right amount: ${session} is charged ${credits}, and ran for ${most}`);
    const client = world.clients.find((each) => each.session === session);
    if (credits > 0 && client?.told === '503') throw new Broken(`who was told 503 is not charged: ${session}`);
  }
};

const checkFrozen = ({ books }: World, session: BrowserSession): void => {
  const { phase, credits } = session.status ?? {};
  const charge = books.charges.get(sessionId(session));
  if ((phase !== 'Settling' && phase !== 'Closed') || charge?.uid !== session.metadata.uid) return;
  if (charge.credits !== credits) throw new Broken(`the charge is what was frozen: ${charge.credits}, not ${credits}`);
};

/** What is true once faults have stopped, and time has gone on. */
export const checkRest = (world: World): void => {
  for (const session of world.objects('BrowserSession').values())
    throw new Broken(`every session ends and goes: ${session.metadata.name} stays ${session.status?.phase}`);
  for (const pod of world.objects('Pod').values()) throw new Broken(`no pod is left over: ${pod.metadata.name}`);
  for (const { session } of world.books.slots) throw new Broken(`no slot is left over: that of ${session}`);
  for (const session of world.books.opens.keys()) checkCharged(world, session);
  for (const client of world.clients)
    if (client.alive && client.told === 'nothing') throw new Broken(`every caller is answered: ${client.name} is not`);
};

/** Exactly one, and not too little where everything is known. */
const checkCharged = (world: World, session: string): void => {
  const charge = world.books.charges.get(session);
  if (!charge) throw new Broken(`every open has its charge: ${session} has none`);
  const machines = [...world.node.machines.values()].filter(({ order }) => order?.session === session);
  const [machine] = machines;
  if (machines.length !== 1 || !machine?.confirmed || machine.isLost || !charge.startedAt) return;
  const least = sessionCredits(openMs(world, session), charge.options.maxTtlSeconds);
  // Its object may have been deleted some time before its browser could be stopped.
  const isEarlier = Date.parse(charge.endedAt ?? '') < (machine.endedAt ?? 0);
  if (charge.credits < least && !isEarlier)
    throw new Broken(`the right amount: ${session} is charged ${charge.credits}, and is worth ${least}`);
};
