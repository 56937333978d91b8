import { type BrowserPool, type BrowserSession, billingFinalizer, recordFinalizer, sessionId } from '@tintype/crds';
import type { Call, CallOutcome, Outage } from '../played/gate.js';
import type { Machine } from '../played/machine.js';
import { PlayedOperator } from '../played/operator.js';
import type { World } from '../played/world.js';

/** Chooses among the things that a fault may strike. */
export type Choose = <T>(of: readonly T[]) => T | undefined;

/** Undefined if the fault cannot strike. */
type Effect = (() => Promise<void> | void) | undefined;

export interface Fault {
  /** A column of the coverage table. */
  name: string;
  /**
   * When stopped parts resume in a systematic run: once no other move is left, or once everything is over. A random
   * schedule resumes them at any time.
   */
  until?: 'soon' | 'the end' | undefined;
  /** Strikes while a call waits, related or not. */
  at: (world: World, call: Call, choose: Choose) => Effect;
}

/** A fault of the call itself. */
const onCall = (name: string, fate: CallOutcome, until?: Fault['until']): Fault => ({
  name,
  until,
  at: (_, call) => (needsEffect.includes(fate) && call.request.isRead ? undefined : () => call.carryOut(fate)),
});

const needsEffect: readonly CallOutcome[] = ['answer lost', 'takes effect late', 'is repeated late'];

/** The attempt to undo a possible effect fails too. */
const answerLostTwice: Fault = {
  name: 'answer lost, and the next call fails',
  at: ({ gate }, call) => {
    if (call.request.isRead) return undefined;
    return async () => {
      await call.carryOut('answer lost');
      gate.cutOff({ service: call.request.service, calls: 1, actor: call.actor });
    };
  },
};

/** A fault of the operator that makes the call. */
const onOperator = (
  name: string,
  act: (world: World, call: Call) => Promise<void> | void,
  until?: Fault['until'],
): Fault => ({
  name,
  until,
  at: (world, call) => (call.actor instanceof PlayedOperator ? () => act(world, call) : undefined),
});

const maxOperators = 4;

const mayAddLeader = ({ operators }: World) => operators.filter(({ alive }) => alive).length < maxOperators;

const secondLeader = (world: World): void => {
  if (mayAddLeader(world)) world.addOperator();
};

/** Strikes during any program's call. */
const anotherActs: Fault = {
  name: 'a second leader acts',
  at: (world) => (mayAddLeader(world) ? () => secondLeader(world) : undefined),
};

const answeredLate = async (world: World, call: Call): Promise<void> => {
  await call.carryOut('is answered late');
  secondLeader(world);
};

const standsStill = (until: Fault['until'], name: string): Fault => ({
  name,
  until,
  at:
    (world, { actor }) =>
    () => {
      actor.isPaused = true;
      if (actor instanceof PlayedOperator) secondLeader(world);
    },
});

const goesDeaf: Fault = {
  name: 'loses its watches',
  until: 'the end',
  at: (world, { actor }) => {
    const deaf = [...world.operators, ...world.clients].find((each) => each === actor);
    if (!deaf) return undefined;
    return () => {
      deaf.isDeaf = true;
      if (deaf instanceof PlayedOperator) secondLeader(world);
    };
  },
};

const outOfReach = (name: string, outage: Outage): Fault => ({
  name,
  at:
    ({ gate }, { actor }) =>
    () =>
      gate.cutOff({ ...outage, actor }),
});

/** Refuses calls for a while, and forgets the ids of deleted messages. */
const ledgerRestarts: Fault = {
  name: 'the ledger restarts',
  at:
    ({ gate, ledger }) =>
    () => {
      gate.cutOff({ service: 'ledger', calls: 5 });
      ledger.slots.restart();
    },
};

const onPod = (
  name: string,
  act: (world: World, machine: Machine) => Promise<void>,
  { until, suits = () => true }: { until?: Fault['until']; suits?: (machine: Machine, world: World) => boolean } = {},
): Fault => ({
  name,
  until,
  at: (world, _, choose) => {
    const running = [...world.node.machines.values()].filter(
      (machine) => machine.answers && world.podOf(machine) && suits(machine, world),
    );
    const machine = choose(running);
    return machine && (() => act(world, machine));
  },
});

const forceDelete = async ({ store }: World, { pod }: Machine): Promise<void> => {
  await store.delete('Pod', pod, { uid: pod.uid, gracePeriodSeconds: 0 });
};

/** Removes the object while its browser may run, which the record's finalizer normally prevents. */
const stripPod = async (world: World, machine: Machine): Promise<void> => {
  const object = world.podOf(machine);
  if (!object) return;
  machine.isAbandoned = true;
  await world.store.update('Pod', { ...object, metadata: { ...object.metadata, finalizers: [] } });
  await forceDelete(world, machine);
};

const isClaimed = (machine: Machine, world: World): boolean =>
  world.podOf(machine)?.metadata.finalizers?.includes(recordFinalizer) ?? false;

