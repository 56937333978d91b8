import { noActions } from '@tintype/contracts';
import { keyText, sessionId } from '@tintype/crds';
import type { Machine } from './machine.js';
import type { Told } from './played-client.js';
import type { World, WorldOptions } from './world.js';

/** What people and nodes do; a number is so many seconds that pass. */
export type Act = ((world: World) => Promise<unknown> | unknown) | number;

/** A life of a session in which, left alone, nothing goes wrong. */
export interface Scenario {
  name: string;
  world?: WorldOptions;
  /** Each when nothing is left to do without it. */
  script: readonly Act[];
  /** What callers are told when nothing goes wrong, in their order. */
  told?: readonly Told[];
  /** What is charged then, in the order of the charges. */
  credits: readonly number[];
}

const ttl = 90;
/** Where a pod that does not answer is asked again and again until it counts as dead. */
const shortTtl = 10;
const longTtl = 600;

const create = (world: World) => world.addClient().begin(ttl);
const createShort: Act = (world) => world.addClient().begin(shortTtl);
const createLong: Act = (world) => world.addClient().begin(longTtl);
const createByHand: Act = (world) => world.kubectlCreate(ttl);
const createLongByHand: Act = (world) => world.kubectlCreate(longTtl);
const close: Act = ({ clients }) => clients[0]?.close();
const createAndLeave: Act = (world) => {
  create(world);
  world.clients[0]?.leave();
};
const createUnheard: Act = (world) => {
  create(world);
  Object.assign(world.clients[0] ?? {}, { hearsNothing: true });
};
const createTwo: Act = (world) => {
  create(world);
  create(world);
};

const deleteByHand: Act = async (world) => {
  for (const session of world.objects('BrowserSession').values()) await world.kubectlDelete('BrowserSession', session);
};

/** To the machine that is open. */
const toMachine =
  (act: (world: World, machine: Machine) => Promise<unknown>): Act =>
  async (world) => {
    const machine = [...world.node.machines.values()].find(({ isOpen }) => isOpen);
    if (machine) await act(world, machine);
  };

const drain = toMachine(({ store }, { pod }) => store.delete('Pod', pod));
const forceDelete = toMachine(({ store }, { pod }) => store.delete('Pod', pod, { gracePeriodSeconds: 0 }));

const neverReady: Act = ({ node }) => Object.assign(node, { makesReady: false });
const readyAtLast: Act = ({ node }) => Object.assign(node, { makesReady: true });
/** So many calls as it takes until startBy. */
const closeBooks: Act = ({ gate }) => gate.cutOff('ledger', 6);
const loseNode = toMachine(({ node }, machine) => node.lose(machine, false));

/** The session of the first client is gone without a trace. */
const stripByHand: Act = async (world) => {
  const session = world.objects('BrowserSession').get(keyText(world.clients[0]?.key ?? { namespace: '', name: '' }));
  if (!session) return;
  world.stripped.add(sessionId(session));
  const metadata = { ...session.metadata, finalizers: [] };
  await world.kubectlDelete('BrowserSession', await world.store.update('BrowserSession', { ...session, metadata }));
};

/** A charge that none of the programs wrote. */
const plantCharge: Act = (world) => {
  for (const { session, account, uid, options } of world.books.unsettled) {
    world.planted.add(session);
    const at = new Date(world.clock.now()).toISOString();
    world.books.charges.write({
      ...{ session, account, uid, options, at },
      ...{ credits: 0, closeReason: 'ObjectGone', counts: noActions },
    });
  }
};

export const scenarios: readonly Scenario[] = [
  { name: 'opened, and closed by its client', script: [create, 70, close], told: ['201'], credits: [2] },
  { name: 'opened, and never closed', script: [create], told: ['201'], credits: [2] },
  { name: 'made and deleted by kubectl', script: [createByHand, 10, deleteByHand], credits: [1] },
  { name: 'made by kubectl, and never deleted', script: [createByHand], credits: [2] },
  {
    name: 'the browser crashes',
    script: [create, toMachine(({ node }, machine) => node.end(machine, true))],
    told: ['201'],
    credits: [1],
  },
  { name: 'the pod is drained', script: [create, drain], told: ['201'], credits: [1] },
  { name: 'the pod is force-deleted', script: [create, forceDelete], told: ['201'], credits: [1] },
  {
    name: 'the node is lost',
    script: [createShort, loseNode],
    told: ['201'],
    credits: [0],
  },
  {
    name: 'the node is lost, and the client closes',
    script: [createShort, loseNode, close],
    told: ['201'],
    credits: [0],
  },
  {
    name: 'the pod hangs, and the client closes',
    script: [createShort, toMachine(async (_, machine) => machine.hang()), close],
    told: ['201'],
    credits: [1],
  },
  {
    name: 'the finalizer is stripped',
    world: { collectsGarbage: true },
    script: [create, 20, stripByHand],
    told: ['201'],
    credits: [1],
  },
  {
    name: 'the finalizer is stripped, and nobody collects garbage',
    script: [createLong, 20, stripByHand],
    told: ['201'],
    credits: [4],
  },
  {
    name: 'the finalizer is stripped, and the node is lost',
    script: [create, 20, loseNode, stripByHand],
    told: ['201'],
    credits: [0],
  },
  {
    name: 'the finalizer is stripped, and another session goes on',
    script: [createLongByHand, createLong, 20, stripByHand],
    told: ['201'],
    credits: [4, 10],
  },
  { name: 'the client leaves before anything', script: [createAndLeave], told: ['503'], credits: [] },
  {
    name: 'no pod gets ready',
    script: [neverReady, create],
    told: ['503'],
    credits: [],
  },
  { name: 'made by kubectl, and no pod gets ready', script: [neverReady, createByHand], credits: [] },
  {
    name: 'the books are out of reach until startBy',
    script: [neverReady, createByHand, closeBooks, readyAtLast],
    credits: [],
  },
  { name: 'the api does not hear that it is active', script: [createUnheard], told: ['503'], credits: [0] },
  { name: 'the account is unknown', script: [(world) => world.kubectlCreate(ttl, 'nobody')], credits: [] },
  { name: 'the account is disabled', script: [(world) => world.kubectlCreate(ttl, 'disabled')], credits: [] },
  {
    name: 'more sessions than slots',
    script: [create, create, create, createByHand, close],
    told: ['201', '201', '429'],
    credits: [1, 2],
  },
  {
    name: 'one slot, closed and taken again',
    world: { slots: 1, warmPods: 1 },
    script: [create, close, create],
    told: ['201', '201'],
    credits: [1, 2],
  },
  {
    name: 'two sessions, one warm pod',
    world: { warmPods: 1 },
    script: [createTwo, close],
    told: ['201', '201'],
    credits: [1, 2],
  },
  {
    name: 'the books have another charge',
    script: [create, plantCharge, close],
    told: ['201'],
    credits: [0],
  },
];
