import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, createLog, type Nats } from '@tintype/runtime';
import { childEnvironment } from '../child-environment.js';
import type { readBooksConfig } from '../config.js';
import { ledgerBirthFile } from '../data-folder/ledger-birth.js';
import { askRunning, type RunningState, takeLock } from '../data-folder/lock.js';
import { readSecrets, type Secrets } from '../data-folder/secrets.js';
import { ensureNatsServer } from '../install/nats-server.js';
import { accepts, connectTo, natsCommand } from '../nats-server/bus.js';
import { natsUrl } from '../nats-server/configuration.js';
import { explainedByNats } from '../nats-server/nats-failure.js';
import { startChild } from '../process/child.js';
import { freePorts } from '../process/free-ports.js';
import { toolsFolder } from '../repository.js';

export type BooksConfig = ReturnType<typeof readBooksConfig>;

const startMs = 30_000;
const stopMs = 10_000;

const idle: RunningState = {
  pid: process.pid,
  url: '',
  privateUrl: '',
  examplePage: undefined,
  parts: {},
  natsPort: 0,
};

const untilAccepts = async (port: number) => {
  const end = Date.now() + startMs;
  while (!(await accepts(port))) {
    if (Date.now() > end) throw new ConfigError('nats-server did not start on the data folder.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** Starts nats-server on the data folder for as long as the work takes: nothing else may run on it meanwhile. */
const withOwnServer = async <T>(config: BooksConfig, secrets: Secrets, work: (url: URL) => Promise<T>): Promise<T> => {
  const { dataFolder, environment } = config;
  const { passwords } = secrets;
  const binary = await ensureNatsServer({ ...config, toolsFolder, report: () => undefined, signal: neverAborted });
  const lock = await takeLock(dataFolder, () => idle);
  try {
    const [port = 0] = await freePorts(1);
    const options = { port, passwords, storeFolder: dataFolder, dataFolder };
    const whole = { ...options, environment: childEnvironment('nats', environment, {}) };
    const child = startChild(await natsCommand(binary, whole), () => undefined);
    try {
      await untilAccepts(port);
      return await work(natsUrl('admin', { port, passwords }));
    } finally {
      await child.stop(stopMs);
    }
  } finally {
    await lock.release();
  }
};

const neverAborted = new AbortController().signal;

/** Where the store of NATS is lost, the record of its ledger may be left. */
const hasRun = ({ dataFolder }: BooksConfig): boolean =>
  existsSync(join(dataFolder, 'jetstream')) || existsSync(ledgerBirthFile(dataFolder));

const withUrl = async <T>(config: BooksConfig, work: (url: URL) => Promise<T>): Promise<T> => {
  if (config.natsUrl) return work(config.natsUrl);
  if (!hasRun(config)) {
    throw new ConfigError(`There are no books in ${config.dataFolder}: nothing has run there. Set TINTYPE_DATA_DIR.`);
  }
  const secrets = await readSecrets(config);
  const running = await askRunning(config.dataFolder);
  if (!running) return withOwnServer(config, secrets, work);
  if (running.natsPort === 0) {
    throw new ConfigError(
      `The copy on ${config.dataFolder} (process ${running.pid}) keeps no books there: ` +
        'set TINTYPE_NATS_URL to the NATS that it uses, or wait until another tintype has ended.',
    );
  }
  return work(natsUrl('admin', { port: running.natsPort, passwords: secrets.passwords }));
};

/**
 * Opens the books for the time of the work: of the NATS that TINTYPE_NATS_URL names, of the copy that runs on the data
 * folder, or of the data folder itself. Throws a ConfigError when that cannot be done.
 */
export const withBooks = <T>(config: BooksConfig, work: (nats: Nats) => Promise<T>): Promise<T> =>
  withUrl(config, async (url) => {
    const nats = await connectTo({ url, name: 'tintype', log: createLog('tintype', 'silent') });
    try {
      return await work(nats);
    } catch (cause) {
      throw explainedByNats(url, cause);
    } finally {
      await nats.close();
    }
  });
