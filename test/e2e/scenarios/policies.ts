import assert from 'node:assert/strict';
import type { Policies } from '../cluster/policies.js';
import { foreignPod, siteNamespace } from '../site/site.js';
import type { Found, Stage } from '../stage.js';
import type { Scenario } from './scenario.js';
import { forbidden, takenFrom } from './targets.js';

const urlOf = (target: string): string => `http://${target}/`;

/** A program that broke out of a browser, past the guard, reaches only the page's server. */
const fromBrowsers = async (stage: Stage) => {
  const id = await stage.open();
  const session = await stage.get('pod', await stage.podOf(id));
  const [node] = await stage.pods('browser-node');
  const page = stage.pages.url('/page');
  const reached = async (from: Found, other: string): Promise<number> => {
    const targets = Object.values(await forbidden(stage, other));
    const { name } = from.metadata;
    assert.deepEqual(await takenFrom(stage, name, [page, ...targets]), [page], name);
    return targets.length;
  };
  const ofSession = await reached(session, urlOf(`${node.status.podIP}:9090`));
  const ofNode = await reached(node, urlOf(`${session.status.podIP}:7070`));
  await stage.sessions('DELETE', `/${id}`);
  return `${ofSession + ofNode} targets`;
};

const ownPorts = async (stage: Stage, session: Found): Promise<string[]> => {
  const addressOf = async (component: string) => (await stage.pods(component))[0].status.podIP;
  const [api, operator, node] = await Promise.all(['api', 'operator', 'browser-node'].map(addressOf));
  const nats = await addressOf('nats');
  const targets = [`${api}:9090`, `${operator}:9090`, `${node}:9090`, `${nats}:4222`, `${nats}:8222`];
  return [...targets, `${session.status.podIP}:7070`].map(urlOf);
};

/** Other pods reach only the api's public port. Without policies they reach all ports, which proves that these listen. */
const fromStrangers = (policies: Policies) => async (stage: Stage) => {
  const id = await stage.open();
  const own = await ownPorts(stage, await stage.get('pod', await stage.podOf(id)));
  const open = `${await stage.url()}/`;
  const reached = () => takenFrom(stage, foreignPod, [open, ...own], siteNamespace);
  assert.deepEqual(await policies.suspend(reached), [open, ...own]);
  assert.deepEqual(await reached(), [open]);
  await stage.sessions('DELETE', `/${id}`);
  return `${own.length} ports`;
};

/** All other scenarios prove that the policies allow what is needed. */
export const policiesHold = (policies: Policies): readonly Scenario[] => [
  {
    name: 'network policies: a program in a browser pod, past the guard, reaches nothing in the cluster',
    play: fromBrowsers,
    isShort: true,
  },
  { name: "network policies: other pods reach only the api's public port", play: fromStrangers(policies) },
];
