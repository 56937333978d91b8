import { isIP } from 'node:net';
import { asChoice, asPort, asText, asUrl, type Environment, logLevels, readSettings } from '@tintype/runtime';
import { readAccounts } from './accounts/environment.js';
import { readMasterKey } from './accounts/sealing.js';
import type { SeededAccount } from './accounts/store.js';

const isPrefix = (text: string) => {
  const [, address = '', bits] = /^([^/%]+)\/(\d{1,3})$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 6 ? 128 : 32);
};

const asPrefixes = (text: string) => {
  const prefixes = text.split(',').map((prefix) => prefix.trim());
  const wrong = prefixes.find((prefix) => !isPrefix(prefix));
  if (wrong === undefined) return prefixes;
  throw new Error(`CIDRs between commas, such as 203.0.113.0/24, not "${wrong}"`);
};

const http = asUrl('http:', 'https:');

const settings = {
  logLevel: { name: 'TINTYPE_LOG_LEVEL', read: asChoice(...logLevels), default: 'info' },
  host: { name: 'TINTYPE_HOST', read: asText, default: '127.0.0.1' },
  port: { name: 'TINTYPE_PORT', read: asPort, default: 8080 },
  privateHost: { name: 'TINTYPE_PRIVATE_HOST', read: asText, default: '127.0.0.1' },
  privatePort: { name: 'TINTYPE_PRIVATE_PORT', read: asPort, default: 9090 },
  natsUrl: { name: 'TINTYPE_NATS_URL', read: asUrl('nats:', 'tls:'), default: new URL('nats://127.0.0.1:4222') },
  masterKey: { name: 'TINTYPE_MASTER_KEY', read: readMasterKey },
  accounts: { name: 'TINTYPE_ACCOUNT', read: readAccounts, default: [] as SeededAccount[] },
  adminToken: { name: 'TINTYPE_ADMIN_TOKEN', read: asText },
  baseUrl: { name: 'TINTYPE_BASE_URL', read: http },
  outboundPrefixes: { name: 'TINTYPE_OUTBOUND_PREFIXES', read: asPrefixes, default: [] as string[] },
  edgeUrl: { name: 'TINTYPE_EDGE_URL', read: http },
} as const;

export type Config = ReturnType<typeof readConfig>;

export const readConfig = (environment: Environment = process.env) => readSettings(settings, environment);
