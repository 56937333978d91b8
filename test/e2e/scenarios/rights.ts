import assert from 'node:assert/strict';
import { chartFolder, manifestsIn } from '../../kit/charts/chart.js';
import type { AuditEvent } from '../cluster/audit.js';
import type { Found, Insight, Stage } from '../stage.js';
import type { Scenario } from './scenario.js';

/** User agents in the audit log that are not programs of the installation. */
const byHand = 'tintype-e2e';

/** `what` in the words of `kubectl auth can-i`. */
const may = async (stage: Stage, account: string, sentence: string): Promise<boolean> => {
  const user = `system:serviceaccount:${stage.namespace}:${stage.release}-${account}`;
  const asked = stage.kubectl('auth', 'can-i', ...sentence.split(' '), `--as=${user}`);
  return /^yes/.test(await asked.catch(({ message }) => message));
};

const grants: Record<string, { yes: readonly string[]; no: readonly string[] }> = {
  api: {
    yes: ['create browsersessions', 'get browsersessions', 'watch browsersessions', 'delete browsersessions'],
    no: [
      'get secrets',
      'create pods',
      'delete pods',
      'update browsersessions --subresource=status',
      'list nodes',
      'create pods --subresource=exec',
    ],
  },
  operator: {
    yes: [
      'create pods',
      'delete pods',
      'update browsersessions --subresource=status',
      'update leases/tintype-operator',
      'watch browserpools',
    ],
    no: ['get secrets', 'list nodes', 'create browsersessions', 'create pods --subresource=exec', 'get configmaps'],
  },
  'browser-node': { yes: [], no: ['get pods', 'list browsersessions', 'get secrets'] },
};

/** Runs in a pod: the API server's answers to the pod's token. */
const askWithToken = `
const { readFileSync } = require('node:fs');
const { get } = require('node:https');
const read = (name) => readFileSync('/var/run/secrets/kubernetes.io/serviceaccount/' + name, 'utf8');
const host = process.env.KUBERNETES_SERVICE_HOST;
const headers = { authorization: 'Bearer ' + read('token'), 'user-agent': '${byHand}' };
const ask = (path) => new Promise((resolve, reject) =>
  get({ host, port: process.env.KUBERNETES_SERVICE_PORT, path, headers, ca: read('ca.crt') }, (answer) => {
    answer.resume();
    resolve(answer.statusCode);
  }).on('error', reject));
Promise.all(process.argv.slice(1).map(ask)).then((statuses) => console.log(JSON.stringify(statuses)));
`;

const tokensAsGranted = async (stage: Stage, component: string) => {
  const [pod] = await stage.pods(component);
  const within = `/namespaces/${stage.namespace}`;
  const kinds = '/apis/tintype.dev/v1alpha1';
  const paths = [`${kinds}${within}/browsersessions`, `/api/v1${within}/secrets`, `${kinds}/browsersessions`];
  const output = await stage.kubectl('exec', pod.metadata.name, '--', 'node', '-e', askWithToken, ...paths);
  assert.deepEqual(JSON.parse(output), [200, 403, 403], component);
};

const asGranted = async (stage: Stage) => {
  for (const [account, { yes, no }] of Object.entries(grants)) {
    for (const [expected, sentences] of [
      [true, yes],
      [false, no],
    ] as const) {
      for (const sentence of sentences)
        assert.equal(await may(stage, account, sentence), expected, `${account}: ${sentence}`);
    }
  }
  assert.equal(await may(stage, 'operator', 'list pods --namespace=kube-system'), false, 'in another namespace');
  for (const component of ['api', 'operator']) await tokensAsGranted(stage, component);
};

const rightsOf = (account: string, rule: Found): string[] =>
  rule.verbs.flatMap((verb: string) => rule.resources.map((name: string) => `${account}: ${verb} ${name}`));

const given = async (stage: Stage, values: readonly string[]): Promise<string[]> => {
  const output = await stage.helm('template', stage.release, chartFolder, ...values);
  const objects: Found[] = manifestsIn(output);
  const bindings = objects.filter((each) => /^(Cluster)?RoleBinding$/.test(each?.kind));
  assert.ok(bindings.length > 4, 'the chart has bindings');
  return bindings.flatMap(({ roleRef, subjects }) => {
    const role = objects.find(({ kind, metadata }) => kind === roleRef.kind && metadata.name === roleRef.name);
    return role.rules.flatMap((rule: Found) => rightsOf(subjects[0].name.slice(stage.release.length + 1), rule));
  });
};

const accountOf = (stage: Stage, { user }: AuditEvent): string =>
  user.username.replace(`system:serviceaccount:${stage.namespace}:${stage.release}-`, '');

const rightOf = (stage: Stage, event: AuditEvent): string => {
  const { resource = '', subresource } = event.objectRef ?? {};
  return `${accountOf(stage, event)}: ${event.verb} ${resource}${subresource ? `/${subresource}` : ''}`;
};

/** Rights that scenarios seldom or never use, with their purpose. */
const rarely: Readonly<Record<string, string>> = {
  'operator: create events':
    'events are written by updates: one that is not there yet takes both rights, and is logged as an update',
  'operator: delete browsersessions': 'a session that ended by itself is kept for a while, and deleted then',
  'api: get pods': 'a pod that does not answer is looked up',
  'api: list browserpools': 'an operator opens the Health page',
};

/** The operator lacks its Role from an uninstall's drain to the next install's setup. */
const refusedWrongly = (stage: Stage, events: readonly AuditEvent[]): AuditEvent[] => {
  let isUninstalled = false;
  return events.filter((event) => {
    const account = accountOf(stage, event);
    if (account === 'drain') isUninstalled = true;
    if (account === 'setup') isUninstalled = false;
    return event.responseStatus?.code === 403 && !(isUninstalled && account === 'operator');
  });
};

const asUsed = async (stage: Stage, { audit }: Insight, values: readonly string[]) => {
  const events = audit().filter(({ userAgent }) => userAgent !== byHand);
  const refused = refusedWrongly(stage, events).map((event) => rightOf(stage, event));
  assert.deepEqual([...new Set(refused)], [], 'nobody asked for more than it may');
  const used = new Set(events.map((event) => rightOf(stage, event)));
  const rights = [...new Set(await given(stage, values))];
  const unused = rights.filter((right) => !used.has(right) && !Object.hasOwn(rarely, right));
  assert.deepEqual(unused, [], 'unused rights');
  const excused = Object.keys(rarely);
  assert.deepEqual(
    excused.filter((right) => !rights.includes(right)),
    [],
    'what is excused is given',
  );
  return `${rights.length} rights, ${excused.length} of them seldom used, ${events.length} requests`;
};

export const rights: readonly Scenario[] = [
  { name: 'service accounts and their tokens have the rights that they need, and no others', play: asGranted },
];

/** Played after all others. */
export const rightsUsed = (insight: Insight, values: readonly string[]): Scenario[] => [
  {
    name: 'every right of the chart was used or is listed as seldom used, and no other was requested',
    play: (stage) => asUsed(stage, insight, values),
  },
];
