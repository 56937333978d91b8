import assert from 'node:assert/strict';
import { until } from '../../kit/until.js';
import type { Stage } from '../stage.js';
import type { Scenario } from './scenario.js';

const hasEnded = async (stage: Stage, pod: string): Promise<boolean> => {
  const found = await stage.get('pod', pod);
  return !found || ['Succeeded', 'Failed'].includes(found.status.phase);
};

/** The record of a session that has ended and been charged. */
const settled = async (stage: Stage, id: string) => {
  let session: Record<string, unknown> = {};
  await until(`${id} is settled`, async () => {
    const { status, body } = await stage.sessions('GET', `/${id}`).catch(() => ({ status: 0, body: {} }));
    session = body.session ?? {};
    return status === 200 && session.status !== 'active' && Number(session.billedCredits) > 0;
  });
  return session;
};

const ttlWithNobody = async (stage: Stage) => {
  const maxTtlSeconds = 20;
  const id = await stage.open({ maxTtlSeconds });
  const pod = await stage.podOf(id);
  await stage.scale('operator', 0);
  await stage.scale('api', 0);
  await until('its pod has ended', () => hasEnded(stage, pod));
  const operators = await stage.get('deployment', `${stage.release}-operator`);
  assert.equal(operators.spec.replicas, 0);
  await stage.scale('operator', 2);
  await stage.scale('api', 2);
  await stage.rolledOut('operator', 'api');
  const { status, durationSeconds, billedCredits } = await settled(stage, id);
  assert.deepEqual([status, billedCredits], ['expired', 1]);
  assert.ok(Number(durationSeconds) <= maxTtlSeconds + 1, `it lasted ${durationSeconds} s`);
  return `it lasted ${durationSeconds} s of ${maxTtlSeconds}`;
};

const leaderPod = async (stage: Stage): Promise<string> => {
  const lease = await stage.get('lease', 'tintype-operator');
  const pods = await stage.pods('operator');
  const leader = pods.find(({ metadata }) => lease?.spec.holderIdentity?.startsWith(metadata.name));
  return (leader ?? pods[0]).metadata.name;
};

const operatorKilled = async (stage: Stage) => {
  await stage.poolReady();
  const leader = await leaderPod(stage);
  const creates = [1, 2, 3].map(() => stage.sessions('POST', '', { maxTtlSeconds: 120 }));
  await stage.kubectl('delete', 'pod', leader, '--grace-period=0', '--force');
  const answers = await Promise.all(creates);
  for (const { status } of answers) assert.ok([201, 503].includes(status), `a create was answered ${status}`);
  await stage.rolledOut('operator');
  const opened = answers.filter(({ status }) => status === 201);
  for (const { body } of opened) {
    const closed = await stage.sessions('DELETE', `/${body.sessionId}`);
    assert.equal(closed.status, 200, JSON.stringify(closed.body));
  }
  await until('no session is left', async () =>
    (await stage.list('bs')).every(({ status }) => status?.phase !== 'Binding'),
  );
  // Whoever leads now leads for good: a session as any other.
  const id = await stage.open();
  assert.equal((await stage.sessions('DELETE', `/${id}`)).status, 200);
  return `${opened.length} of ${answers.length} creates were answered 201`;
};

const podKilled = async (stage: Stage) => {
  const id = await stage.open();
  await stage.kubectl('delete', 'pod', await stage.podOf(id), '--grace-period=0', '--force', '--wait=false');
  const { status } = await settled(stage, id);
  assert.notEqual(status, 'active');
};

const nodeDrained = async (stage: Stage) => {
  const id = await stage.open();
  const pod = await stage.podOf(id);
  const { spec } = await stage.get('pod', pod);
  await stage.kubectl(
    'drain',
    spec.nodeName,
    '--pod-selector=tintype.dev/session',
    '--delete-emptydir-data',
    '--force',
    '--ignore-daemonsets',
    '--timeout=120s',
  );
  const { billedCredits } = await settled(stage, id);
  assert.equal(billedCredits, 1);
  await stage.kubectl('uncordon', spec.nodeName);
  await stage.poolReady();
};

const natsRestarted = async (stage: Stage) => {
  const id = await stage.open();
  await stage.kubectl('delete', 'pod', `${stage.release}-nats-0`, '--grace-period=1');
  await stage.kubectl('wait', 'pod', `${stage.release}-nats-0`, '--for=condition=Ready', '--timeout=120s');
  await stage.rolledOut('api', 'operator', 'browser-node');
  const went = await stage.act(id, 'goto', { url: stage.pages.url('/page') });
  assert.equal(went.status, 200, JSON.stringify(went.body));
  await until('renders are served again', async () => {
    const url = await stage.signedUrl(stage.pages.url(`/after-nats`));
    return (await stage.fetch(url)).status === 200;
  });
  const closed = await stage.sessions('DELETE', `/${id}`);
  assert.deepEqual([closed.status, closed.body.session?.billedCredits], [200, 1]);
};

const apiRolled = async (stage: Stage) => {
  let rolling = true;
  let count = 0;
  const failures: string[] = [];
  const client = async (name: number) => {
    for (let at = 0; rolling; at += 1) {
      const url = await stage.signedUrl(stage.pages.url(`/rolled-${name}-${at}`));
      const response = await stage.fetch(url, { headers: { connection: 'close' } }).catch(String);
      if (typeof response === 'string') failures.push(response);
      else if (response.status !== 200) failures.push(`${response.status}: ${await response.text()}`);
      else await response.arrayBuffer();
      count += 1;
    }
  };
  const clients = [1, 2, 3].map(client);
  await stage.kubectl('rollout', 'restart', `deployment/${stage.release}-api`);
  await stage.rolledOut('api').finally(() => {
    rolling = false;
  });
  await Promise.all(clients);
  assert.deepEqual(failures, []);
  assert.ok(count > 3);
  return `${count} renders`;
};

/** What happens to an installation that goes on. */
export const outages: readonly Scenario[] = [
  { name: 'a session ends in time with operator and api scaled to zero', play: ttlWithNobody },
  { name: 'the operator is killed while sessions are being opened', play: operatorKilled },
  { name: 'the pod of a session is killed', play: podKilled },
  { name: 'the node is drained', play: nodeDrained },
  { name: 'NATS is restarted', play: natsRestarted },
  { name: 'the api is rolled while renders run: none is lost', play: apiRolled },
];
