import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { run } from '../machine/run.js';

/** All addresses are inside the run's own network namespace. */
export const addresses = {
  /** The one node, with everything except pods. */
  node: '10.201.0.1',
  nodeNetwork: '10.201.0.0/24',
  pods: '10.202.0.0/16',
  /** The same as the API server's flag (test/kit/kube/flags.ts). */
  services: '10.96.0.0/16',
  apiService: '10.96.0.1',
  /** The metadata address of clouds. */
  metadata: '169.254.169.254',
} as const;

export const nodeName = 'node-1';
export const kubeletPort = 10_250;
export const clusterDomain = 'cluster.local';

const link = 'tintype0';
const otherEnd = 'tintype1';

/** Sets up our namespace's links: loopback, and one for the node, which leads nowhere. */
export const makeNetwork = async (): Promise<void> => {
  const ip = (...args: string[]) => run('ip', args);
  await ip('link', 'set', 'lo', 'up');
  // A veth pair with an unused end: not every kernel has links of type dummy.
  await ip('link', 'add', link, 'type', 'veth', 'peer', 'name', otherEnd);
  await ip('link', 'set', otherEnd, 'up');
  await ip('address', 'add', `${addresses.node}/24`, 'dev', link);
  await ip('address', 'add', `${addresses.metadata}/32`, 'dev', link);
  await ip('link', 'set', link, 'up');
  // Without a default route, the kernel refuses packets to services before kube-proxy's rules see them.
  await ip('route', 'add', 'default', 'dev', link);
  writeFileSync('/proc/sys/net/ipv4/ip_forward', '1');
};

export const startMetadata = async (): Promise<void> => {
  const server = createServer((_, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.end('secret');
  });
  server.listen(80, addresses.metadata);
  await once(server, 'listening');
};
