import assert from 'node:assert/strict';
import { until } from '../../kit/until.js';
import { chargesOf } from '../ledger.js';
import type { Found, Stage } from '../stage.js';
import { settled } from './endings.js';
import { whileRendering } from './rendering.js';
import type { Scenario } from './scenario.js';

const components = ['api', 'operator', 'browser-node'];

const namesOf = async (stage: Stage, ...which: string[]): Promise<string[]> => {
  const pods = await Promise.all(which.map((component) => stage.pods(component)));
  return pods.flat().map(({ metadata }: Found) => metadata.name);
};

const areGone = async (stage: Stage, names: readonly string[]) => {
  for (const name of names) await stage.kubectl('wait', `pod/${name}`, '--for=delete', '--timeout=120s');
};

/** `kubectl drain` waits until all pods that it found are gone. */
const drain = (stage: Stage, node: string): Promise<string> => {
  const evicted = `app.kubernetes.io/component in (${[...components, 'session'].join()})`;
  const selector = `--pod-selector=app.kubernetes.io/instance=${stage.release},${evicted}`;
  const options = ['--delete-emptydir-data', '--force', '--ignore-daemonsets', '--timeout=240s'];
  return stage.kubectl('drain', node, selector, ...options);
};

/** There is one node: after the evictions it is uncordoned and takes the new pods, as a second node would. */
const nodeDrained = async (stage: Stage) => {
  const id = await stage.open();
  const pod = await stage.podOf(id);
  const before = await namesOf(stage, ...components);
  const { nodeName } = (await stage.get('pod', pod)).spec;
  const measured = await whileRendering(stage, 'drained', async () => {
    const drained = drain(stage, nodeName);
    try {
      const isDeleting = async () => (await stage.get('pod', pod))?.metadata.deletionTimestamp !== undefined;
      const evicted = until(
        'the pod of the session is evicted',
        async () => (await isDeleting()) || !(await stage.get('pod', pod)),
      );
      await Promise.race([evicted, drained]);
    } finally {
      await stage.kubectl('uncordon', nodeName);
    }
    await drained;
    await areGone(stage, before);
    await stage.rolledOut(...components);
  });
  const { status, closeReason, billedCredits } = await settled(stage, id);
  assert.deepEqual([status, closeReason, billedCredits], ['error', 'pod_deleted', 1]);
  const [charged] = await chargesOf(stage, id);
  assert.deepEqual([charged?.times, charged?.charge?.credits], [1, 1]);
  await stage.poolReady();
  return `${before.length} pods of programs, ${measured}`;
};

const natsRestarted = async (stage: Stage) => {
  const id = await stage.open();
  await stage.kubectl('delete', 'pod', `${stage.release}-nats-0`, '--grace-period=1');
  await stage.kubectl('wait', 'pod', `${stage.release}-nats-0`, '--for=condition=Ready', '--timeout=120s');
  await stage.rolledOut('api', 'operator', 'browser-node');
  const went = await stage.act(id, 'goto', { url: stage.pages.url('/page') });
  assert.equal(went.status, 200, JSON.stringify(went.body));
  await until('renders are served again', async () => {
    const { status } = await stage.fetch(await stage.signedUrl(stage.pages.url(`/after-nats`)));
    assert.ok([200, 503].includes(status), `a render was answered ${status}`);
    return status === 200;
  });
  const closed = await stage.sessions('DELETE', `/${id}`);
  assert.deepEqual([closed.status, closed.body.session?.billedCredits], [200, 1]);
};

const apiRolled = async (stage: Stage) => {
  const before = await namesOf(stage, 'api');
  return whileRendering(stage, 'rolled', async () => {
    await stage.kubectl('rollout', 'restart', `deployment/${stage.release}-api`);
    await stage.rolledOut('api');
    // The previous pods still answer their requests.
    await areGone(stage, before);
  });
};

/** The render's delay in seconds: longer than an ending pod takes to get its signal on a busy machine. */
const lastDelay = 25;

/** An api answers the requests that it got before SIGTERM. */
const lastAnswer = async (stage: Stage) => {
  const [pod] = await stage.pods('api');
  const { preStop } = pod.spec.containers[0].lifecycle;
  const page = stage.pages.url('/last-answer');
  const url = new URL((await stage.signer())(page, 'image', { delay: String(lastDelay) }));
  url.host = `${pod.status.podIP}:8080`;
  const asked = stage.fetch(url.href, { headers: { connection: 'close' } });
  await until('the browser requests its page', async () => (await stage.pages.asked()).includes('/last-answer'));
  await stage.kubectl('delete', 'pod', pod.metadata.name, '--wait=false');
  const deletedAt = performance.now();
  const { status } = await asked;
  const afterMs = Math.round(performance.now() - deletedAt - preStop.sleep.seconds * 1000);
  assert.equal(status, 200);
  assert.ok(afterMs > 0, 'the answer came before the end of the preStop');
  await areGone(stage, [pod.metadata.name]);
  await stage.rolledOut('api');
  return `${afterMs} ms after SIGTERM`;
};

export const outages: readonly Scenario[] = [
  { name: 'the node is drained except NATS: sessions are charged, no render is lost', play: nodeDrained },
  { name: 'NATS is restarted', play: natsRestarted },
  { name: 'the api is rolled while renders run: none is lost', play: apiRolled },
  { name: 'an ending pod of the api answers its earlier requests', play: lastAnswer },
];
