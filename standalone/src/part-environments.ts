import { createHmac } from 'node:crypto';
import { asKey, type Environment } from '@tintype/runtime';
import type { Addresses } from './addresses.js';
import type { Config } from './config.js';
import { ledgerBirthFile } from './data-folder/folder.js';
import type { Secrets } from './data-folder/secrets.js';
import type { Browser } from './install/chromium.js';
import type { BrowserWall } from './install/wall.js';

/** The variables of the machine that a part gets. The others may hold secrets of other programs. */
const machineVariables = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'] as const;

/** The settings that pass through to a part, which reads them. */
const passedOn = {
  api: [
    'TINTYPE_HOST',
    'TINTYPE_PORT',
    'TINTYPE_ACCOUNT',
    'TINTYPE_MASTER_KEY',
    'TINTYPE_ADMIN_TOKEN',
    'TINTYPE_BASE_URL',
    'TINTYPE_API_URL',
    'TINTYPE_EDGE_URL',
    'TINTYPE_MCP_URL',
    'TINTYPE_MCP_HOSTS',
    'TINTYPE_LIVE_ORIGINS',
    'TINTYPE_OUTBOUND_PREFIXES',
    'TINTYPE_EGRESS_ALLOW',
    'TINTYPE_BATCH_ITEMS',
    'TINTYPE_SLACK_SIGNING_SECRET',
    'TINTYPE_SLACK_URL',
    'TINTYPE_S3_ENDPOINT',
    'TINTYPE_S3_REGION',
    'TINTYPE_S3_BUCKET',
    'TINTYPE_S3_KEY',
    'TINTYPE_S3_SECRET',
    'TINTYPE_S3_PATH_STYLE',
    'TINTYPE_S3_PUBLIC_URL',
    'TINTYPE_LOG_LEVEL',
  ],
  'browser-node': [
    'TINTYPE_EGRESS_ALLOW',
    'TINTYPE_RENDER_SLOTS',
    'TINTYPE_RENDERS_PER_BROWSER',
    'TINTYPE_FILTER_LISTS',
    'TINTYPE_FILTER_CACHE',
    'TINTYPE_BROWSER_MEMORY_MB',
    'TINTYPE_PAGE_MEMORY_MB',
    'TINTYPE_BROWSER_UID',
    'TINTYPE_BROWSER_WALL',
    'TINTYPE_LOG_LEVEL',
  ],
  operator: ['TINTYPE_SESSION_KEEP_SECONDS', 'TINTYPE_LOG_LEVEL'],
  session: ['TINTYPE_EGRESS_ALLOW', 'TINTYPE_PAGE_MEMORY_MB', 'TINTYPE_SESSION_BROWSER', 'TINTYPE_LOG_LEVEL'],
  nats: [],
} as const satisfies Record<string, readonly `TINTYPE_${string}`[]>;

export type PartName = keyof typeof passedOn;

export const settingsOfParts: readonly string[] = Object.values(passedOn).flat();

/** The whole environment of a part: variables of the machine, settings passed on, and `ours`, which win. */
export const childEnvironment = (part: PartName, outer: Environment, ours: Environment): Environment => {
  const fromOutside = [...machineVariables, ...passedOn[part]].map((name) => [name, outer[name]]);
  return Object.fromEntries([...fromOutside, ...Object.entries(ours)].filter(([, value]) => value !== undefined));
};

/** The key that seals jobs. Browser-nodes get it; only the api and the operator get the master key. */
const jobKeyOf = ({ masterKey }: Pick<Secrets, 'masterKey'>) =>
  createHmac('sha256', asKey(masterKey)).update('tintype render jobs').digest('hex');

export interface ApiFacts {
  natsUrl: URL;
  addresses: Addresses;
  /** Why sessions are off, for clients; undefined if they are on. */
  noSessions: string | undefined;
}

export const apiEnvironment = (config: Config, secrets: Secrets, facts: ApiFacts): Environment =>
  childEnvironment('api', config.environment, {
    TINTYPE_PRIVATE_PORT: String(facts.addresses.apiPrivatePort),
    TINTYPE_NATS_URL: facts.natsUrl.href,
    TINTYPE_NO_SESSIONS: facts.noSessions,
    TINTYPE_MASTER_KEY: secrets.masterKey,
    TINTYPE_JOB_KEY: jobKeyOf(secrets),
    TINTYPE_ROOT_KEY: secrets.rootKey,
    TINTYPE_OBJECTS: 'nats',
    TINTYPE_ACCOUNT: secrets.accounts,
    TINTYPE_OWN_PORTS: facts.addresses.ownPorts.join(','),
  });

export interface OperatorFacts {
  natsUrl: URL;
  addresses: Addresses;
  /** The name of this process in the lease. */
  identity: string;
}

export const operatorEnvironment = (config: Config, secrets: Secrets, facts: OperatorFacts): Environment =>
  childEnvironment('operator', config.environment, {
    TINTYPE_PRIVATE_PORT: String(facts.addresses.operatorPrivatePort),
    TINTYPE_NATS_URL: facts.natsUrl.href,
    TINTYPE_OBJECTS: 'nats',
    TINTYPE_ROOT_KEY: secrets.rootKey,
    TINTYPE_MASTER_KEY: secrets.masterKey,
    TINTYPE_LEDGER_BIRTH: ledgerBirthFile(config.dataFolder),
    TINTYPE_OPERATOR_IDENTITY: facts.identity,
  });

export interface NodeFacts {
  natsUrl: URL;
  addresses: Addresses;
  browser: Browser;
  browserWall: BrowserWall;
  examplePort: number;
  /** The folder of parsed filter lists. All data folders share it: parsing costs 2.5 s of CPU time. */
  filterCache: string;
}

export const nodeEnvironment = (config: Config, secrets: Pick<Secrets, 'masterKey'>, facts: NodeFacts): Environment =>
  childEnvironment('browser-node', config.environment, {
    TINTYPE_PRIVATE_PORT: String(facts.addresses.nodePrivatePort),
    TINTYPE_NATS_URL: facts.natsUrl.href,
    TINTYPE_JOB_KEY: jobKeyOf(secrets),
    TINTYPE_EGRESS_INTERNAL: `127.0.0.1:${facts.examplePort}`,
    TINTYPE_EGRESS_PORT: String(facts.addresses.nodeEgressPort),
    TINTYPE_OWN_PORTS: facts.addresses.ownPorts.join(','),
    TINTYPE_BROWSER_WALL: facts.browserWall,
    TINTYPE_FILTER_CACHE: config.environment.TINTYPE_FILTER_CACHE ?? facts.filterCache,
    ...facts.browser,
  });
