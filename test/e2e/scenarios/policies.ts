import assert from 'node:assert/strict';
import type { Policies } from '../cluster/policies.js';
import { foreignPod, siteNamespace } from '../site/site.js';
import type { Stage } from '../stage.js';
import type { Scenario } from './scenario.js';
import { forbidden, takenFrom } from './targets.js';

const addressOf = async (stage: Stage, component: string): Promise<string> =>
  (await stage.pods(component))[0].status.podIP;

/** Who has broken out of a browser, and so has no guard before him, gets to the page's server, and nowhere else. */
const fromBrowsers = async (stage: Stage) => {
  const id = await stage.open();
  const session = await stage.get('pod', await stage.podOf(id));
  const [node] = await stage.pods('browser-node');
  const page = stage.pages.url('/page');
  const [ofSession, ofNode] = [
    `http://${session.status.podIP}:7070/healthz`,
    `http://${node.status.podIP}:9090/metrics`,
  ];
  let count = 0;
  for (const [pod, other] of [
    [session, ofNode],
    [node, ofSession],
  ] as const) {
    const targets = Object.values(await forbidden(stage, other));
    assert.deepEqual(await takenFrom(stage, pod.metadata.name, [page, ...targets]), [page], pod.metadata.name);
    count += targets.length;
  }
  await stage.sessions('DELETE', `/${id}`);
  return `${count} targets`;
};

/** Pods of others get to the api's public port, and to none of ours besides; which are there, as is seen where no policy holds. */
const fromStrangers = (policies: Policies) => async (stage: Stage) => {
  const id = await stage.open();
  const session = await stage.get('pod', await stage.podOf(id));
  const nats = await addressOf(stage, 'nats');
  const own = [
    ...(await Promise.all(['api', 'operator', 'browser-node'].map((name) => addressOf(stage, name)))).map(
      (ip) => `${ip}:9090`,
    ),
    `${nats}:4222`,
    `${nats}:8222`,
    `${session.status.podIP}:7070`,
  ].map((target) => `http://${target}/`);
  const all = [`${await stage.url()}/`, ...own];
  const reached = () => takenFrom(stage, foreignPod, all, siteNamespace);
  assert.deepEqual(await policies.suspend(reached), all);
  assert.deepEqual(await reached(), all.slice(0, 1));
  await stage.sessions('DELETE', `/${id}`);
  return `${own.length} ports`;
};

/** That the chart's NetworkPolicies let through what is needed, all other scenarios show. */
export const policiesHold = (policies: Policies): readonly Scenario[] => [
  {
    name: 'network policies: a program in a browser pod, without a guard, gets nothing of the cluster',
    play: fromBrowsers,
  },
  { name: "network policies: others get to the api's public port alone", play: fromStrangers(policies) },
];
