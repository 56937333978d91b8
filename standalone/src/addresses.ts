import type { Config } from './config.js';
import { freePorts } from './process/free-ports.js';

export interface Addresses {
  /** What links say and the person is shown. */
  url: string;
  privateUrl: string;
  /** Chosen once: a part that is started again listens where it did. */
  natsPort: number;
  apiPrivatePort: number;
  nodePrivatePort: number;
  /** Ports of this machine that browsers must never reach. */
  ownPorts: readonly number[];
}

const everywhere = ['0.0.0.0', '::', '[::]'];

const shownHost = (host: string) => {
  if (everywhere.includes(host)) return '127.0.0.1';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
};

const natsDefaultPort = 4222;

export const chooseAddresses = async ({ host, port, privatePort, baseUrl, natsUrl }: Config): Promise<Addresses> => {
  const [natsPort = 0, apiPrivatePort = 0, nodePrivatePort = 0] = await freePorts(3);
  const givenNats = natsUrl ? [Number(natsUrl.port || natsDefaultPort)] : [];
  return {
    url: (baseUrl ?? `http://${shownHost(host)}:${port}`).replace(/\/$/, ''),
    privateUrl: `http://127.0.0.1:${privatePort}`,
    natsPort,
    apiPrivatePort,
    nodePrivatePort,
    ownPorts: [port, privatePort, natsPort, apiPrivatePort, nodePrivatePort, ...givenNats],
  };
};
