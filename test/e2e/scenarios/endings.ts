import assert from 'node:assert/strict';
import { decodeTerminationMessage, type PodRecord } from '@tintype/contracts';
import { until } from '../../kit/until.js';
import { chargesOf } from '../ledger.js';
import type { Found, Stage } from '../stage.js';
import { operatorKilled } from './operator-killed.js';
import type { Scenario } from './scenario.js';

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

/** Its container after the end: the pod stays until an operator has read its record. */
const endOf = async (stage: Stage, pod: string): Promise<Found> => {
  let ended: Found;
  await until('its pod has ended', async () => {
    const { status } = await stage.get('pod', pod);
    ended = status.containerStatuses[0].state.terminated;
    return ended !== undefined;
  });
  return ended;
};

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

/** kube-proxy refuses connections until it has the endpoints of the new pods. */
const serviceAnswers = (stage: Stage): Promise<void> =>
  until('the Service answers', () =>
    stage.sessions('GET', '').then(
      () => true,
      () => false,
    ),
  );

const scaledToZero = async (stage: Stage, ...components: string[]): Promise<() => Promise<void>> => {
  const counts = new Map<string, number>();
  for (const component of components) {
    const { spec } = await stage.get('deployment', `${stage.release}-${component}`);
    counts.set(component, spec.replicas);
    await stage.scale(component, 0);
  }
  return async () => {
    for (const [component, count] of counts) await stage.scale(component, count);
    await stage.rolledOut(...components);
    if (components.includes('api')) await serviceAnswers(stage);
  };
};

/** Allowed delay of the browser's end on a busy machine. */
const lateMs = 3000;

const ttlWithNobody = async (stage: Stage) => {
  const maxTtlSeconds = 40;
  const id = await stage.open({ maxTtlSeconds });
  const pod = await stage.podOf(id);
  assert.ok((await browsersIn(stage, pod)) > 0, 'there is a browser');
  const restore = await scaledToZero(stage, 'operator', 'api');
  let record: PodRecord | undefined;
  try {
    await noPods(stage, 'operator', 'api');
    assert.ok((await browsersIn(stage, pod)) > 0, 'nobody is there any more who could end it');
    // Its program stays for 30 s to report the end; its browser does not.
    await until('its browser is gone', async () => (await browsersIn(stage, pod)) === 0);
    const { message } = await endOf(stage, pod);
    record = decodeTerminationMessage(message);
    assert.ok(record?.openMs && record.startedAt, 'its pod reports how long it was open');
    assert.ok(record.openMs <= maxTtlSeconds * 1000 + lateMs, `its pod says that it was open ${record.openMs} ms`);
  } finally {
    await restore();
  }
  const { status, closeReason, billedCredits } = await settled(stage, id);
  assert.deepEqual([status, closeReason, billedCredits], ['expired', 'expired', 1]);
  const { startedAt, expiresAt, endedAt } = await chargedOnce(stage, id);
  assert.equal(startedAt, record.startedAt);
  assert.ok(endedAt! <= expiresAt!, `it is charged until ${endedAt}, and its time was over at ${expiresAt}`);
  return `it was open ${record.openMs} ms of ${maxTtlSeconds} s`;
};

const podKilled = async (stage: Stage) => {
  const id = await stage.open();
  await stage.kubectl('delete', 'pod', await stage.podOf(id), '--grace-period=0', '--force', '--wait=false');
  const { status, closeReason, billedCredits } = await settled(stage, id);
  assert.deepEqual([status, closeReason, billedCredits], ['error', 'pod_deleted', 1]);
  assert.equal((await chargedOnce(stage, id)).closeReason, 'PodDeleted');
};

export const endings: readonly Scenario[] = [
  {
    name: 'a session ends in time with operator and api scaled to zero, and is charged',
    play: ttlWithNobody,
    isShort: true,
  },
  { name: 'the operator is killed while it claims pods for sessions', play: operatorKilled, isShort: true },
  { name: 'the pod of a session is killed', play: podKilled },
];
