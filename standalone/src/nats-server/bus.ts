import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { provision } from '@tintype/api';
import { type BirthRecord, LedgerLost } from '@tintype/ledger';
import { ConfigError, connectNats, createLog, type Environment, type Nats, type NatsOptions } from '@tintype/runtime';
import { writePrivately } from '../data-folder/keep.js';
import type { Command } from '../process/child.js';
import type { ServerOptions } from './configuration.js';
import { natsConfiguration } from './configuration.js';
import { provisionSessions, type ServerFacts } from './provision-sessions.js';

/** Writes the server's configuration, and answers the command that starts it. */
export const natsCommand = async (
  binary: string,
  options: ServerOptions & { dataFolder: string; environment: Environment },
): Promise<Command> => {
  const file = join(options.dataFolder, 'nats-server.conf');
  await writePrivately(file, natsConfiguration(options));
  return { file: binary, args: ['--config', file], environment: options.environment };
};

const connectMs = 1000;

/** Whether somebody listens on the port of 127.0.0.1; nats-server does once its store is open. */
export const accepts = async (port: number): Promise<boolean> => {
  const socket = connect({ host: '127.0.0.1', port, signal: AbortSignal.timeout(connectMs) });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

const patienceMs = 10_000;

/** Waits so long for a connection. Throws a ConfigError when it does not come. */
export const connectTo = async (options: Pick<NatsOptions, 'url' | 'name' | 'log'>): Promise<Nats> => {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    return await connectNats({ ...options, signal });
  } catch (cause) {
    if (!signal.aborted) throw cause;
    throw new ConfigError(`NATS at ${options.url.host} does not answer, or refuses the login.`, { cause });
  }
};

/** Connects as the one who may make streams and buckets, and makes them. Throws a ConfigError when that cannot be done. */
export const connectAndProvision = async (url: URL, ledger: BirthRecord, server: ServerFacts): Promise<Nats> => {
  const log = createLog('standalone', 'silent');
  const nats = await connectTo({ url, name: 'standalone', log });
  try {
    await provision(nats, ledger);
    await provisionSessions(nats, server);
  } catch (cause) {
    await nats.close();
    if (cause instanceof LedgerLost) throw new ConfigError(`NATS at ${url.host}: ${cause.message}`, { cause });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`NATS at ${url.host} cannot be set up: ${reason}.`, { cause });
  }
  return nats;
};
