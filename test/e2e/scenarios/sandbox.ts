import assert from 'node:assert/strict';
import type { Stage } from '../stage.js';
import type { Scenario } from './scenario.js';

/** Runs in a pod with a browser: the command lines and confinement of its processes. */
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
}

const surroundings = async (stage: Stage, pod: string): Promise<Surroundings> =>
  JSON.parse(await stage.kubectl('exec', pod, '--', 'node', '-e', lookAround));

const judge = ({ processes, token }: Surroundings) => {
  const [browser, ...others] = processes.filter(({ command }) => /^\S+\/chromium\/chromium(?!.*--type=)/.test(command));
  assert.ok(browser && others.length === 0, 'there is not exactly one browser');
  const renderers = processes.filter(({ command }) => command.includes('--type=renderer'));
  assert.ok(renderers.length > 0, 'there is no page');
  for (const { command, uid, privileges, depth } of processes) {
    assert.doesNotMatch(command, /--no-sandbox|--disable-seccomp|--disable-setuid-sandbox|--disable-namespace-sandbox/);
    assert.equal(uid, 10_001, command);
    // The zygote has rights in the namespaces that it created for pages, and only there.
    if (depth === browser.depth || command.includes('--type=renderer')) assert.match(privileges, /^0+$/, command);
  }
  for (const { filters, depth } of renderers) {
    assert.ok(depth > browser.depth, 'a page is not in its own process namespace');
    assert.ok(filters > browser.filters, 'a page has only the container’s filter of system calls');
  }
  assert.equal(token, false, 'there is a token of a service account');
};

const sandboxed = async (stage: Stage) => {
  const id = await stage.open();
  await stage.act(id, 'goto', { url: stage.pages.url('/page') });
  judge(await surroundings(stage, await stage.podOf(id)));
  await stage.sessions('DELETE', `/${id}`);
  const [node] = await stage.pods('browser-node');
  judge(await surroundings(stage, node.metadata.name));
};

/** Runs in a pod: the error of creating a file in each folder. */
const tryToWrite = `
const { writeFileSync } = require('node:fs');
const write = (folder) => { try { writeFileSync(folder + '/tintype-was-here', ''); return 'written'; } catch ({ code }) { return code; } };
console.log(JSON.stringify(process.argv.slice(1).map(write)));
`;

/** A long-running pod: session pods end with their session. */
const podOf = async (stage: Stage, component: string): Promise<string> => {
  if (component !== 'session') return (await stage.pods(component))[0]?.metadata.name;
  await stage.poolReady();
  return (await stage.warmPods())[0]!;
};

const readOnly = async (stage: Stage) => {
  const folders = ['', '/app', '/etc', '/usr/local/bin', '/var'];
  for (const component of ['api', 'operator', 'browser-node', 'session']) {
    const output = await stage.kubectl(
      'exec',
      await podOf(stage, component),
      '--',
      'node',
      '-e',
      tryToWrite,
      ...folders,
    );
    assert.deepEqual(
      JSON.parse(output),
      folders.map(() => 'EROFS'),
      component,
    );
  }
};

export const sandbox: readonly Scenario[] = [
  { name: "Chromium's own sandbox is on, in pods without rights", play: sandboxed },
  { name: 'root file systems are read-only: api, operator, renders, sessions', play: readOnly },
];
