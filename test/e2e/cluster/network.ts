import { writeFileSync } from 'node:fs';
import { run } from '../machine/run.js';
import { addresses } from './addresses.js';

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
