import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { ConfigError } from './settings.js';

const advice: Record<string, string> = {
  EADDRINUSE: 'is already in use: end the program that holds it, or choose another port',
  EACCES: 'needs privileges that this user does not have: choose a port above 1023',
  EADDRNOTAVAIL: 'is not an address of this machine',
};

/** Returns the port; with `port: 0`, the system chooses it. Throws a ConfigError that says what to do. */
export const listen = async (server: Server, address: { host: string; port: number }): Promise<number> => {
  try {
    server.listen(address.port, address.host);
    await once(server, 'listening');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!advice[code]) throw error;
    throw new ConfigError(`${address.host}:${address.port} ${advice[code]}.`, { cause: error });
  }
  return (server.address() as AddressInfo).port;
};
