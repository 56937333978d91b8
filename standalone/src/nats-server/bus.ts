import { once } from 'node:events';
// biome-ignore lint/style/noRestrictedImports: our own NATS server on 127.0.0.1
import { connect } from 'node:net';
import { join } from 'node:path';
import { provision } from '@tintype/api';
import { type BirthRecord, LedgerLost } from '@tintype/ledger';
import { ConfigError, connectNats, createLog, type Environment, type Nats, type NatsOptions } from '@tintype/runtime';
import { writePrivately } from '../data-folder/keep.js';
import type { Command } from '../process/child.js';
import { natsConfiguration, type ServerOptions } from './configuration.js';
import type { NatsTarget } from './nats-failure.js';
import { provisionSessions, type ServerFacts } from './provision-sessions.js';

export const natsCommand = async (
  binary: string,
  options: ServerOptions & { dataFolder: string; environment: Environment },
): Promise<Command> => {
  const file = join(options.dataFolder, 'nats-server.conf');
  await writePrivately(file, natsConfiguration(options));
  return { file: binary, args: ['--config', file], environment: options.environment };
};

const connectMs = 1000;

/** Whether the port accepts connections; nats-server does once its store is open. */
export const accepts = async (port: number, host = '127.0.0.1'): Promise<boolean> => {
  const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port, signal: AbortSignal.timeout(connectMs) });
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

export const connectTo = async ({
  label,
  ...options
}: Pick<NatsOptions, 'name' | 'log'> & NatsTarget): Promise<Nats> => {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    return await connectNats({ ...options, signal });
  } catch (cause) {
    if (!signal.aborted) throw cause;
    throw new ConfigError(`${label} does not answer, or refuses the login.`, { cause });
  }
};

/** Connects as `admin`, and creates streams and buckets. Throws a ConfigError on failure. */
export const connectAndProvision = async (
  target: NatsTarget,
  ledger: BirthRecord,
  server: ServerFacts,
): Promise<Nats> => {
  const log = createLog('standalone', 'silent');
  const nats = await connectTo({ ...target, name: 'standalone', log });
  try {
    await provision(nats, ledger);
    await provisionSessions(nats, server);
  } catch (cause) {
    await nats.close();
    if (cause instanceof LedgerLost) throw new ConfigError(`${target.label}: ${cause.message}`, { cause });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`${target.label} cannot be set up: ${reason}.`, { cause });
  }
  return nats;
};
