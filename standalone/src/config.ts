import { resolve } from 'node:path';
import { readAccounts } from '@tintype/api';
import {
  asPort,
  asText,
  asUrl,
  ConfigError,
  type Environment,
  parseAllowList,
  readSettings,
  type Setting,
} from '@tintype/runtime';

/** The value as it was given, once it has been read without a fault: a part of ours reads it again. */
const checked = (read: (text: string) => unknown) => (text: string) => {
  read(text);
  return text;
};

const oneOf =
  (...values: string[]) =>
  (text: string) => {
    if (values.includes(text)) return text;
    throw new Error(`${values.join(', ')}; not "${text}"`);
  };

const masterKey = (text: string) => {
  if (/^([0-9a-f]{64}|[A-Za-z0-9+/_-]{43}=?)$/i.test(text)) return text;
  throw new Error('32 bytes as 64 hex digits or in base64; `openssl rand -hex 32` makes one');
};

const webAddress = checked(asUrl('http:', 'https:'));

const settings = {
  host: { name: 'TINTYPE_HOST', read: asText, default: '127.0.0.1' },
  port: { name: 'TINTYPE_PORT', read: asPort, default: 8080 },
  privatePort: { name: 'TINTYPE_PRIVATE_PORT', read: asPort, default: 9090 },
  dataFolder: { name: 'TINTYPE_DATA_DIR', read: resolve, default: resolve('.tintype') },
  account: { name: 'TINTYPE_ACCOUNT', read: checked(readAccounts) },
  adminToken: { name: 'TINTYPE_ADMIN_TOKEN', read: asText },
  egressAllow: { name: 'TINTYPE_EGRESS_ALLOW', read: checked(parseAllowList) },
  natsUrl: { name: 'TINTYPE_NATS_URL', read: asUrl('nats:', 'tls:') },
  baseUrl: { name: 'TINTYPE_BASE_URL', read: webAddress },
  apiUrl: { name: 'TINTYPE_API_URL', read: webAddress },
  edgeUrl: { name: 'TINTYPE_EDGE_URL', read: webAddress },
  mcpUrl: { name: 'TINTYPE_MCP_URL', read: webAddress },
  masterKey: { name: 'TINTYPE_MASTER_KEY', read: masterKey },
  logLevel: {
    name: 'TINTYPE_LOG_LEVEL',
    read: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal'),
    default: 'info',
  },
} as const satisfies Record<string, Setting<unknown>>;

const binaries = {
  headlessShell: { name: 'TINTYPE_HEADLESS_SHELL', read: asText },
  chromium: { name: 'TINTYPE_CHROMIUM', read: asText },
  natsServer: { name: 'TINTYPE_NATS_SERVER', read: asText },
} as const satisfies Record<string, Setting<unknown>>;

/** Where programs are found that we do not bring along. */
export type Binaries = ReturnType<typeof readBinaries>;

export const readBinaries = (environment: Environment = process.env) => ({
  ...readSettings(binaries, environment),
  /** Whatever the user has set: installers may need a proxy, a registry, certificates. */
  environment,
});

export type Config = ReturnType<typeof readConfig>;

export const readConfig = (environment: Environment = process.env) => {
  const values = readSettings(settings, environment);
  if (values.port === values.privatePort) {
    throw new ConfigError(`TINTYPE_PORT and TINTYPE_PRIVATE_PORT are both ${values.port}: choose two ports.`);
  }
  return { ...values, ...readBinaries(environment) };
};
