import { billingFinalizer, keyText } from '@tintype/crds';
import { type Call, type Fate, fates } from './gate.js';
import type { Machine } from './played-node.js';
import type { PlayedOperator } from './played-operator.js';
import type { World } from './world.js';

/** One thing that may happen next. */
export interface Move {
  text: string;
  /** Of a fault: its name, whatever it strikes. */
  fault?: string;
  /** Of a call that goes on. */
  call?: Call;
  make: () => Promise<void> | void;
}

export const callMove = (call: Call, fate: Fate): Move => ({
  text: `${call.actor.name}: ${call.name} ${fate}`,
  ...(fate === 'goes on' ? { call } : { fault: fate }),
  make: () => call.carryOut(fate),
});

/** Whatever goes on when nothing goes wrong, the most urgent first. */
export const ordinaryMoves = (world: World): Move[] => [
  ...world.gate.waiting.map((call) => callMove(call, 'goes on')),
  ...world.operators.flatMap(operatorMoves),
  ...clientMoves(world),
  ...[...world.node.machines.values()].flatMap((machine) => kubeletMoves(world, machine)),
];

const operatorMoves = (operator: PlayedOperator): Move[] => {
  if (!operator.alive || operator.isBusy) return [];
  const { name } = operator;
  return [
    ...(operator.isBehind ? [{ text: `${name} hears`, make: () => operator.hear() }] : []),
    ...operator.ready.map((key) => ({ text: `${name} looks at ${key}`, make: () => operator.pass(key) })),
    ...(operator.isSweepDue ? [{ text: `${name} sweeps`, make: () => operator.sweep() }] : []),
  ];
};

const clientMoves = ({ clients }: World): Move[] =>
  clients
    .filter((client) => client.alive && client.hasNews)
    .map((client) => ({ text: `the api of ${client.name} hears`, make: () => client.hear() }));

const kubeletMoves = (world: World, machine: Machine): Move[] => {
  const object = world.objects('Pod').get(keyText(machine.pod));
  if (object?.metadata.uid !== machine.pod.uid) return [];
  const { deletionTimestamp, deletionGracePeriodSeconds } = object.metadata;
  const isHeld = deletionGracePeriodSeconds === 0 && (machine.life === 'ended' || machine.isLost);
  if (deletionTimestamp && !isHeld)
    return [{ text: `${machine.pod.name} ends, being deleted`, make: () => world.node.finish(machine) }];
  if (machine.life === 'starting' && !machine.isLost && world.node.makesReady)
    return [{ text: `${machine.pod.name} is ready`, make: () => world.node.makeReady(machine) }];
  return [];
};

/** What may go wrong with a call. */
export const callFaults = (call: Call): Move[] =>
  fates
    .filter((fate) => fate !== 'goes on' && !(call.isRead && fate === 'answer lost'))
    .map((fate) => callMove(call, fate));

/** What people, nodes and other processes may do at any time. */
export const worldFaults = (world: World): Move[] => [
  ...[...world.node.machines.values()].flatMap((machine) => machineFaults(world, machine)),
  ...[...world.objects('BrowserSession').values()].flatMap(({ metadata }) => {
    const key = { namespace: metadata.namespace, name: metadata.name };
    return [
      ...(metadata.deletionTimestamp
        ? []
        : [
            {
              text: `kubectl deletes ${key.name}`,
              fault: 'kubectl deletes',
              make: async () => void (await world.store.delete('BrowserSession', key)),
            },
          ]),
      ...(metadata.finalizers?.includes(billingFinalizer)
        ? [
            {
              text: `kubectl strips the finalizer of ${key.name}`,
              fault: 'kubectl strips',
              make: () => strip(world, key),
            },
          ]
        : []),
    ];
  }),
  ...world.clients
    .filter((client) => client.isWaiting)
    .map((client) => ({
      text: `${client.name} leaves`,
      fault: 'the client leaves',
      make: () => client.leave(),
    })),
  ...world.clients
    .filter((client) => client.mayClose)
    .map((client) => ({
      text: `${client.name} sends DELETE`,
      fault: 'the client closes',
      make: () => client.close(),
    })),
];

const machineFaults = (world: World, machine: Machine): Move[] => {
  const object = world.objects('Pod').get(keyText(machine.pod));
  if (machine.life !== 'running' || machine.isLost || object?.metadata.uid !== machine.pod.uid) return [];
  const { name, uid } = machine.pod;
  return [
    { text: `${name} crashes`, fault: 'the pod crashes', make: () => world.node.end(machine, true) },
    { text: `the node of ${name} is lost`, fault: 'the node is lost', make: () => world.node.lose(machine) },
    {
      text: `${name} is drained`,
      fault: 'the pod is drained',
      make: async () => void (await world.store.delete('Pod', machine.pod, { uid })),
    },
  ];
};

const strip = async ({ store }: World, key: { namespace: string; name: string }): Promise<void> => {
  await store.delete('BrowserSession', key);
  const session = await store.get('BrowserSession', key);
  if (session) await store.update('BrowserSession', { ...session, metadata: { ...session.metadata, finalizers: [] } });
};
