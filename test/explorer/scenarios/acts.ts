import { noActions } from '@tintype/contracts';
import {
  type BrowserSession,
  type BrowserSessionStatus,
  Invalid,
  isFinal,
  isStartingPhase,
  keyText,
  type SessionPhase,
  sessionId,
} from '@tintype/crds';
import type { Fate } from '../played/gate.js';
import type { Machine } from '../played/machine.js';
import type { World } from '../played/world.js';
import { type Act, named } from './scenario.js';

export const ttl = 90;
/** Where a pod that does not answer is asked again and again until it counts as dead. */
const shortTtl = 10;
const longTtl = 600;

export const create = (world: World) => world.addClient().begin(ttl);
export const createShort: Act = (world) => world.addClient().begin(shortTtl);
export const createLong: Act = (world) => world.addClient().begin(longTtl);
export const createByHand: Act = (world) => world.kubectlCreate(ttl);
export const createLongByHand: Act = (world) => world.kubectlCreate(longTtl);
export const createShortByHand: Act = (world) => world.kubectlCreate(shortTtl);
export const createByNobody: Act = (world) => world.kubectlCreate(ttl, 'nobody');
export const createByDisabled: Act = (world) => world.kubectlCreate(ttl, 'disabled');
export const createProxiedByHand = (world: World) => world.kubectlCreate(ttl, 'acme', true);
export const createProxiedAndAnother: Act = async (world) => {
  await createProxiedByHand(world);
  create(world);
};
export const close: Act = ({ clients }) => clients[0]?.close();
/** Its api stands still before it has deleted anything. */
export const closeSlowly: Act = (world) => {
  const [client] = world.clients;
  client?.close();
  Object.assign(client?.deleting ?? {}, { asleep: true });
};
export const closeSecond: Act = ({ clients }) => clients[1]?.close();
/** The first client closes its session, or leaves when it has none yet. */
export const giveUp: Act = ({ clients: [client] }) => (client?.mayClose ? client.close() : client?.leave());
export const createAndLeave: Act = (world) => {
  create(world);
  world.clients[0]?.leave();
};
export const createUnheard: Act = (world) => {
  create(world);
  Object.assign(world.clients[0] ?? {}, { hearsNothing: true });
};
export const endApi: Act = ({ clients }) => {
  for (const client of clients) client.alive = false;
};
export const createTwo: Act = (world) => {
  create(world);
  create(world);
};

/** With an `Idempotency-Key`. */
export const createWithKey: Act = (world) => world.addClient({ hasKey: true }).begin(ttl);
/** What the first client asked for is asked for again, with its key. */
export const repeat: Act = (world) => world.addClient({ session: world.clients[0]?.session, hasKey: true }).begin(ttl);
/** The same; its api's watch tells it nothing. */
export const repeatUnheard: Act = (world) => {
  repeat(world);
  Object.assign(world.clients.at(-1) ?? {}, { hearsNothing: true });
};
export const createTwice: Act = async (world) => {
  await createWithKey(world);
  await repeat(world);
};

/** The first that kubectl made, once more. */
export const createByHandAgain: Act = (world) => world.makeAgain('default/by-hand-1');

export const createWithPool: Act = async (world) => {
  await world.createPool(1);
  await world.kubectlCreate(ttl);
};

export const createAndScaleDown: Act = async (world) => {
  create(world);
  await world.changePools({ replicas: 0 });
};
export const createAndChangeTemplate: Act = async (world) => {
  create(world);
  await world.changePools({ template: { labels: { version: 'next' } } });
};
export const createAndDeletePool: Act = async (world) => {
  create(world);
  for (const pool of world.objects('BrowserPool').values()) await world.kubectlDelete('BrowserPool', pool);
};

export const scaleDown: Act = (world) => world.changePools({ replicas: 0 });
export const scaleUp: Act = (world) => world.changePools({ replicas: 1 });

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

export const deleteByHand: Act = async (world) => {
  for (const session of world.objects('BrowserSession').values()) await world.kubectlDelete('BrowserSession', session);
};

