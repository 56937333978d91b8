import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { ConfigError, listen } from '@tintype/runtime';

const close = async (server: Server) => {
  server.close();
  await once(server, 'close');
};

/**
 * Linux and macOS give ports above these to connections that go out, and who is to listen on one later would find it taken.
 * https://www.iana.org/assignments/service-names-port-numbers
 */
const quiet = { first: 20_000, last: 32_767 };
const mostTries = 50;

/** Listens on a port that nobody else does; on any where the quiet ones are crowded. */
const listenSomewhere = async (): Promise<Server> => {
  for (let tries = 1; ; tries++) {
    const server = createServer();
    const port = tries > mostTries ? 0 : randomInt(quiet.first, quiet.last + 1);
    try {
      await listen(server, { host: '127.0.0.1', port });
      return server;
    } catch (error) {
      if (!(error instanceof ConfigError) || tries > mostTries) throw error;
    }
  }
};

/** So many ports of 127.0.0.1 that nobody listens on, all different. */
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

/** Throws a ConfigError that says what to do when the port cannot be had; `variable` is the one that chooses it. */
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
