import { asPort, asText, asUrl, type Environment, readSettings } from '@tintype/runtime';
import { readAccounts } from './accounts/environment.js';
import { readMasterKey } from './accounts/sealing.js';
import type { SeededAccount } from './accounts/store.js';

const asPrefixes = (text: string) => text.split(',').map((prefix) => prefix.trim());

const http = asUrl('http:', 'https:');

const settings = {
  logLevel: { name: 'TINTYPE_LOG_LEVEL', read: asText, default: 'info' },
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
