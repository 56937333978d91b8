import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { ConfigError, listen } from '@tintype/runtime';

const close = async (server: Server) => {
  server.close();
  await once(server, 'close');
};

/**
 * The ports to choose from. Linux and macOS use higher ports for outgoing connections, so a listener could find one
 * taken. https://www.iana.org/assignments/service-names-port-numbers
 */
const portRange = { first: 20_000, last: 32_767 };
const maxTries = 50;

/** Listens on a free port; on any port after 50 tries. */
const listenSomewhere = async (): Promise<Server> => {
  for (let tries = 1; ; tries++) {
    const server = createServer();
    const port = tries > maxTries ? 0 : randomInt(portRange.first, portRange.last + 1);
    try {
      await listen(server, { host: '127.0.0.1', port });
      return server;
    } catch (error) {
      if (!(error instanceof ConfigError) || tries > maxTries) throw error;
    }
  }
};

/** Ports of 127.0.0.1 on which nothing listens now. */
export const freePorts = async (count: number): Promise<number[]> => {
  const servers = await Promise.all(Array.from({ length: count }, listenSomewhere));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map(close));
  return ports;
};

export const canListenOn = async (host: string): Promise<boolean> => {
  const server = createServer();
  try {
    await listen(server, { host, port: 0 });
  } catch {
    return false;
  }
  await close(server);
  return true;
};

/** Throws a ConfigError if the port is taken; `variable` is its setting. */
export const checkPortFree = async (address: { host: string; port: number }, variable: string): Promise<void> => {
  const server = createServer();
  try {
    await listen(server, address);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    throw new ConfigError(`${cause.message} (${variable}=${address.port})`, { cause });
  }
  await close(server);
};