const mayEnd = (phase: SessionPhase) => !isFinal(phase);

/** Somebody writes this into each status, as `kubectl edit --subresource=status` does. */
const edit = (name: string, change: BrowserSessionStatus, suits = mayEnd): Act =>
  named(name, async ({ store, writtenOff }) => {
    const { items } = await store.list('BrowserSession');
    for (const session of items.filter(({ status }) => suits(status?.phase ?? 'Pending'))) {
      writtenOff.add(sessionId(session));
      await store.updateStatus('BrowserSession', { ...session, status: { ...session.status, ...change } });
    }
  });

export const writeOff = edit('writeOff', { phase: 'Closed' });
export const writeOffForNothing = edit('writeOffForNothing', { phase: 'Settling', credits: 0 });
export const writeFailed = edit('writeFailed', { phase: 'Failed' }, isStartingPhase);
export const writeBinding = edit('writeBinding', { phase: 'Binding' });
export const writeActive = edit('writeActive', { phase: 'Active' });

const longAgo = '2020-01-01T00:00:00.000Z';

/** What its kind lets nobody write into the status of a session that is active. */
export const refusedEdits: readonly BrowserSessionStatus[] = [
  { pod: undefined },
  { pod: { name: 'gone', uid: 'gone' } },
  { pod: { name: 'gone', uid: 'gone' }, attempts: 9 },
  { startedAt: undefined },
  { startedAt: longAgo },
  { expiresAt: longAgo },
  { closeReason: 'NodeLost' },
  { credits: 0, endedAt: longAgo },
  { phase: 'Closing', closeReason: 'NodeLost', endedAt: longAgo },
  { phase: 'Settling', closeReason: 'NodeLost', credits: 0, counts: noActions },
];

export const writeWhatIsRefused: Act = named('writeWhatIsRefused', async ({ store }) => {
  for (const change of refusedEdits)
    for (const session of (await store.list('BrowserSession')).items) {
      if (session.status?.phase !== 'Active') continue;
      const written = store.updateStatus('BrowserSession', { ...session, status: { ...session.status, ...change } });
      await written.catch((error: unknown) => {
        if (!(error instanceof Invalid)) throw error;
      });
    }
});

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
export const fillUp: Act = (world) => Object.assign(world, { hasRoom: false });
export const makeRoom: Act = (world) => Object.assign(world, { hasRoom: true });
/** So many calls as it takes until startBy. */
export const closeBooks = ({ gate }: World) => gate.cutOff({ service: 'ledger', calls: 6 });
/** Of as many pods as a session may have. */
export const refuseToOpen: Act = ({ gate }) =>
  gate.cutOff({ service: 'pods', calls: 5, name: 'agent.activate', fate: 'fails' });
/** Of as many passes as a session may have pods. */
export const closeProxiesAWhile: Act = ({ gate }) =>
  gate.cutOff({ service: 'ledger', calls: 5, name: 'proxies.proxyOf' });
/** The next open is in the books when whoever was held up goes on; until startBy the books hear of nothing else. */
export const openLate: Act = (world) => {
  world.gate.cutOff({ service: 'ledger', calls: 1, name: 'books.open', fate: 'takes effect late' });
  return closeBooks(world);
};
/** Of the calls that a pass makes again at once. */
export const closeBooksAWhile: Act = ({ gate }) => gate.cutOff({ service: 'ledger', calls: 2 });
export const loseClaims: Act = ({ gate }) =>
  gate.cutOff({ service: 'store', calls: 2, name: 'store.update Pod, finalizer set' });
/** The first operator waits for its next answer to this until it goes on. */
export const answerLate = (name: string): Act =>
  named(`answerLate ${name}`, ({ gate, operators: [actor] }) =>
    gate.cutOff({ service: 'store', calls: 1, name, fate: 'is answered late', actor }),
  );
