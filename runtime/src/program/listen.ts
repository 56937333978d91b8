import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { ConfigError } from './settings.js';

/** Each text completes a sentence that begins with host and port. */
const faultByCode: Record<string, string> = {
  EADDRINUSE: 'is already in use: end the program that holds it, or choose another port',
  EACCES: 'needs privileges that this user does not have: choose a port above 1023',
  EADDRNOTAVAIL: 'is not an address of this machine',
};

/**
 * Resolves to the port as soon as the server listens. The system chooses the port if `port` is 0. Throws a ConfigError
 * for an address that is in use, forbidden or missing. Passes other errors on.
 */
export const listen = async (server: Server, address: { host: string; port: number }): Promise<number> => {
  try {
    server.listen(address.port, address.host);
    await once(server, 'listening');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!faultByCode[code]) throw error;
    throw new ConfigError(`${address.host}:${address.port} ${faultByCode[code]}.`, { cause: error });
  }
  return (server.address() as AddressInfo).port;
};
