import { type ConnectionReport, createEgressGuard, createResolver, type EgressGuard } from '@tintype/runtime';
import type { Config } from '../config.js';
import { type EgressProxy, startEgressProxy } from './proxy.js';

interface EgressOptions {
  /** Ports of our own on this machine: always closed. */
  ports: readonly number[];
  onConnection?: (report: ConnectionReport) => void;
}

/** The way out of this node's browsers: the guard and its proxy. */
export const startEgress = async (
  { egressAllow: allow, egressInternal, egressPort }: Pick<Config, 'egressAllow' | 'egressInternal' | 'egressPort'>,
  { ports, onConnection = () => undefined }: EgressOptions,
): Promise<{ guard: EgressGuard; proxy: EgressProxy }> => {
  const ownPorts = [...ports];
  const guard = createEgressGuard({
    allow,
    ownPorts: () => ownPorts,
    internal: egressInternal ? [egressInternal] : [],
    resolver: createResolver({ systemNames: allow.names }),
  });
  const proxy = await startEgressProxy({ guard, onConnection, port: egressPort });
  ownPorts.push(proxy.port);
  return { guard, proxy };
};
