import assert from 'node:assert/strict';
import { decodeTerminationMessage, type PodRecord } from '@tintype/contracts';
import { until } from '../../kit/until.js';
import { chargesOf } from '../books.js';
import type { Answer, Found, Stage } from '../stage.js';
import type { Scenario } from './scenario.js';

/** The record of a session that has ended and been charged. */
export const settled = async (stage: Stage, id: string): Promise<Found> => {
  let session: Found;
  await until(`${id} is settled`, async () => {
    const { status, body } = await stage.sessions('GET', `/${id}`);
    assert.equal(status, 200, JSON.stringify(body));
    session = body.session;
    return session.status !== 'active' && session.billedCredits > 0;
  });
  return session;
};

const chargedOnce = async (stage: Stage, id: string) => {
  const [found] = await chargesOf(stage, id);
  assert.deepEqual([found?.times, found?.charge?.credits], [1, 1], `${id} is charged once`);
  return found!.charge!;
};

/** Its container, once that has ended: the pod stays until an operator has read what it says. */
const endOf = async (stage: Stage, pod: string): Promise<Found> => {
  let ended: Found;
  await until('its pod has ended', async () => {
    const { status } = await stage.get('pod', pod);
    ended = status.containerStatuses[0].state.terminated;
    return ended !== undefined;
  });
  return ended;
};

/** Runs in a pod: how many processes of a browser there are. */
const countBrowsers = `
const { readdirSync, readFileSync } = require('node:fs');
const command = (pid) => { try { return readFileSync('/proc/' + pid + '/cmdline', 'utf8'); } catch { return ''; } };
const pids = readdirSync('/proc').filter((name) => /^\\d+$/.test(name));
console.log(pids.filter((pid) => /^\\S+\\/chromium\\/chromium/.test(command(pid))).length);
`;

const browsersIn = async (stage: Stage, pod: string): Promise<number> =>
  Number(await stage.kubectl('exec', pod, '--', 'node', '-e', countBrowsers));

const noPods = async (stage: Stage, ...components: string[]) => {
  for (const component of components)
    await until(`no ${component} is left`, async () => (await stage.pods(component)).length === 0);
};

/** What may pass between the end of its time and that of its browser, on a machine that is busy. */
const lateMs = 3000;

const ttlWithNobody = async (stage: Stage) => {
  const maxTtlSeconds = 20;
  const id = await stage.open({ maxTtlSeconds });
  const pod = await stage.podOf(id);
  assert.ok((await browsersIn(stage, pod)) > 0, 'there is a browser');
  await stage.scale('operator', 0);
  await stage.scale('api', 0);
  let record: PodRecord | undefined;
  try {
    // Its program stays for half a minute, to be asked what became of the session; its browser does not.
    const browserGone = until('its browser is gone', async () => (await browsersIn(stage, pod)) === 0);
    await Promise.all([browserGone, noPods(stage, 'operator', 'api')]);
    const { message } = await endOf(stage, pod);
    record = decodeTerminationMessage(message);
    assert.ok(record?.openMs && record.startedAt, 'its pod says how long it was open');
    assert.ok(record.openMs <= maxTtlSeconds * 1000 + lateMs, `its pod says that it was open ${record.openMs} ms`);
  } finally {
    await stage.scale('operator', 2);
    await stage.scale('api', 2);
    await stage.rolledOut('operator', 'api');
  }
  const { status, closeReason, billedCredits } = await settled(stage, id);
  assert.deepEqual([status, closeReason, billedCredits], ['expired', 'expired', 1]);
  const { startedAt, expiresAt, endedAt } = await chargedOnce(stage, id);
  assert.equal(startedAt, record.startedAt);
  assert.ok(endedAt! <= expiresAt!, `it is charged until ${endedAt}, and its time was over at ${expiresAt}`);
  return `it was open ${record.openMs} ms of ${maxTtlSeconds} s`;
};

