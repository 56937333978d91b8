import type { StagedOperator } from './session-programs.js';
import type { SessionStage } from './session-stage.js';

/** Every call that a leader makes for a session in its life, as `SessionProcess` names them. */
export const leaderCalls = [
  'slots.take',
  'create Pod',
  'status BrowserSession Binding',
  'update Pod',
  'books.open',
  'agent.activate',
  'status BrowserSession Active',
  'agent.close',
  'status BrowserSession Settling',
  'books.charge',
  'slots.free',
  'delete Pod',
  'update BrowserSession',
] as const;

const wish = (stage: SessionStage) => ({ account: stage.account('acme', 2), maxTtlSeconds: 60, patienceMs: 20_000 });

/** A session is opened and closed, and something becomes of the leader at one of its calls. */
const playStruck = async (
  stage: SessionStage,
  [moment, call]: ['before' | 'after', string],
  strike: (leader: StagedOperator) => void,
): Promise<void> => {
  const leader = await stage.leader();
  let isStruck = false;
  leader.process.strike(call, moment, () => {
    stage.note(`strikes ${moment} ${call}`);
    strike(leader);
    isStruck = true;
  });
  const client = await stage.open(wish(stage));
  await client.close(stage.api);
  await stage.until(`the leader comes to ${call}`, () => isStruck);
};

/** What it began goes nowhere, and another one leads. */
export const killLeader = (stage: SessionStage, moment: 'before' | 'after', call: string): Promise<void> =>
  playStruck(stage, [moment, call], (leader) => leader.kill());

/** Its work ends, another one leads, and a third stands by. */
export const stopLeader = async (stage: SessionStage, call: string): Promise<void> => {
  await playStruck(stage, ['before', call], (leader) => stage.leave(leader.stop()));
  await stage.addOperator();
};

/** Another one leads and brings the session to its end; then the first goes on where it stood, and sends the call. */
export const haltLeader = async (stage: SessionStage, call: string): Promise<void> => {
  const halted = await stage.leader();
  await playStruck(stage, ['before', call], (leader) => leader.pause());
  await stage.until('another one leads', () => stage.operators.some((other) => other !== halted && other.isLeading));
  await stage.until('the other one is done', async () => (await stage.remains()).length === 0);
  stage.note('the halted leader goes on');
  let isSent = false;
  halted.process.strike(call, 'after', () => {
    isSent = true;
  });
  halted.resume();
  await stage.until('its call comes through', () => isSent);
};
