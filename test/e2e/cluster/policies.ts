import { readFileSync } from 'node:fs';
import { KubeProcess } from '../../kit/kube-process.js';
import { run } from '../machine/run.js';
import { addresses, nodeName } from './network.js';

/** The NetworkPolicies of a cluster, which hold for its pods. */
export interface Policies {
  /** They hold no longer until it is done. */
  suspend: <Done>(act: () => Promise<Done>) => Promise<Done>;
}

const queue = '100';
const asks = ['-m', 'conntrack', '--ctstate', 'NEW', '-j', 'NFQUEUE', '--queue-num', queue];

/** Of pods to pods and beyond, once a service has led them to one; and to what is on the node itself. What the node sends is nobody's policy. */
const rules = [
  ['FORWARD', ...asks],
  ['INPUT', '--source', addresses.pods, ...asks],
];

const change = async (action: '-A' | '-D'): Promise<void> => {
  for (const [chain = '', ...rule] of rules) await run('iptables', ['-w', action, chain, ...rule]);
};

/** The kernel says which queues somebody reads. */
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

/** From now on policies hold: nobody's first packet passes that none allows. Undefined, and said so, where the kernel has no queues for it. */
export const enforcePolicies = async (program: string, kubeconfigFile: string): Promise<Policies | undefined> => {
  try {
    await change('-A');
  } catch (error) {
    // What of it there is would keep all pods from speaking.
    await change('-D').catch(() => undefined);
    console.log(`    left out: network policies do not hold here: ${(error as Error).message}`);
    return undefined;
  }
  const enforcer = new KubeProcess(program);
  await enforcer.start(['-kubeconfig', kubeconfigFile, '-node', nodeName, '-queue', queue], async () => isRead());
  return { suspend };
};
