import type { StagedOperator } from './programs.js';
import type { SessionStage } from './stage.js';

/** A session's life, and the leader's calls in it by `SessionProcess` names. */
interface Life {
  play: (stage: SessionStage) => Promise<unknown>;
  writes: readonly string[];
  reads: readonly string[];
  /** The session's time must pass. */
  isLong?: boolean;
}

/** A call at which the leader is struck. */
export interface LeaderCall {
  name: string;
  isRead: boolean;
  isLong: boolean;
  play: Life['play'];
}

const account = (stage: SessionStage) => stage.account('acme', 2);

const wish = (stage: SessionStage) => ({ account: account(stage), maxTtlSeconds: 60, patienceMs: 20_000 });

const shortTtl = 2;

const openAndClose = async (stage: SessionStage): Promise<void> => {
  const client = await stage.open(wish(stage));
  await client.close(stage.api);
};

const closed: Life = {
  play: openAndClose,
  writes: [
    'slots.take',
    'create Pod',
    'status BrowserSession Binding',
    'update Pod, finalizer set',
    'ledger.open',
    'agent.activate',
    'status BrowserSession Active',
    'agent.close',
    'status BrowserSession Settling',
    'ledger.charge',
    'slots.free',
    'update Pod, finalizer removed',
    'delete Pod',
    'update BrowserSession, finalizer removed',
  ],
  // The last two are the sweeper's, each second.
  reads: ['get BrowserSession', 'get Pod', 'list Pod', 'ledger.findOpen', 'slots.all', 'ledger.unsettled'],
};

const hung: Life = {
  play: async (stage) => {
    const client = await stage.open(wish(stage));
    stage.kubelet.machineOf(client.session)?.hang();
    await client.close(stage.api);
  },
  writes: ['status BrowserSession Closing'],
  reads: [],
  isLong: true,
};

const expired: Life = {
  play: (stage) => stage.createByHand('by-hand', account(stage), shortTtl),
  writes: ['update BrowserSession, finalizer set', 'status BrowserSession Closed', 'delete BrowserSession'],
  reads: [],
};

const refused: Life = {
  play: (stage) => stage.createByHand('by-hand', 'nobody', shortTtl),
  writes: ['status BrowserSession Rejected'],
  reads: [],
};

const neverStarted: Life = {
  play: async (stage) => {
    stage.kubelet.node.makesReady = false;
    const { metadata } = await stage.createByHand('by-hand', account(stage), shortTtl);
    await stage.until('it waits for its pod', async () => (await stage.session(metadata))?.status?.phase === 'Binding');
    // Past startBy.
    stage.skip(61_000);
  },
  writes: ['status BrowserSession Failed'],
  reads: [],
};

const warm: Life = {
  play: async (stage) => {
    await stage.pool(1);
    await openAndClose(stage);
    const pool = await stage.poolObject();
    if (pool) await stage.engine.store.delete('BrowserPool', pool.metadata);
  },
  writes: ['status BrowserPool'],
  reads: [],
};

const callsOf = ({ play, writes, reads, isLong = false }: Life): LeaderCall[] => [
  ...writes.map((name) => ({ name, isRead: false, isLong, play })),
  ...reads.map((name) => ({ name, isRead: true, isLong, play })),
];

export const leaderCalls: readonly LeaderCall[] = [closed, hung, expired, refused, neverStarted, warm].flatMap(callsOf);

/** Plays a life and strikes the leader at one call. */
const playStruck = async (
  stage: SessionStage,
  [moment, { name, play }]: ['before' | 'after', LeaderCall],
  strike: (leader: StagedOperator) => void,
): Promise<void> => {
  const leader = await stage.leader();
  let isStruck = false;
  leader.process.strike(name, moment, () => {
    stage.note(`strikes ${moment} ${name}`);
    strike(leader);
    isStruck = true;
  });
  await play(stage);
  await stage.until(`the leader calls ${name}`, () => isStruck);
};

/** Kills the leader; another leads. */
export const killLeader = (stage: SessionStage, moment: 'before' | 'after', call: LeaderCall): Promise<void> =>
  playStruck(stage, [moment, call], (leader) => leader.kill());

export const stopLeader = async (stage: SessionStage, call: LeaderCall): Promise<void> => {
  await playStruck(stage, ['before', call], (leader) => stage.awaitAtClose(leader.stop()));
  await stage.addOperator();
};

/** Halts the leader at a call. Another leads and ends the session, then the first resumes and sends the call. */
export const haltLeader = async (stage: SessionStage, call: LeaderCall): Promise<void> => {
  const halted = await stage.leader();
  await playStruck(stage, ['before', call], (leader) => leader.pause());
  await stage.until('another one leads', () => stage.operators.some((other) => other !== halted && other.isLeading));
  await stage.until('the other one is done', async () => {
    if (call.isLong) await stage.advance();
    return (await stage.leftovers()).length === 0;
  });
  stage.note('the halted leader resumes');
  let isSent = false;
  halted.process.strike(call.name, 'after', () => {
    isSent = true;
  });
  halted.resume();
  await stage.until('its call comes through', () => isSent);
};
