import assert from 'node:assert/strict';
import { PNG } from 'pngjs';
import { until } from '../../kit/until.js';
import type { Stage } from '../stage.js';
import type { Scenario } from './scenario.js';

const since = (begin: number) => `${Math.round(performance.now() - begin)} ms`;

const render = async (stage: Stage) => {
  const response = await stage.fetch(await stage.signedUrl(stage.pages.url('/page')));
  const body = Buffer.from(await response.arrayBuffer());
  assert.equal(response.status, 200, body.toString().slice(0, 500));
  const { width, height } = PNG.sync.read(body);
  assert.deepEqual({ width, height }, { width: 1440, height: 900 });
};

const byRest = async (stage: Stage) => {
  const id = await stage.open();
  const went = await stage.act(id, 'goto', { url: stage.pages.url('/page') });
  assert.equal(went.status, 200, JSON.stringify(went.body));
  const { body } = await stage.act(id, 'title');
  assert.equal(body.title, 'a page');
  const closed = await stage.sessions('DELETE', `/${id}`);
  assert.equal(closed.status, 200);
  assert.deepEqual([closed.body.session.status, closed.body.session.billedCredits], ['closed', 1]);
  await until('its object is gone', async () => (await stage.sessionObject(id)) === undefined);
};

const byKubectl = async (stage: Stage) => {
  const { id: account } = await stage.account();
  await stage.poolReady();
  await stage.apply({
    apiVersion: 'tintype.dev/v1alpha1',
    kind: 'BrowserSession',
    metadata: { name: 'try' },
    spec: { account, maxTtlSeconds: 300 },
  });
  await stage.kubectl('wait', 'bs/try', '--for=jsonpath={.status.phase}=Active', '--timeout=60s');
  assert.match(
    await stage.kubectl('get', 'bs'),
    /^NAME +PHASE +ACCOUNT +POD +EXPIRES +CREDITS +REASON +AGE\ntry +Active +demo /,
  );
  const { metadata } = await stage.get('bs', 'try');
  const went = await stage.act(`sess_${metadata.uid}`, 'goto', { url: stage.pages.url('/page') });
  assert.equal(went.status, 200, JSON.stringify(went.body));
  await stage.kubectl('delete', 'bs', 'try', '--timeout=60s');
  const { body } = await stage.sessions('GET', `/sess_${metadata.uid}`);
  assert.equal(body.session.billedCredits, 1);
};

const warmClaim = async (stage: Stage) => {
  await stage.poolReady();
  const begin = performance.now();
  const before = Date.now();
  const id = await stage.create();
  const took = since(begin);
  const pod = await stage.get('pod', await stage.podOf(id));
  assert.ok(Date.parse(pod.metadata.creationTimestamp) < before - 1000, 'its pod was there before');
  await stage.sessions('DELETE', `/${id}`);
  return took;
};

const coldStarts = 5;

const coldStart = async (stage: Stage) => {
  await stage.poolReady();
  const { spec } = await stage.get('bp', 'default');
  await stage.kubectl('scale', 'bp/default', '--replicas=0');
  await stage.poolReady(0);
  const times: number[] = [];
  for (let time = 0; time < coldStarts; time += 1) {
    const begin = performance.now();
    const id = await stage.create();
    times.push(Math.round(performance.now() - begin));
    await stage.sessions('DELETE', `/${id}`);
  }
  await stage.kubectl('scale', 'bp/default', `--replicas=${spec.replicas}`);
  await stage.poolReady(spec.replicas);
  return `${times.join(', ')} ms`;
};

const fiveAtOnce = async (stage: Stage) => {
  const bases = (await stage.pods('api')).map(({ status }) => `http://${status.podIP}:8080`);
  assert.ok(bases.length > 1, 'there is more than one replica');
  const { spec } = await stage.get('bp', 'default');
  await stage.kubectl('scale', 'bp/default', '--replicas=5');
  await stage.poolReady(5);
  const creates = Array.from({ length: 8 }, (_, at) =>
    stage.sessions('POST', '', { maxTtlSeconds: 300 }, bases[at % bases.length]),
  );
  const answers = await Promise.all(creates);
  const opened = answers.filter(({ status }) => status === 201);
  for (const { body } of opened) await stage.sessions('DELETE', `/${body.sessionId}`);
  await stage.kubectl('scale', 'bp/default', `--replicas=${spec.replicas}`);
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [201, 201, 201, 201, 201, 429, 429, 429]);
};

export const serving: readonly Scenario[] = [
  { name: 'a signed render through the Service', play: render, isShort: true },
  { name: 'a session by REST', play: byRest, isShort: true },
  { name: 'a session by kubectl apply', play: byKubectl, isShort: true },
  { name: 'a session from the warm pool', play: warmClaim },
  { name: 'a session with an empty pool: cold start', play: coldStart },
  { name: 'five concurrent sessions over two replicas of the api, and no sixth', play: fiveAtOnce },
];
