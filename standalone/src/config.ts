import { basename, resolve } from 'node:path';
import { readApiConfig } from '@tintype/api';
import { readNodeConfig } from '@tintype/browser-node';
import { readOperatorConfig } from '@tintype/operator';
import {
  asInteger,
  asKey,
  asPort,
  asText,
  asUrl,
  BadEnvironment,
  type Environment,
  readSettings,
  type Setting,
} from '@tintype/runtime';
import { isExecutable } from './install/installer.js';
import { childEnvironment, settingsOfParts } from './part-environments.js';
import { canListenOn } from './process/free-ports.js';

const maxPods = 256;
/** 64 warm browsers take some 13 GB: 200 MB each. */
const maxWarmSessions = 64;
const defaultWarmSessions = 2;
const defaultUserIds = '50000-59999';

const asWebAddress = (text: string) => {
  asUrl('http:', 'https:')(text);
  return text;
};

const asNatsUrl = (text: string) => {
  const url = asUrl('nats:', 'tls:')(text);
  if (url.hostname) return url;
  throw new Error('a URL with a host, such as nats://127.0.0.1:4222');
};

const asKeyText = (text: string) => {
  asKey(text);
  return text;
};

/**
 * First and last id. Chromium's sandbox refuses root, id 0. The default stays below 65536, because many systems have no
 * higher ids.
 */
const asUserIds = (text: string): readonly [number, number] => {
  const [, first, last] = /^(\d{1,10})-(\d{1,10})$/.exec(text) ?? [];
  const ids = [Number(first), Number(last)] as const;
  if (ids[0] >= 1 && ids[1] - ids[0] >= maxPods && ids[1] < 2 ** 31) return ids;
  throw new Error(`a range of more than ${maxPods} user ids, such as ${defaultUserIds}, not "${text}"`);
};

const asProgram = (path: string) => {
  if (isExecutable(path)) return path;
  throw new Error(`the path of a program that this user may run, not "${path}"`);
};

/** Refuses the headless shell: it behaves differently for pages, and ignores managed policies. */
const asFullChromium = (path: string) => {
  if (!/headless[-_]shell/.test(basename(path))) return asProgram(path);
  throw new Error(`the path of a full Chromium; "${path}" is a headless shell, for TINTYPE_HEADLESS_SHELL`);
};

const ports = {
  port: { name: 'TINTYPE_PORT', read: asPort, default: 8080 },
  privatePort: { name: 'TINTYPE_PRIVATE_PORT', read: asPort, default: 9090 },
} as const satisfies Record<string, Setting<unknown>>;

const pools = {
  sessionPods: { name: 'TINTYPE_SESSION_PODS', read: asInteger(0, maxPods), default: 10 },
  warmSessions: { name: 'TINTYPE_WARM_SESSIONS', read: asInteger(0, maxWarmSessions) },
} as const satisfies Record<string, Setting<unknown>>;

const settings = {
  host: { name: 'TINTYPE_HOST', read: asText, default: '127.0.0.1' },
  ...ports,
  dataFolder: { name: 'TINTYPE_DATA_DIR', read: resolve, default: resolve('.tintype') },
  account: { name: 'TINTYPE_ACCOUNT', read: asText },
  masterKey: { name: 'TINTYPE_MASTER_KEY', read: asText },
  rootKey: { name: 'TINTYPE_ROOT_KEY', read: asKeyText },
  ...pools,
  sessionUids: { name: 'TINTYPE_SESSION_UIDS', read: asUserIds, default: asUserIds(defaultUserIds) },
  natsUrl: { name: 'TINTYPE_NATS_URL', read: asNatsUrl },
  baseUrl: { name: 'TINTYPE_BASE_URL', read: asWebAddress },
  apiUrl: { name: 'TINTYPE_API_URL', read: asWebAddress },
  mcpUrl: { name: 'TINTYPE_MCP_URL', read: asWebAddress },
} as const satisfies Record<string, Setting<unknown>>;

const binaries = {
  headlessShell: { name: 'TINTYPE_HEADLESS_SHELL', read: asProgram },
  chromium: { name: 'TINTYPE_CHROMIUM', read: asFullChromium },
  natsServer: { name: 'TINTYPE_NATS_SERVER', read: asProgram },
} as const satisfies Record<string, Setting<unknown>>;