/** The next removal of a pod by the first operator is done when it goes on. */
export const removeLate: Act = ({ gate, operators: [actor] }) =>
  gate.cutOff({ service: 'store', calls: 1, name: 'store.delete Pod', fate: 'takes effect late', actor });
/** The next passes that bind a session can't say so. */
export const loseBinding: Act = ({ gate }) =>
  gate.cutOff({ service: 'store', calls: 2, name: 'store.updateStatus BrowserSession Binding', fate: 'fails' });
/** The first operator dies when it has opened a session, before it can say so. */
export const dieOpening: Act = ({ gate }) =>
  gate.cutOff({ service: 'store', calls: 1, name: 'store.updateStatus BrowserSession Active', fate: 'crashes before' });
/** The first operator stands still, and hears nothing of what happens meanwhile. */
export const suspend: Act = ({ operators: [operator] }) =>
  Object.assign(operator ?? {}, { asleep: true, hearsNothing: true });
/** It goes on with what it knew. */
export const wake: Act = ({ operators: [operator] }) => Object.assign(operator ?? {}, { asleep: false });
/** The first passes that have opened a session can't say so. */
export const loseActive: Act = ({ gate }) =>
  gate.cutOff({ service: 'store', calls: 2, name: 'store.updateStatus BrowserSession Active', fate: 'fails' });
/** The program in a pod does not answer the next call of the first operator. */
export const missOneCall: Act = ({ gate, operators: [actor] }) => gate.cutOff({ service: 'pods', calls: 1, actor });
/** So many confirmations come to this: more than an api sends, where it is not said how many. */
export const confirmationsMeet = (fate: Fate, calls = 100): Act =>
  named(`confirmationsMeet ${fate}`, ({ gate }) =>
    gate.cutOff({ service: 'pods', name: 'agent.confirm', calls, fate }),
  );
/** The next api whose session is confirmed dies before it can say so. */
export const dieConfirming: Act = ({ gate }) =>
  gate.cutOff({ service: 'pods', name: 'agent.confirm', calls: 1, fate: 'crashes after' });
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

/** A session is gone without a trace. */
const strip = async (world: World, session: BrowserSession) => {
  world.stripped.add(sessionId(session));
  const metadata = { ...session.metadata, finalizers: [] };
  const stripped = await world.store.update('BrowserSession', { ...session, metadata });
  if (!session.metadata.deletionTimestamp) await world.kubectlDelete('BrowserSession', stripped);
};

/** That of the first client. */
export const stripByHand: Act = async (world) => {
  const session = world.objects('BrowserSession').get(keyText(world.clients[0]?.key ?? { namespace: '', name: '' }));
  if (session) await strip(world, session);
};

export const stripEach: Act = async (world) => {
  for (const session of world.objects('BrowserSession').values()) await strip(world, session);
};

/** Whoever was held up until now goes on. */
export const resume: Act = (world) => world.resume();

/** The create of the first client takes effect once more, as one does that was sent twice. */
export const createAgain: Act = async (world) => {
  const [client] = world.clients;
  if (client) await world.makeAgain(keyText(client.key));
};

/** Its object is gone and there again before anybody hears of it. */
export const makeAnew: Act = async (world) => {
  await stripByHand(world);
  await createAgain(world);
};

/** It knows the ids of the messages that it stores alone. */
export const restartLedger: Act = ({ books }) => books.slots.restart();

/** As after a nats-server that was killed: the last slot that was given back is taken again. */
export const slotComesBack: Act = ({ books }) => books.slots.bringBack();

/** A charge that none of the programs wrote, for the first client. */
export const plantCharge: Act = (world) => {
  const [client] = world.clients;
  for (const { session, account, uid, options } of world.books.unsettled.filter(
    (open) => open.session === client?.session,
  )) {
    world.planted.add(session);
    const at = new Date(world.clock.now()).toISOString();
    world.books.charges.add({
      ...{ session, account, uid, options, at },
      ...{ credits: 0, closeReason: 'ObjectGone', counts: noActions },
    });
  }
};
