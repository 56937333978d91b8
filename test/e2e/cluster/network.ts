import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { run } from '../machine/run.js';

/** All of it is inside the network namespace of a run, and reaches nobody else's addresses. */
export const addresses = {
  /** Of the one node, which everything but pods is on. */
  node: '10.201.0.1',
  nodeNetwork: '10.201.0.0/24',
  pods: '10.202.0.0/16',
  /** The API server's own flag says so too (kube-flags.ts). */
  services: '10.96.0.0/16',
  apiService: '10.96.0.1',
  /** Where clouds tell a machine its secrets. */
  metadata: '169.254.169.254',
} as const;

export const nodeName = 'node-1';
export const kubeletPort = 10_250;
export const clusterDomain = 'cluster.local';

const link = 'tintype0';
const otherEnd = 'tintype1';

/** The links of the namespace that we are in: loopback, and one for the node, which leads nowhere. */
export const makeNetwork = async (): Promise<void> => {
  const ip = (...args: string[]) => run('ip', args);
  await ip('link', 'set', 'lo', 'up');
  // Two ends of a wire with nobody at the other: not every kernel has links of type dummy.
  await ip('link', 'add', link, 'type', 'veth', 'peer', 'name', otherEnd);
  await ip('link', 'set', otherEnd, 'up');
  await ip('address', 'add', `${addresses.node}/24`, 'dev', link);
  await ip('address', 'add', `${addresses.metadata}/32`, 'dev', link);
  await ip('link', 'set', link, 'up');
  // Or the kernel would refuse what goes to a service before kube-proxy's rules have seen it.
  await ip('route', 'add', 'default', 'dev', link);
  writeFileSync('/proc/sys/net/ipv4/ip_forward', '1');
};

/** Serves where clouds have the secrets of a machine, to every page that asks. */
export const startMetadata = async (): Promise<void> => {
  const server = createServer((_, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.end('secret');
  });
  server.listen(80, addresses.metadata);
  await once(server, 'listening');
};
