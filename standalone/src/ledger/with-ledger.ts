import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, createLog, type Nats } from '@tintype/runtime';
import { portOf } from '../addresses.js';
import type { readLedgerConfig } from '../config.js';
import { ledgerBirthFile } from '../data-folder/folder.js';
import { type Holder, inUseError, isLock, type Lock, type RunningState, tryLock } from '../data-folder/lock.js';
import { readSecrets } from '../data-folder/secrets.js';
import { ensureNatsServer } from '../install/nats-server.js';
import { accepts, connectTo, natsCommand } from '../nats-server/bus.js';
import { natsUrl } from '../nats-server/configuration.js';
import { explainedByNats, natsLabel } from '../nats-server/nats-failure.js';
import { childEnvironment } from '../part-environments.js';
import { startChild } from '../process/child.js';
import { freePorts } from '../process/free-ports.js';
import { toolsFolder } from '../repository.js';

export interface LedgerConfig extends ReturnType<typeof readLedgerConfig> {
  notify: (text: string) => void;
}

const startMs = 30_000;
const stopMs = 10_000;

/** How long to wait for another copy. A starting copy may install programs; a stopping one finishes its requests. */
const waitMs = 60_000;

const ownState: RunningState = {
  pid: process.pid,
  doing: 'ledger',
  url: '',
  privateUrl: '',
  examplePage: undefined,
  parts: {},
  natsPort: 0,
  externalNats: undefined,
};

const untilAccepts = async (port: number) => {
  const end = Date.now() + startMs;
  while (!(await accepts(port))) {
    if (Date.now() > end)
      throw new ConfigError(`nats-server did not start on the data folder within ${startMs / 1000} s.`);
    await sleep(50);
  }
};

const withOwnServer = async <T>(config: LedgerConfig, work: (url: URL) => Promise<T>): Promise<T> => {
  const { dataFolder, environment } = config;
  if (!hasRun(config)) throw noLedger(dataFolder);
  const { passwords } = await readSecrets(config);
  const binary = await ensureNatsServer({ ...config, toolsFolder, report: () => undefined, signal: neverAborted });
  const [port = 0] = await freePorts(1);
  const options = { port, passwords, storeFolder: dataFolder, dataFolder };
  const serverOptions = { ...options, environment: childEnvironment('nats', environment, {}) };
  const child = startChild(await natsCommand(binary, serverOptions), () => undefined);
  try {
    await untilAccepts(port);
    return await work(natsUrl('admin', { port, passwords }));
  } finally {
    await child.stop(stopMs);
  }
};

const neverAborted = new AbortController().signal;

/** Whether Tintype has run on the data folder. The birth record may remain if the store of NATS is lost. */
const hasRun = ({ dataFolder }: LedgerConfig): boolean =>
  existsSync(join(dataFolder, 'jetstream')) || existsSync(ledgerBirthFile(dataFolder));

const noLedger = (dataFolder: string) =>
  new ConfigError(`There is no ledger in ${dataFolder}: Tintype has not run there. Set TINTYPE_DATA_DIR.`);

const holderText = (holder: Holder): string => {
  if (holder === 'silent') return 'A copy that does not answer yet has';
  if (holder.doing === 'ledger') return `Another \`tintype ledger\` (process ${holder.pid}) reads`;
  return `A copy (process ${holder.pid}) is ${holder.doing} on`;
};

/** Locks the folder, or returns the running copy on it. Waits up to 60 s for a copy that starts or stops. */
const lockOrCopy = async ({ dataFolder, notify }: LedgerConfig): Promise<Lock | RunningState> => {
  const end = Date.now() + waitMs;
  let lastNotice = '';
  for (;;) {
    const found = await tryLock(dataFolder, () => ownState);
    if (isLock(found)) return found;
    if (found !== 'silent' && found.doing === 'running') return found;
    if (Date.now() > end) throw inUseError(dataFolder, found);
    const text = `${holderText(found)} the data in ${dataFolder}: waiting for it.`;
    if (text !== lastNotice) notify(text);
    lastNotice = text;
    await sleep(200);
  }
};

const besideCopy = async <T>(
  config: LedgerConfig,
  { pid, natsPort: port, externalNats }: RunningState,
  work: (url: URL) => Promise<T>,
): Promise<T> => {
  if (externalNats)
    throw new ConfigError(
      `The copy on ${config.dataFolder} (process ${pid}) has its ledger in the NATS at ${externalNats}: ` +
        'set TINTYPE_NATS_URL to that address.',
    );
  const { passwords } = await readSecrets(config);
  return work(natsUrl('admin', { port, passwords }));
};

const withUrl = async <T>(config: LedgerConfig, work: (url: URL) => Promise<T>): Promise<T> => {
  const { natsUrl: externalUrl } = config;
  if (externalUrl) {
    if (!(await accepts(portOf(externalUrl), externalUrl.hostname)))
      config.notify(`${natsLabel(config)} does not answer: waiting for it.`);
    return work(externalUrl);
  }
  if (!existsSync(config.dataFolder)) throw noLedger(config.dataFolder);
  const found = await lockOrCopy(config);
  if (!isLock(found)) return besideCopy(config, found, work);
  try {
    return await withOwnServer(config, work);
  } finally {
    await found.release();
  }
};

/** Takes the NATS of TINTYPE_NATS_URL, else of the running copy, else starts one. Throws a ConfigError on failure. */
export const withLedger = <T>(config: LedgerConfig, work: (nats: Nats) => Promise<T>): Promise<T> =>
  withUrl(config, async (url) => {
    const target = { url, label: natsLabel(config) };
    const nats = await connectTo({ ...target, name: 'tintype', log: createLog('tintype', 'silent') });
    try {
      return await work(nats);
    } catch (cause) {
      throw explainedByNats(target, cause);
    } finally {
      await nats.close();
    }
  });
