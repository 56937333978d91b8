import type { Config } from './config.js';
import { type PodPorts, podPortsOf } from './local-node/places.js';
import { freePorts } from './process/free-ports.js';

export interface Addresses {
  /** What links say and the person is shown. */
  url: string;
  privateUrl: string;
  /** Chosen once: a part that is started again listens where it did. */
  natsPort: number;
  apiPrivatePort: number;
  nodePrivatePort: number;
  operatorPrivatePort: number;
  /** Where the render node's browsers go out. */
  nodeEgressPort: number;
  /** Some for each pod that may run at once. */
  podPorts: readonly PodPorts[];
  /** Ports of this machine that browsers must never reach. */
  ownPorts: readonly number[];
}

const everywhere = ['0.0.0.0', '::', '[::]'];

const shownHost = (host: string) => {
  if (everywhere.includes(host)) return '127.0.0.1';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
};

const natsDefaultPort = 4222;

export const portOf = ({ port }: URL): number => Number(port || natsDefaultPort);

/** Host and port of a NATS, without a login. */
export const hostOf = (url: URL): string => `${url.hostname}:${portOf(url)}`;

/** Those of programs that are there once. */
const programPorts = 5;

export const chooseAddresses = async (config: Config): Promise<Addresses> => {
  const { host, port, privatePort, baseUrl, natsUrl, sessionPods } = config;
  const ports = await freePorts(programPorts + 2 * sessionPods);
  const [natsPort = 0, apiPrivatePort = 0, nodePrivatePort = 0, operatorPrivatePort = 0, nodeEgressPort = 0] = ports;
  const givenNats = natsUrl ? [portOf(natsUrl)] : [];
  return {
    url: (baseUrl ?? `http://${shownHost(host)}:${port}`).replace(/\/$/, ''),
    privateUrl: `http://127.0.0.1:${privatePort}`,
    natsPort,
    apiPrivatePort,
    nodePrivatePort,
    operatorPrivatePort,
    nodeEgressPort,
    podPorts: podPortsOf(ports.slice(programPorts)),
    ownPorts: [port, privatePort, ...ports, ...givenNats],
  };
};