/** A person changes a session's object. */
const onSession = (
  name: string,
  suits: (session: BrowserSession) => boolean,
  act: (world: World, session: BrowserSession) => Promise<void>,
): Fault => ({
  name,
  at: (world, _, choose) => {
    const session = choose([...world.objects('BrowserSession').values()].filter(suits));
    return session && (() => act(world, session));
  },
});

const isHeld = ({ metadata }: BrowserSession) => metadata.finalizers?.includes(billingFinalizer) ?? false;

const strip = async (world: World, session: BrowserSession): Promise<void> => {
  world.stripped.add(sessionId(session));
  const read = await world.store.get('BrowserSession', session.metadata);
  if (read) await world.store.update('BrowserSession', { ...read, metadata: { ...read.metadata, finalizers: [] } });
};

const onPool = (
  name: string,
  act: (world: World) => Promise<void>,
  suits: (pool: BrowserPool) => boolean = () => true,
): Fault => ({
  name,
  at: (world) => ([...world.objects('BrowserPool').values()].some(suits) ? () => act(world) : undefined),
});

const scaled = (name: string, replicas: number): Fault =>
  onPool(
    name,
    (world) => world.changePools({ replicas }),
    ({ spec }) => spec.replicas !== replicas,
  );

const changeTemplate = (world: World): Promise<void> =>
  world.changePools({ template: { labels: { version: world.nextSuffix() } } });

const deletePools = async (world: World): Promise<void> => {
  for (const pool of world.objects('BrowserPool').values()) await world.kubectlDelete('BrowserPool', pool);
};

export const faults: readonly Fault[] = [
  onCall('crashes before', 'crashes before', 'soon'),
  onCall('crashes after', 'crashes after', 'soon'),
  onOperator('crashes before, nobody leads', (_, call) => call.carryOut('crashes before'), 'the end'),
  onOperator('crashes after, nobody leads', (_, call) => call.carryOut('crashes after'), 'the end'),
  onCall('fails', 'fails'),
  onCall('times out', 'times out'),
  onCall('answer lost', 'answer lost'),
  onCall('is answered late', 'is answered late', 'the end'),
  onOperator('is answered late, another one leads', answeredLate, 'the end'),
  onCall('takes effect late', 'takes effect late', 'soon'),
  onCall('takes effect last', 'takes effect late', 'the end'),
  onCall('is repeated late', 'is repeated late', 'soon'),
  onCall('is repeated last', 'is repeated late', 'the end'),
  answerLostTwice,
  standsStill('soon', 'pauses'),
  onOperator('pauses, nobody leads', (_, { actor }) => void Object.assign(actor, { isPaused: true }), 'the end'),
  standsStill('the end', 'pauses to the end'),
  goesDeaf,
  anotherActs,
  outOfReach('the API server is unreachable', { service: 'store', calls: 6 }),
  ledgerRestarts,
  outOfReach('the pods are unreachable', { service: 'pods', calls: 6, outcome: 'fails' }),
  outOfReach('the pods are silent', { service: 'pods', calls: 6 }),
  onPod('the pod crashes', ({ node }, machine) => node.end(machine, true)),
  onPod('the pod is killed', ({ node }, machine) => node.kill(machine)),
  onPod('the pod hangs', async (_, machine) => machine.hang(), { suits: isClaimed }),
  onPod('the pod becomes unready', ({ node }, machine) => node.makeUnready(machine), { until: 'soon' }),
  onPod('the node is lost', ({ node }, machine) => node.lose(machine, false)),
  onPod('the node is lost and comes back', ({ node }, machine) => node.lose(machine, true), { until: 'soon' }),
  onPod('the pod is drained', ({ store }, { pod }) => store.delete('Pod', pod, { uid: pod.uid }).then(() => undefined)),
  onPod('the pod is force-deleted', forceDelete),
  onPod('the pod is stripped', stripPod, { suits: isClaimed }),
  onSession(
    'kubectl deletes',
    ({ metadata }) => !metadata.deletionTimestamp,
    (world, session) => world.kubectlDelete('BrowserSession', session),
  ),
  onSession('kubectl removes the finalizer', isHeld, strip),
  onSession('kubectl deletes and removes the finalizer', isHeld, async (world, session) => {
    await world.kubectlDelete('BrowserSession', session);
    await strip(world, session);
  }),
  scaled('the pool is scaled to zero', 0),
  scaled('the pool is scaled up', 3),
  onPool('the template changes', changeTemplate),
  onPool('the pool is deleted', deletePools),
  {
    name: 'the client leaves',
    at: ({ clients }, _, choose) => {
      const client = choose(clients.filter(({ isWaiting }) => isWaiting));
      return client && (() => client.leave());
    },
  },
  {
    name: 'the client closes',
    at: ({ clients }, _, choose) => {
      const client = choose(clients.filter(({ mayClose }) => mayClose));
      return client && (() => client.close());
    },
  },
];
