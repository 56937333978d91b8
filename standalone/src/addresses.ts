import type { Config } from './config.js';
import { type PodPorts, podPortsOf } from './local-node/pod-allocator.js';
import { freePorts } from './process/free-ports.js';

export interface Addresses {
  /** Where clients reach the api, without a final slash. */
  url: string;
  /** Where `/readyz` of the whole service answers. */
  privateUrl: string;
  /** This and the next ports are chosen once, so that a restarted part gets the same port. */
  natsPort: number;
  apiPrivatePort: number;
  nodePrivatePort: number;
  operatorPrivatePort: number;
  nodeEgressPort: number;
  podPorts: readonly PodPorts[];
  /** All ports of this service, and that of TINTYPE_NATS_URL: browsers must never reach them. */
  ownPorts: readonly number[];
}

const wildcardHosts = ['0.0.0.0', '::', '[::]'];

/** The host to write into URLs: 127.0.0.1 for all addresses, and brackets around an IPv6 address. */
const hostInUrl = (host: string) => {
  if (wildcardHosts.includes(host)) return '127.0.0.1';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
};

const natsDefaultPort = 4222;

/** The port of a NATS URL. */
export const portOf = ({ port }: URL): number => Number(port || natsDefaultPort);

/** `host:port` of a NATS URL. */
export const hostOf = (url: URL): string => `${url.hostname}:${portOf(url)}`;

/** The five ports from `natsPort` to `nodeEgressPort`. */
const programPortCount = 5;

/** Chooses free ports of 127.0.0.1: those of the programs, and two for each pod. */
export const chooseAddresses = async (config: Config): Promise<Addresses> => {
  const { host, port, privatePort, baseUrl, natsUrl, sessionPods } = config;
  const ports = await freePorts(programPortCount + 2 * sessionPods);
  const [natsPort = 0, apiPrivatePort = 0, nodePrivatePort = 0, operatorPrivatePort = 0, nodeEgressPort = 0] = ports;
  const externalNats = natsUrl ? [portOf(natsUrl)] : [];
  return {
    url: (baseUrl ?? `http://${hostInUrl(host)}:${port}`).replace(/\/$/, ''),
    privateUrl: `http://127.0.0.1:${privatePort}`,
    natsPort,
    apiPrivatePort,
    nodePrivatePort,
    operatorPrivatePort,
    nodeEgressPort,
    podPorts: podPortsOf(ports.slice(programPortCount)),
    ownPorts: [port, privatePort, ...ports, ...externalNats],
  };
};
