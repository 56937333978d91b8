import type { CallOutcome } from '../played/gate.js';
import type { Machine } from '../played/machine.js';
import type { World } from '../played/world.js';
import { type Act, named } from './scenario.js';

export const endLeader: Act = ({ operators }) => {
  for (const operator of operators) operator.alive = false;
};
export const newLeader: Act = (world) => void world.addOperator();

/** The pod from before the first request. */
export const warmGetsUnready: Act = async ({ node }) => {
  const [machine] = node.machines.values();
  if (machine) await node.makeUnready(machine);
};
export const warmIsReady: Act = async ({ node }) => {
  const [machine] = node.machines.values();
  if (machine?.answers) await node.makeReady(machine);
};

/** Acts on the open machine, preferably the first client's. */
export const toMachine = (name: string, act: (world: World, machine: Machine) => Promise<unknown>): Act =>
  named(name, async (world) => {
    const open = [...world.node.machines.values()].filter(({ isOpen }) => isOpen);
    const machine = open.find(({ order }) => order?.session === world.clients[0]?.session) ?? open[0];
    if (machine) await act(world, machine);
  });

export const drain = toMachine('drain', ({ store }, { pod }) => store.delete('Pod', pod));
export const drainAll: Act = async ({ node, store }) => {
  for (const { pod } of node.machines.values()) await store.delete('Pod', pod);
};
export const forceDelete = toMachine('forceDelete', ({ store }, { pod }) =>
  store.delete('Pod', pod, { gracePeriodSeconds: 0 }),
);

export const neverReady: Act = ({ node }) => Object.assign(node, { makesReady: false });
export const readyAtLast: Act = ({ node }) => Object.assign(node, { makesReady: true });
export const refusePods: Act = (world) => Object.assign(world, { takesPods: false });
export const exhaustQuota: Act = (world) => Object.assign(world, { hasQuota: false });
export const raiseQuota: Act = (world) => Object.assign(world, { hasQuota: true });
/** Enough calls to last until startBy. */
export const closeLedger = ({ gate }: World) => gate.cutOff({ service: 'ledger', calls: 6 });
/** One call per pod that a session may try. */
export const refuseToOpen: Act = ({ gate }) =>
  gate.cutOff({ service: 'pods', calls: 5, name: 'agent.activate', outcome: 'fails' });
/** One call per pass that a session may have. */
export const closeProxiesBriefly: Act = ({ gate }) =>
  gate.cutOff({ service: 'ledger', calls: 5, name: 'proxies.proxyOf' });
/** The next open is written on resumption; until startBy the ledger gets nothing else. */
export const openLate: Act = (world) => {
  world.gate.cutOff({ service: 'ledger', calls: 1, name: 'ledger.open', outcome: 'takes effect late' });
  return closeLedger(world);
};
/** The calls that one pass repeats at once. */
export const closeLedgerBriefly: Act = ({ gate }) => gate.cutOff({ service: 'ledger', calls: 2 });
export const loseClaims: Act = ({ gate }) =>
  gate.cutOff({ service: 'store', calls: 2, name: 'store.update Pod, finalizer set' });
/** The first operator gets its next answer to this only on resumption. */
export const answerLate = (name: string): Act =>
  named(`answerLate ${name}`, ({ gate, operators: [actor] }) =>
    gate.cutOff({ service: 'store', calls: 1, name, outcome: 'is answered late', actor }),
  );
/** The first operator's next pod deletion takes effect on resumption. */
export const removeLate: Act = ({ gate, operators: [actor] }) =>
  gate.cutOff({ service: 'store', calls: 1, name: 'store.delete Pod', outcome: 'takes effect late', actor });
/** The next passes cannot record a binding. */
export const loseBinding: Act = ({ gate }) =>
  gate.cutOff({ service: 'store', calls: 2, name: 'store.updateStatus BrowserSession Binding', outcome: 'fails' });
/** The first operator dies after it opened a session, before it records that. */
export const dieOpening: Act = ({ gate }) =>
  gate.cutOff({
    service: 'store',
    calls: 1,
    name: 'store.updateStatus BrowserSession Active',
    outcome: 'crashes before',
  });
/** The first operator pauses, deaf. */
export const suspend: Act = ({ operators: [operator] }) =>
  Object.assign(operator ?? {}, { isPaused: true, isDeaf: true });
/** It resumes with its old knowledge. */
export const wake: Act = ({ operators: [operator] }) => Object.assign(operator ?? {}, { isPaused: false });
/** The first passes cannot record that a session is open. */
export const loseActive: Act = ({ gate }) =>
  gate.cutOff({ service: 'store', calls: 2, name: 'store.updateStatus BrowserSession Active', outcome: 'fails' });
/** The pod's program ignores the first operator's next call. */
export const missOneCall: Act = ({ gate, operators: [actor] }) => gate.cutOff({ service: 'pods', calls: 1, actor });
/** 100 is more than an api sends. */
export const confirmationsEnd = (outcome: CallOutcome, calls = 100): Act =>
  named(`confirmationsMeet ${outcome}`, ({ gate }) =>
    gate.cutOff({ service: 'pods', name: 'agent.confirm', calls, outcome }),
  );
/** The next api dies after its confirmation. */
export const dieConfirming: Act = ({ gate }) =>
  gate.cutOff({ service: 'pods', name: 'agent.confirm', calls: 1, outcome: 'crashes after' });
export const hang = toMachine('hang', async (_, machine) => machine.hang());
/** A node short of memory signals the program to end and keeps the pod object. */
export const evict = toMachine('evict', ({ node }, machine) => node.end(machine, false));
export const crash = toMachine('crash', ({ node }, machine) => node.end(machine, true));
export const kill = toMachine('kill', ({ node }, machine) => node.kill(machine));
export const takeLabels = toMachine('takeLabels', async (world, machine) => {
  const pod = world.podOf(machine);
  if (pod) await world.store.update('Pod', { ...pod, metadata: { ...pod.metadata, labels: {} } });
});
export const loseNode = toMachine('loseNode', ({ node }, machine) => node.lose(machine, false));

export const resume: Act = (world) => world.resume();

/** The server keeps only the ids of stored messages. */
export const restartLedger: Act = ({ ledger }) => ledger.slots.restart();

/** A killed nats-server loses the last deletion of a slot. */
export const slotComesBack: Act = ({ ledger }) => ledger.slots.undoLastDeletion();
