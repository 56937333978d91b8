import assert from 'node:assert/strict';
import { until } from '../../kit/until.js';
import { chargesOf } from '../ledger.js';
import type { Answer, Found, Stage } from '../stage.js';

const sessionLabel = 'tintype.dev/session';

const nameOf = ({ metadata }: Found): string => metadata.name;

const leaderPod = async (stage: Stage): Promise<string> => {
  const { holderIdentity } = (await stage.get('lease', 'tintype-operator')).spec;
  const leader = (await stage.pods('operator')).find(({ metadata }) => holderIdentity.startsWith(metadata.name));
  assert.ok(leader, `a pod of the operator is ${holderIdentity}`);
  return leader.metadata.name;
};

/** Runs in a pod: sends its program a signal; SIGKILL imitates a crash. */
const signalProgram = (signal: string) => `
const { readdirSync, readFileSync } = require('node:fs');
const command = (pid) => { try { return readFileSync('/proc/' + pid + '/cmdline', 'utf8'); } catch { return ''; } };
const others = readdirSync('/proc').filter((pid) => /^\\d+$/.test(pid) && pid !== '1' && pid !== String(process.pid));
const programs = others.filter((pid) => /\\/dist\\/main\\.js/.test(command(pid)));
for (const pid of programs) process.kill(Number(pid), '${signal}');
console.log(programs.length);
`;

const signal = (stage: Stage, pod: string, name: string): Promise<string> =>
  stage.kubectl('exec', pod, '--', 'node', '-e', signalProgram(name));

const restartsOf = async (stage: Stage, pod: string): Promise<number> =>
  (await stage.get('pod', pod)).status.containerStatuses[0].restartCount;

const crashLeader = async (stage: Stage) => {
  const leader = await leaderPod(stage);
  const restarts = await restartsOf(stage, leader);
  // The container and all its processes end.
  await signal(stage, leader, 'SIGKILL').catch(() => undefined);
  await until('the leader has restarted', async () => (await restartsOf(stage, leader)) > restarts);
};

/** No pod can be scheduled meanwhile, so no session can start cold. */
const withoutRoom = async (stage: Stage, act: () => Promise<void>) => {
  const nodes = (await stage.list('nodes'))
    .filter(({ spec }) => !spec.unschedulable)
    .map(({ metadata }) => metadata.name);
  try {
    await stage.kubectl('cordon', ...nodes);
    await act();
  } finally {
    await stage.kubectl('uncordon', ...nodes);
  }
};

/** A definite answer: a session, or a refusal that costs nothing. */
const isClear = ({ status, body }: Answer) =>
  status === 201
    ? body.success
    : status === 503 && body.success === false && /^(unavailable|overloaded)$/.test(body.code);

interface Crashed {
  answers: readonly Answer[];
  /** Ids of all created sessions, also of refused creates. */
  made: readonly string[];
}

/** A client with a session closes it and pays once. A refused client pays nothing, and nothing is left of its session. */
const afterCrash = async (stage: Stage, { answers, made }: Crashed) => {
  const given = answers.filter(({ status }) => status === 201).map(({ body }) => body.sessionId);
  for (const id of given) {
    const { status, body } = await stage.sessions('DELETE', `/${id}`);
    assert.deepEqual([status, body.session?.billedCredits], [200, 1], JSON.stringify(body));
  }
  for (const id of made)
    await until(`nothing is left of ${id}`, async () => (await stage.sessionObject(id)) === undefined);
  const refused = made.filter((id) => !given.includes(id));
  assert.equal(given.length + refused.length, answers.length);
  for (const { times, charge } of await chargesOf(stage, ...given))
    assert.deepEqual([times, charge?.credits], [1, 1], charge?.session);
  for (const { charge } of await chargesOf(stage, ...refused)) assert.equal(charge?.credits ?? 0, 0, charge?.session);
  return given.length;
};

/** The warm pods answer nothing meanwhile: a session that claims one waits for its browser. */
const withHaltedBrowsers = async (stage: Stage, act: () => Promise<void>) => {
  const pods = await stage.warmPods();
  try {
    for (const pod of pods) assert.equal((await signal(stage, pod, 'SIGSTOP')).trim(), '1', `${pod} has one program`);
    await act();
  } finally {
    // The operator may have deleted the pod meanwhile.
    for (const pod of pods) await signal(stage, pod, 'SIGCONT').catch(() => undefined);
  }
};

const sessionNames = async (stage: Stage): Promise<string[]> => (await stage.list('bs')).map(nameOf);

/** The sessions that have claimed a running pod and are not open yet. */
const beingClaimed = async (stage: Stage, names: readonly string[]): Promise<string[]> => {
  const pods = await stage.list('pods', '-l', sessionLabel);
  const running = pods.filter(({ status }) => status.phase === 'Running');
  const owners = running.map(({ metadata }) => metadata.labels[sessionLabel]);
  const binding = (await stage.list('bs')).filter(({ status }) => status?.phase === 'Binding').map(nameOf);
  return names.filter((name) => binding.includes(name) && owners.includes(name));
};

export const operatorKilled = async (stage: Stage) => {
  await stage.poolReady();
  const creates = 5;
  const answers: Answer[] = [];
  const create = async () => answers.push(await stage.sessions('POST', '', { maxTtlSeconds: 120 }));
  const before = await sessionNames(stage);
  let all: Promise<unknown> = Promise.resolve();
  let made: string[] = [];
  let claimed: string[] = [];
  let inFlight = 0;
  const killMidway = async () => {
    all = Promise.all(Array.from({ length: creates }, create));
    await until('every create has its session, and one has claimed its pod', async () => {
      made = (await sessionNames(stage)).filter((name) => !before.includes(name));
      claimed = await beingClaimed(stage, made);
      return made.length === creates && claimed.length > 0;
    });
    await crashLeader(stage);
    inFlight = creates - answers.length;
  };
  await withoutRoom(stage, () => withHaltedBrowsers(stage, killMidway));
  await all;
  assert.ok(inFlight > 0, 'no create was in flight at the kill');
  for (const answer of answers) assert.ok(isClear(answer), JSON.stringify(answer));
  const given = await afterCrash(stage, { answers, made: made.map((name) => name.replace('-', '_')) });
  // The new leader works: a normal session.
  const id = await stage.open();
  assert.equal((await stage.sessions('DELETE', `/${id}`)).status, 200);
  return `of ${creates} creates ${inFlight} were under way, ${claimed.length} with a pod claimed; ${given} were given a session`;
};
