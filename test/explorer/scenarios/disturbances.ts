import type { CallOutcome } from '../played/gate.js';
import type { Machine } from '../played/machine.js';
import type { World } from '../played/world.js';
import { type Act, named } from './scenario.js';

export const endLeader: Act = ({ operators }) => {
  for (const operator of operators) operator.alive = false;
};
export const newLeader: Act = (world) => void world.addOperator();

/** The pod that was there before anybody asked. */
export const warmGetsUnready: Act = async ({ node }) => {
  const [machine] = node.machines.values();
  if (machine) await node.makeUnready(machine);
};
export const warmIsReady: Act = async ({ node }) => {
  const [machine] = node.machines.values();
  if (machine?.answers) await node.makeReady(machine);
};

/** To the machine that is open; of several, to that of the first client. */
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
/** So many calls as it takes until startBy. */
export const closeBooks = ({ gate }: World) => gate.cutOff({ service: 'ledger', calls: 6 });
/** Of as many pods as a session may have. */
export const refuseToOpen: Act = ({ gate }) =>
  gate.cutOff({ service: 'pods', calls: 5, name: 'agent.activate', outcome: 'fails' });
/** Of as many passes as a session may have pods. */
export const closeProxiesBriefly: Act = ({ gate }) =>
  gate.cutOff({ service: 'ledger', calls: 5, name: 'proxies.proxyOf' });
/** The next open is in the books when whoever was held up goes on; until startBy the books hear of nothing else. */
export const openLate: Act = (world) => {
  world.gate.cutOff({ service: 'ledger', calls: 1, name: 'books.open', outcome: 'takes effect late' });
  return closeBooks(world);
};
/** Of the calls that a pass makes again at once. */
export const closeBooksBriefly: Act = ({ gate }) => gate.cutOff({ service: 'ledger', calls: 2 });
export const loseClaims: Act = ({ gate }) =>
  gate.cutOff({ service: 'store', calls: 2, name: 'store.update Pod, finalizer set' });
/** The first operator waits for its next answer to this until it goes on. */
export const answerLate = (name: string): Act =>
  named(`answerLate ${name}`, ({ gate, operators: [actor] }) =>
    gate.cutOff({ service: 'store', calls: 1, name, outcome: 'is answered late', actor }),
  );
/** The next removal of a pod by the first operator is done when it goes on. */
export const removeLate: Act = ({ gate, operators: [actor] }) =>
  gate.cutOff({ service: 'store', calls: 1, name: 'store.delete Pod', outcome: 'takes effect late', actor });
/** The next passes that bind a session can't say so. */
export const loseBinding: Act = ({ gate }) =>
  gate.cutOff({ service: 'store', calls: 2, name: 'store.updateStatus BrowserSession Binding', outcome: 'fails' });
/** The first operator dies when it has opened a session, before it can say so. */
export const dieOpening: Act = ({ gate }) =>
  gate.cutOff({
    service: 'store',
    calls: 1,
    name: 'store.updateStatus BrowserSession Active',
    outcome: 'crashes before',
  });
/** The first operator stands still, and hears nothing of what happens meanwhile. */
export const suspend: Act = ({ operators: [operator] }) =>
  Object.assign(operator ?? {}, { isPaused: true, isDeaf: true });
/** It goes on with what it knew. */
export const wake: Act = ({ operators: [operator] }) => Object.assign(operator ?? {}, { isPaused: false });
/** The first passes that have opened a session can't say so. */
export const loseActive: Act = ({ gate }) =>
  gate.cutOff({ service: 'store', calls: 2, name: 'store.updateStatus BrowserSession Active', outcome: 'fails' });
/** The program in a pod does not answer the next call of the first operator. */
export const missOneCall: Act = ({ gate, operators: [actor] }) => gate.cutOff({ service: 'pods', calls: 1, actor });
/** So many confirmations come to this: more than an api sends, where it is not said how many. */
export const confirmationsEnd = (outcome: CallOutcome, calls = 100): Act =>
  named(`confirmationsMeet ${outcome}`, ({ gate }) =>
    gate.cutOff({ service: 'pods', name: 'agent.confirm', calls, outcome }),
  );
/** The next api whose session is confirmed dies before it can say so. */
export const dieConfirming: Act = ({ gate }) =>
  gate.cutOff({ service: 'pods', name: 'agent.confirm', calls: 1, outcome: 'crashes after' });
export const hang = toMachine('hang', async (_, machine) => machine.hang());
/** As a node does that is short of something: the program is told to end, and the pod is not deleted. */
export const evict = toMachine('evict', ({ node }, machine) => node.end(machine, false));
export const crash = toMachine('crash', ({ node }, machine) => node.end(machine, true));
export const kill = toMachine('kill', ({ node }, machine) => node.kill(machine));
export const takeLabels = toMachine('takeLabels', async (world, machine) => {
  const pod = world.podOf(machine);
  if (pod) await world.store.update('Pod', { ...pod, metadata: { ...pod.metadata, labels: {} } });
});
export const loseNode = toMachine('loseNode', ({ node }, machine) => node.lose(machine, false));

/** Whoever was held up until now goes on. */
export const resume: Act = (world) => world.resume();

/** It knows the ids of the messages that it stores alone. */
export const restartLedger: Act = ({ books }) => books.slots.restart();

/** As after a nats-server that was killed: the last slot that was given back is taken again. */
export const slotComesBack: Act = ({ books }) => books.slots.undoLastDeletion();
