import assert from 'node:assert/strict';
import { usualPage } from '../site/pages.js';
import type { Found, Stage } from '../stage.js';
import type { Scenario } from './scenario.js';

/** Runs in a pod with a browser: what its processes were started with, and how they are locked in. */
const lookAround = `
const { readdirSync, readFileSync } = require('node:fs');
const read = (path) => { try { return readFileSync(path, 'utf8'); } catch { return ''; } };
const pids = readdirSync('/proc').filter((name) => /^\\d+$/.test(name));
const of = (pid) => {
  const status = Object.fromEntries(read('/proc/' + pid + '/status').split('\\n').map((line) => line.split(/:\\s+/)));
  return {
    command: read('/proc/' + pid + '/cmdline').replaceAll('\\0', ' '),
    uid: Number((status.Uid ?? '').split('\\t')[0]),
    filters: Number(status.Seccomp_filters ?? 0),
    depth: (status.NSpid ?? '').split('\\t').length,
    privileges: status.CapEff,
  };
};
console.log(JSON.stringify({
  processes: pids.map(of).filter(({ command }) => command),
  token: read('/var/run/secrets/kubernetes.io/serviceaccount/token') !== '',
  written: (() => { try { require('node:fs').writeFileSync('/app/x', ''); return true; } catch { return false; } })(),
}));
`;

interface Process {
  command: string;
  uid: number;
  filters: number;
  depth: number;
  privileges: string;
}

interface Surroundings {
  processes: Process[];
  token: boolean;
  written: boolean;
}

const surroundings = async (stage: Stage, pod: string): Promise<Surroundings> =>
  JSON.parse(await stage.kubectl('exec', pod, '--', 'node', '-e', lookAround));

const judge = ({ processes, token, written }: Surroundings) => {
  const [browser, ...others] = processes.filter(({ command }) => /^\S+\/chromium\/chromium(?!.*--type=)/.test(command));
  assert.ok(browser && others.length === 0, 'there is one browser');
  const renderers = processes.filter(({ command }) => command.includes('--type=renderer'));
  assert.ok(renderers.length > 0, 'there is a page');
  for (const { command, uid, privileges, depth } of processes) {
    assert.doesNotMatch(command, /--no-sandbox|--disable-seccomp|--disable-setuid-sandbox|--disable-namespace-sandbox/);
    assert.equal(uid, 10_001, command);
    // What starts pages may do something in the namespaces that it has made for them, and only there.
    if (depth === browser.depth || command.includes('--type=renderer')) assert.match(privileges, /^0+$/, command);
  }
  for (const { filters, depth } of renderers) {
    assert.ok(depth > browser.depth, 'a page is in a process namespace of its own');
    assert.ok(filters > browser.filters, 'a page has a filter of system calls besides that of the container');
  }
  assert.equal(token, false, 'there is no token of a service account');
  assert.equal(written, false, 'the root file system is read-only');
};

const sandboxed = async (stage: Stage) => {
  const id = await stage.open();
  await stage.act(id, 'goto', { url: stage.pages.url('/page') });
  judge(await surroundings(stage, await stage.podOf(id)));
  await stage.sessions('DELETE', `/${id}`);
  const [node] = await stage.pods('browser-node');
  judge(await surroundings(stage, node.metadata.name));
};

const metadata = 'http://169.254.169.254/latest/meta-data/';

const addressOfKubelet = async (stage: Stage): Promise<string> => {
  const [{ status }] = await stage.list('nodes');
  const { address } = status.addresses.find(({ type }: Found) => type === 'InternalIP');
  return `${address}:${status.daemonEndpoints.kubeletEndpoint.Port}`;
};

/** What nobody's page has any business with, by name and by address. */
const forbidden = async (stage: Stage): Promise<Record<string, string>> => {
  const [nats] = await stage.pods('nats');
  const [api] = await stage.pods('api');
  const [other] = await stage.pods('browser-node');
  const { spec } = await stage.get('service', 'kubernetes', '--namespace=default');
  return {
    'cloud metadata': metadata,
    'API server': `https://${spec.clusterIP}/version`,
    'API server by name': 'https://kubernetes.default.svc.cluster.local/version',
    NATS: `http://${nats.status.podIP}:8222/varz`,
    'NATS by name': `http://${stage.release}-nats.${stage.namespace}.svc.cluster.local:8222/varz`,
    kubelet: `https://${await addressOfKubelet(stage)}/pods`,
    'admin routes of the api': `http://${api.status.podIP}:9090/metrics`,
    'api itself': `${await stage.url()}/openapi.json`,
    "another browser's program": `http://${other.status.podIP}:9090/metrics`,
    "somebody else's pod": stage.pages.foreign,
    'its own program': 'http://127.0.0.1:7070/healthz',
  };
};