const leaderPod = async (stage: Stage): Promise<string> => {
  const { holderIdentity } = (await stage.get('lease', 'tintype-operator')).spec;
  const leader = (await stage.pods('operator')).find(({ metadata }) => holderIdentity.startsWith(metadata.name));
  assert.ok(leader, `a pod of the operator is ${holderIdentity}`);
  return leader.metadata.name;
};

/** Runs in a pod: ends its program as a crash would, with no word to anybody. */
const crash = `
const { readdirSync, readFileSync } = require('node:fs');
const command = (pid) => { try { return readFileSync('/proc/' + pid + '/cmdline', 'utf8'); } catch { return ''; } };
const others = readdirSync('/proc').filter((pid) => /^\\d+$/.test(pid) && pid !== '1' && pid !== String(process.pid));
for (const pid of others.filter((pid) => command(pid).includes('operator/dist/main.js'))) process.kill(Number(pid), 'SIGKILL');
`;

const restartsOf = async (stage: Stage, pod: string): Promise<number> =>
  (await stage.get('pod', pod)).status.containerStatuses[0].restartCount;

const crashLeader = async (stage: Stage) => {
  const leader = await leaderPod(stage);
  const restarts = await restartsOf(stage, leader);
  // Whoever runs in a container goes with it.
  await stage.kubectl('exec', leader, '--', 'node', '-e', crash).catch(() => undefined);
  await until('the leader has been started anew', async () => (await restartsOf(stage, leader)) > restarts);
};

/** No pod can be placed meanwhile: what there is no browser for cannot be opened. */
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

/** An answer that leaves no doubt: a session, or that there is none and it costs nothing. */
const isClear = ({ status, body }: Answer) =>
  status === 201
    ? body.success
    : status === 503 && body.success === false && /^(unavailable|overloaded)$/.test(body.code);

interface Crashed {
  answers: readonly Answer[];
  /** Ids of all sessions that creates have made, also of those that were refused then. */
  made: readonly string[];
}

/** Who was given a session closes it, and pays for it once; who was refused pays nothing, and nothing is left of it. */
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

const operatorKilled = async (stage: Stage) => {
  await stage.poolReady();
  const creates = 5;
  const answers: Answer[] = [];
  const create = async () => answers.push(await stage.sessions('POST', '', { maxTtlSeconds: 120 }));
  const sessions = async (): Promise<string[]> => (await stage.list('bs')).map(({ metadata }) => metadata.name);
  const before = await sessions();
  let all: Promise<unknown> = Promise.resolve();
  let made: string[] = [];
  let inFlight = 0;
  await withoutRoom(stage, async () => {
    all = Promise.all(Array.from({ length: creates }, create));
    await until('every create has made its session', async () => {
      made = (await sessions()).filter((name) => !before.includes(name)).map((name) => name.replace('-', '_'));
      return made.length === creates;
    });
    await crashLeader(stage);
    inFlight = creates - answers.length;
  });
  await all;
  assert.ok(inFlight > 0, 'creates were under way when it was killed');
  for (const answer of answers) assert.ok(isClear(answer), JSON.stringify(answer));
  const given = await afterCrash(stage, { answers, made });
  // Whoever leads now leads for good: a session as any other.
  const id = await stage.open();
  assert.equal((await stage.sessions('DELETE', `/${id}`)).status, 200);
  return `of ${creates} creates ${inFlight} were under way, ${given} were given a session`;
};

const podKilled = async (stage: Stage) => {
  const id = await stage.open();
  await stage.kubectl('delete', 'pod', await stage.podOf(id), '--grace-period=0', '--force', '--wait=false');
  const { status, closeReason, billedCredits } = await settled(stage, id);
  assert.deepEqual([status, closeReason, billedCredits], ['error', 'pod_deleted', 1]);
  assert.equal((await chargedOnce(stage, id)).closeReason, 'PodDeleted');
};

/** How sessions end, and what they cost, whatever happens. */
export const endings: readonly Scenario[] = [
  { name: 'a session ends in time with operator and api scaled to zero, and is charged', play: ttlWithNobody },
  { name: 'the operator is killed while sessions are being opened', play: operatorKilled },
  { name: 'the pod of a session is killed', play: podKilled },
];