export type Binaries = ReturnType<typeof readBinaries>;

export const readBinaries = (environment: Environment = process.env) => ({
  ...readSettings(binaries, environment),
  /** The whole environment of this process. Installers may need its proxy, registry or certificates. */
  environment,
});

const refuseSamePorts = (environment: Environment) => {
  const { port, privatePort } = readSettings(ports, environment);
  if (port !== privatePort) return;
  const fault = `TINTYPE_PORT and TINTYPE_PRIVATE_PORT are both ${port}: choose two ports`;
  throw new BadEnvironment(new Map([['TINTYPE_PRIVATE_PORT', fault]]));
};

/** Refuses more warm sessions than pods: the surplus could never start. */
const refuseTooManyWarm = (environment: Environment) => {
  const { sessionPods, warmSessions = 0 } = readSettings(pools, environment);
  if (warmSessions <= sessionPods) return;
  const fault = `TINTYPE_WARM_SESSIONS is ${warmSessions}, more than TINTYPE_SESSION_PODS (${sessionPods})`;
  throw new BadEnvironment(new Map([['TINTYPE_WARM_SESSIONS', fault]]));
};

const refuseForeignHost = async (environment: Environment) => {
  const { host } = readSettings({ host: settings.host }, environment);
  if (await canListenOn(host)) return;
  const fault = `TINTYPE_HOST takes an address of this machine or a name for one, not "${host}"`;
  throw new BadEnvironment(new Map([['TINTYPE_HOST', fault]]));
};

const refuseUnknown = (environment: Environment) => {
  const ownNames = [...Object.values(settings), ...Object.values(binaries)].map(({ name }) => name);
  const known = new Set<string>([...ownNames, ...settingsOfParts]);
  const unknown = Object.keys(environment).filter((name) => /^TINTYPE_(?!TEST_)/.test(name) && !known.has(name));
  const fault = (name: string) => `\`make run\` and \`tintype\` have no setting ${name}`;
  if (unknown.length > 0) throw new BadEnvironment(new Map(unknown.map((name) => [name, fault(name)])));
};

/** The settings of `tintype ledger`. Throws a BadEnvironment for unknown names too, as `make run` does. */
export const readLedgerConfig = (environment: Environment = process.env) => {
  const { dataFolder, natsUrl, account, masterKey, rootKey } = settings;
  refuseUnknown(environment);
  return {
    ...readSettings({ dataFolder, natsUrl, account, masterKey, rootKey }, environment),
    ...readBinaries(environment),
  };
};

const faultsOf = async (read: () => unknown): Promise<ReadonlyMap<string, string>> => {
  try {
    await read();
    return new Map();
  } catch (error) {
    if (error instanceof BadEnvironment) return error.faults;
    throw error;
  }
};

/** Placeholders for the operator's required settings, which the supervisor sets later. */
const operatorPlaceholders = {
  TINTYPE_OBJECTS: 'nats',
  TINTYPE_ROOT_KEY: '0'.repeat(64),
  TINTYPE_MASTER_KEY: '0'.repeat(64),
  TINTYPE_LEDGER_BIRTH: 'ledger-birth',
} as const;

export type Config = Awaited<ReturnType<typeof readConfig>>;

/**
 * The settings of `make run`, read before anything starts. Throws a BadEnvironment with all faults, the parts' too. The
 * error names each variable once.
 */
export const readConfig = async (environment: Environment = process.env) => {
  const faults = new Map<string, string>();
  for (const read of [
    () => readSettings(settings, environment),
    () => refuseUnknown(environment),
    () => refuseSamePorts(environment),
    () => refuseForeignHost(environment),
    () => refuseTooManyWarm(environment),
    () => readBinaries(environment),
    () => readApiConfig(childEnvironment('api', environment, {})),
    () => readNodeConfig(childEnvironment('browser-node', environment, {})),
    () => readOperatorConfig(childEnvironment('operator', environment, operatorPlaceholders)),
  ]) {
    for (const [variable, fault] of await faultsOf(read)) faults.set(variable, fault);
  }
  if (faults.size > 0) throw new BadEnvironment(faults);
  const { warmSessions: configuredWarm, ...config } = readSettings(settings, environment);
  const warmSessions = configuredWarm ?? Math.min(defaultWarmSessions, config.sessionPods);
  return { ...config, warmSessions, ...readBinaries(environment) };
};
