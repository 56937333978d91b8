import { type ConnectionReport, createEgressGuard, createResolver, type EgressGuard } from '@tintype/runtime';
import type { LaunchWall } from '../browser/process/launch.js';
import { type Wall, wallProxyPort } from '../browser/process/wall.js';
import type { Config } from '../config.js';
import { EgressProxy } from './proxy.js';
import { egressSwitches } from './switches.js';

interface EgressOptions {
  /** Without a wall around the browsers, the proxy listens on 127.0.0.1. */
  wall: Wall | undefined;
  /** Ports of our own on this machine: always closed. */
  ports: readonly number[];
  onConnection?: (report: ConnectionReport) => void;
}

/** How a browser reaches the proxy: settings of its launch. */
interface WayOut {
  switches: readonly string[];
  wall: LaunchWall | undefined;
}

/** Starts the guard and the proxy: the only way out of this node's browsers. */
export const startEgress = async (
  { egressAllow: allow, egressInternal, egressPort }: Pick<Config, 'egressAllow' | 'egressInternal' | 'egressPort'>,
  { wall, ports, onConnection = () => undefined }: EgressOptions,
): Promise<{ guard: EgressGuard; proxy: EgressProxy; wayOut: WayOut }> => {
  const ownPorts = [...ports];
  const guard = createEgressGuard({
    allow,
    ownPorts: () => ownPorts,
    internal: egressInternal ? [egressInternal] : [],
    resolver: createResolver({ isSystemName: allow.hasName }),
  });
  const proxy = new EgressProxy({ guard, onConnection });
  if (wall) {
    const serve: LaunchWall['serve'] = (listener) => proxy.serve(listener);
    return { guard, proxy, wayOut: { switches: egressSwitches(wallProxyPort), wall: { ...wall, serve } } };
  }
  const port = await proxy.listen(egressPort);
  ownPorts.push(port);
  return { guard, proxy, wayOut: { switches: egressSwitches(port), wall: undefined } };
};
