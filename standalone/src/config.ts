import { resolve } from 'node:path';
import { readApiConfig } from '@tintype/api';
import { readNodeConfig } from '@tintype/browser-node';
import { asPort, asText, asUrl, BadEnvironment, type Environment, readSettings, type Setting } from '@tintype/runtime';
import { childEnvironment, settingsOfParts } from './child-environment.js';
import { isExecutable } from './install/executable.js';
import { canListenOn } from './process/free-ports.js';

const webAddress = (text: string) => {
  asUrl('http:', 'https:')(text);
  return text;
};

const asProgram = (path: string) => {
  if (isExecutable(path)) return path;
  throw new Error(`the path of a program that this user may run, not "${path}"`);
};

const ports = {
  port: { name: 'TINTYPE_PORT', read: asPort, default: 8080 },
  privatePort: { name: 'TINTYPE_PRIVATE_PORT', read: asPort, default: 9090 },
} as const satisfies Record<string, Setting<unknown>>;

/** What the supervisor itself needs; the parts read the rest, and say what is wrong with it (`partFaults`). */
const settings = {
  host: { name: 'TINTYPE_HOST', read: asText, default: '127.0.0.1' },
  ...ports,
  dataFolder: { name: 'TINTYPE_DATA_DIR', read: resolve, default: resolve('.tintype') },
  account: { name: 'TINTYPE_ACCOUNT', read: asText },
  masterKey: { name: 'TINTYPE_MASTER_KEY', read: asText },
  natsUrl: { name: 'TINTYPE_NATS_URL', read: asUrl('nats:', 'tls:') },
  baseUrl: { name: 'TINTYPE_BASE_URL', read: webAddress },
  apiUrl: { name: 'TINTYPE_API_URL', read: webAddress },
  mcpUrl: { name: 'TINTYPE_MCP_URL', read: webAddress },
} as const satisfies Record<string, Setting<unknown>>;

const binaries = {
  headlessShell: { name: 'TINTYPE_HEADLESS_SHELL', read: asProgram },
  chromium: { name: 'TINTYPE_CHROMIUM', read: asProgram },
  natsServer: { name: 'TINTYPE_NATS_SERVER', read: asProgram },
} as const satisfies Record<string, Setting<unknown>>;

/** Where programs are found that we do not bring along. */
export type Binaries = ReturnType<typeof readBinaries>;

export const readBinaries = (environment: Environment = process.env) => ({
  ...readSettings(binaries, environment),
  /** Whatever the user has set: installers may need a proxy, a registry, certificates. */
  environment,
});

/** What the books need. */
export const readBooksConfig = (environment: Environment = process.env) => {
  const { dataFolder, natsUrl, account, masterKey } = settings;
  return {
    ...readSettings({ dataFolder, natsUrl, account, masterKey }, environment),
    ...readBinaries(environment),
  };
};

const refuseSamePorts = (environment: Environment) => {
  const { port, privatePort } = readSettings(ports, environment);
  if (port !== privatePort) return;
  const fault = `TINTYPE_PORT and TINTYPE_PRIVATE_PORT are both ${port}: choose two ports`;
  throw new BadEnvironment(new Map([['TINTYPE_PRIVATE_PORT', fault]]));
};

const refuseHost = async (environment: Environment) => {
  const { host } = readSettings({ host: settings.host }, environment);
  if (await canListenOn(host)) return;
  const fault = `TINTYPE_HOST takes an address of this machine, or a name of one, not "${host}"`;
  throw new BadEnvironment(new Map([['TINTYPE_HOST', fault]]));
};

const refuseUnknown = (environment: Environment) => {
  const own = [...Object.values(settings), ...Object.values(binaries)].map(({ name }) => name);
  const known = new Set<string>([...own, ...settingsOfParts]);
  const unknown = Object.keys(environment).filter((name) => /^TINTYPE_(?!TEST_)/.test(name) && !known.has(name));
  const fault = (name: string) => `${name} is no setting of \`make run\``;
  if (unknown.length > 0) throw new BadEnvironment(new Map(unknown.map((name) => [name, fault(name)])));
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

export type Config = Awaited<ReturnType<typeof readConfig>>;

/** Throws a BadEnvironment with all that we and the parts would refuse, each variable once, before anything starts. */
export const readConfig = async (environment: Environment = process.env) => {
  const faults = new Map<string, string>();
  for (const read of [
    () => readSettings(settings, environment),
    () => refuseUnknown(environment),
    () => refuseSamePorts(environment),
    () => refuseHost(environment),
    () => readBinaries(environment),
    () => readApiConfig(childEnvironment('api', environment, {})),
    () => readNodeConfig(childEnvironment('browser-node', environment, {})),
  ]) {
    for (const [variable, fault] of await faultsOf(read)) faults.set(variable, fault);
  }
  if (faults.size > 0) throw new BadEnvironment(faults);
  return { ...readSettings(settings, environment), ...readBinaries(environment) };
};
