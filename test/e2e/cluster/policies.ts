import { readFileSync } from 'node:fs';
import { KubeProcess } from '../../kit/kube/process.js';
import { run } from '../machine/run.js';
import { addresses, nodeName } from './network.js';

export interface Policies {
  /** Switches the policies off while `act` runs. */
  suspend: <Done>(act: () => Promise<Done>) => Promise<Done>;
}

const queue = '100';
const asks = ['-m', 'conntrack', '--ctstate', 'NEW', '-j', 'NFQUEUE', '--queue-num', queue];

/** Packets of pods, after the rules of services, and packets from pods to the node. Policies do not apply to the node's own. */
const rules = [
  ['FORWARD', ...asks],
  ['INPUT', '--source', addresses.pods, ...asks],
];

const change = async (action: '-A' | '-D'): Promise<void> => {
  for (const [chain = '', ...rule] of rules) await run('iptables', ['-w', action, chain, ...rule]);
};

/** The kernel lists the queues that have a reader. */
const isRead = (): boolean =>
  readFileSync('/proc/net/netfilter/nfnetlink_queue', 'utf8')
    .split('\n')
    .some((line) => line.trim().startsWith(`${queue} `));

const suspend = async <Done>(act: () => Promise<Done>): Promise<Done> => {
  await change('-D');
  try {
    return await act();
  } finally {
    await change('-A');
  }
};

/** Enforces NetworkPolicies on the first packet of each connection. Undefined if the kernel has no packet queues. */
export const enforcePolicies = async (program: string, kubeconfigFile: string): Promise<Policies | undefined> => {
  try {
    await change('-A');
  } catch (error) {
    // A part of the rules would block all pods.
    await change('-D').catch(() => undefined);
    console.log(`    skipped: this machine cannot enforce network policies: ${(error as Error).message}`);
    return undefined;
  }
  const enforcer = new KubeProcess(program);
  await enforcer.start(['-kubeconfig', kubeconfigFile, '-node', nodeName, '-queue', queue], async () => isRead());
  return { suspend };
};