/** Runs in the pod of a browser: which of the servers take a connection when nobody guards it. */
const tryThem = `
const { connect } = require('node:net');
const takes = (url) => new Promise((resolve) => {
  const { hostname, port, protocol } = new URL(url);
  const socket = connect(Number(port || (protocol === 'https:' ? 443 : 80)), hostname, () => resolve(socket.destroy() && url));
  socket.on('error', () => resolve(undefined));
});
Promise.all(process.argv.slice(1).map(takes)).then((taken) => console.log(JSON.stringify(taken.filter(Boolean))));
`;

/** Or it would be no wonder that a page gets nothing. A cluster with network policies lets nobody. */
const areThere = async (stage: Stage, pod: string, targets: readonly string[]) => {
  if (stage.options.metadataAsked === undefined) return;
  const taken = JSON.parse(await stage.kubectl('exec', pod, '--', 'node', '-e', tryThem, ...targets));
  assert.deepEqual(taken, targets);
};

const attack = (targets: readonly string[]) => `<title>waiting</title><pre id="said"></pre><script>
  const read = async (url) => {
    try {
      const response = await fetch(url);
      return response.status + ' ' + (await response.text()).slice(0, 40);
    } catch {
      return 'nothing';
    }
  };
  for (const url of ${JSON.stringify(targets)}) { new Image().src = url; navigator.sendBeacon(url, 'x'); }
  Promise.all(${JSON.stringify(targets)}.map(read)).then((answers) => {
    said.textContent = JSON.stringify(answers);
    document.title = 'done';
  });
</script>`;

const reachesNothing = async (stage: Stage) => {
  const targets = await forbidden(stage);
  const id = await stage.open();
  await areThere(stage, await stage.podOf(id), Object.values(targets));
  for (const [what, url] of Object.entries(targets)) {
    const { status, body } = await stage.act(id, 'goto', { url });
    assert.deepEqual([status, body.code], [403, 'target_blocked'], `${what}: ${JSON.stringify(body)}`);
  }
  await stage.pages.show(attack(Object.values(targets)));
  await stage.act(id, 'goto', { url: stage.pages.url('/attack') });
  await stage.act(id, 'wait_for_selector', { selector: '#said:not(:empty)', timeoutMs: 20_000 });
  const { body } = await stage.act(id, 'query', { selector: '#said', fields: ['text'] });
  const said: string[] = JSON.parse(body.elements[0].text);
  assert.deepEqual(
    said,
    Object.keys(targets).map(() => 'nothing'),
  );
  assert.deepEqual([stage.options.metadataAsked ?? [], await stage.pages.foreignAsked()], [[], []]);
  await stage.sessions('DELETE', `/${id}`);
  await stage.pages.show(usualPage);
  return `${said.length} targets`;
};

/** Whether it may do what a sentence says, as `kubectl auth can-i` reads it. */
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

/** Runs in a pod: what the API server says to the token that lies there. */
const askWithToken = `
const { readFileSync } = require('node:fs');
const { get } = require('node:https');
const read = (name) => readFileSync('/var/run/secrets/kubernetes.io/serviceaccount/' + name, 'utf8');
const host = process.env.KUBERNETES_SERVICE_HOST;
const headers = { authorization: 'Bearer ' + read('token') };
const ask = (path) => new Promise((resolve, reject) =>
  get({ host, port: process.env.KUBERNETES_SERVICE_PORT, path, headers, ca: read('ca.crt') }, (answer) => {
    answer.resume();
    resolve(answer.statusCode);
  }).on('error', reject));
Promise.all(process.argv.slice(1).map(ask)).then((statuses) => console.log(JSON.stringify(statuses)));
`;

/** Its own objects, Secrets of its namespace, its objects in all namespaces. */
const tokensAsGranted = async (stage: Stage, component: string) => {
  const [pod] = await stage.pods(component);
  const within = `/namespaces/${stage.namespace}`;
  const kinds = '/apis/tintype.dev/v1alpha1';
  const paths = [`${kinds}${within}/browsersessions`, `/api/v1${within}/secrets`, `${kinds}/browsersessions`];
  const said = await stage.kubectl('exec', pod.metadata.name, '--', 'node', '-e', askWithToken, ...paths);
  assert.deepEqual(JSON.parse(said), [200, 403, 403], component);
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

/** What nobody can do with an installation. */
export const safety: readonly Scenario[] = [
  { name: "Chromium's own sandbox is on, in pods without rights", play: sandboxed },
  { name: 'a page gets nothing of the cluster', play: reachesNothing },
  { name: 'service accounts and their tokens may do what they need, and no more', play: asGranted },
];
