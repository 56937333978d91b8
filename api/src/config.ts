import { isIP } from 'node:net';
import {
  asChoice,
  asInteger,
  asKey,
  asKeys,
  asPort,
  asText,
  asUrl,
  BadEnvironment,
  type Environment,
  logLevels,
  parseAllowList,
  readSettings,
} from '@tintype/runtime';
import { type CredentialSource, credentialSource } from '@tintype/stores';
import { readAccounts } from './accounts/environment.js';
import type { SeededAccount } from './accounts/store.js';
import { bucketPattern, canBeInHost, isPlainUrl, keyPattern, regionPattern, secretPattern } from './s3/s3-address.js';
import type { S3Settings } from './s3/s3-bucket.js';

const isCidr = (text: string) => {
  const [, address = '', bits] = /^([^/%]+)\/(\d{1,3})$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 6 ? 128 : 32);
};

const asCidrs = (text: string) => {
  const cidrs = text.split(',').map((cidr) => cidr.trim());
  const wrong = cidrs.find((cidr) => !isCidr(cidr));
  if (wrong === undefined) return cidrs;
  throw new Error(`CIDRs separated by commas, such as 203.0.113.0/24, not "${wrong}"`);
};

const asHttpUrl = asUrl('http:', 'https:');

const asHostNames = (text: string) => {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  const wrong = names.find((name) => !/^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name));
  if (wrong === undefined) return names;
  throw new Error(`host names separated by commas, such as tools.example.com,*.example.org, not "${wrong}"`);
};

/** Origins as in CSP, without path or wildcard. `self` is the service's own origin; `none` alone means no origin. */
const asFrameOrigins = (text: string) =>
  text.trim() === 'none' ? [] : text.split(',').map((part) => readFrameOrigin(part.trim()));

const readFrameOrigin = (text: string): string => {
  if (text === 'self') return text;
  if (text === 'none') throw new Error('none alone, or origins separated by commas');
  const origin = originOf(text);
  if (origin !== undefined) return origin;
  const isSchemeMissing = !/^https?:/i.test(text) && originOf(`https://${text}`) !== undefined;
  const advice = isSchemeMissing ? `: write https://${text} or http://${text}` : '';
  throw new Error(
    `origins separated by commas, such as https://app.example.com, or self, or none alone, not "${text}"${advice}`,
  );
};

/** The origin in lower case, without a slash at its end. Undefined if the text is no http or https origin. */
const originOf = (text: string): string | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) return undefined;
  return url.hostname.includes('*') ? undefined : url.origin;
};

const asPorts = (text: string) => text.split(',').map((port) => asPort(port.trim()));

const asNamespace = (text: string) => {
  if (/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text)) return text;
  throw new Error(`a namespace name, not "${text}"`);
};

const settings = {
  logLevel: { name: 'TINTYPE_LOG_LEVEL', read: asChoice(...logLevels), default: 'info' },
  host: { name: 'TINTYPE_HOST', read: asText, default: '127.0.0.1' },
  port: { name: 'TINTYPE_PORT', read: asPort, default: 8080 },
  privateHost: { name: 'TINTYPE_PRIVATE_HOST', read: asText, default: '127.0.0.1' },
  privatePort: { name: 'TINTYPE_PRIVATE_PORT', read: asPort, default: 9090 },
  natsUrl: { name: 'TINTYPE_NATS_URL', read: asUrl('nats:', 'tls:'), default: new URL('nats://127.0.0.1:4222') },
  masterKey: { name: 'TINTYPE_MASTER_KEY', read: asKey },
  /** Comma-separated keys. The first encrypts the secret options of jobs. Browser-nodes try each of their keys. */
  jobKeys: { name: 'TINTYPE_JOB_KEY', read: asKeys },
  accounts: { name: 'TINTYPE_ACCOUNT', read: readAccounts, default: [] as SeededAccount[] },
  adminToken: { name: 'TINTYPE_ADMIN_TOKEN', read: asText },
  baseUrl: { name: 'TINTYPE_BASE_URL', read: asHttpUrl },
  apiUrl: { name: 'TINTYPE_API_URL', read: asHttpUrl },
  mcpUrl: { name: 'TINTYPE_MCP_URL', read: asHttpUrl },
  mcpHosts: { name: 'TINTYPE_MCP_HOSTS', read: asHostNames, default: [] as string[] },
  /** Pages that may show the live view in a frame. */
  liveOrigins: { name: 'TINTYPE_LIVE_ORIGINS', read: asFrameOrigins, default: ['self'] },
  /** The browsers' addresses that `GET /ip-ranges.json` answers. */
  outboundPrefixes: { name: 'TINTYPE_OUTBOUND_PREFIXES', read: asCidrs, default: [] as string[] },
  /** Private addresses that accounts' stores, proxies and notification addresses may have. */
  egressAllow: { name: 'TINTYPE_EGRESS_ALLOW', read: parseAllowList, default: parseAllowList('') },
  /** Our own ports on this machine, which our calls to accounts' addresses never reach. */
  ownPorts: { name: 'TINTYPE_OWN_PORTS', read: asPorts, default: [] as number[] },
  edgeUrl: { name: 'TINTYPE_EDGE_URL', read: asHttpUrl },
  /** Undefined: there is no chat command. */
  slackSecret: { name: 'TINTYPE_SLACK_SIGNING_SECRET', read: asText },
  slackUrl: { name: 'TINTYPE_SLACK_URL', read: asHttpUrl, default: new URL('https://hooks.slack.com') },
  /** Items of batches that one api has in work at once. */
  batchItems: { name: 'TINTYPE_BATCH_ITEMS', read: asInteger(1, 1000), default: 8 },
  /** Undefined: there are no sessions. */
  rootKey: { name: 'TINTYPE_ROOT_KEY', read: asKey },
  /** Why sessions are off in spite of a root key. */
  whyNoSessions: { name: 'TINTYPE_NO_SESSIONS', read: asText },
  /** Where the objects of sessions are stored. The operator needs the same value. */
  objects: { name: 'TINTYPE_OBJECTS', read: asChoice('kubernetes', 'nats'), default: 'kubernetes' },
  namespace: { name: 'TINTYPE_NAMESPACE', read: asNamespace },
} as const;

const asPlainUrl = (advice: string) => (text: string) => {
  const url = asHttpUrl(text);
  if (isPlainUrl(url)) return url;
  throw new Error(`a URL without user, password or query${advice}`);
};

const asS3Endpoint = asPlainUrl(': put the login into TINTYPE_S3_KEY and TINTYPE_S3_SECRET');

const asMatching = (pattern: RegExp, fault: (text: string) => string) => (text: string) => {
  if (pattern.test(text)) return text;
  throw new Error(fault(text));
};

const bucketFault = (text: string) =>
  `a bucket name of 3 to 63 letters, digits, dots, hyphens and underscores, not "${text}"`;
const regionFault = (text: string) => `a region of up to 40 letters, digits and hyphens, not "${text}"`;
// These two faults leave out the wrong value, because it may be the secret.
const keyFault = () => 'the id of an access key: up to 256 printable ASCII characters without spaces or slashes';
const secretFault = () => 'the secret of the access key: up to 1024 printable ASCII characters';

const s3Settings = {
  endpoint: { name: 'TINTYPE_S3_ENDPOINT', read: asS3Endpoint },
  region: { name: 'TINTYPE_S3_REGION', read: asMatching(regionPattern, regionFault) },
  bucket: { name: 'TINTYPE_S3_BUCKET', read: asMatching(bucketPattern, bucketFault) },
  key: { name: 'TINTYPE_S3_KEY', read: asMatching(keyPattern, keyFault) },
  secret: { name: 'TINTYPE_S3_SECRET', read: asMatching(secretPattern, secretFault) },
  pathStyle: { name: 'TINTYPE_S3_PATH_STYLE', read: asChoice('true', 'false'), default: 'true' },
  publicUrl: { name: 'TINTYPE_S3_PUBLIC_URL', read: asPlainUrl(', such as https://files.example.com') },
} as const;

const { pathStyle: _pathStyle, publicUrl: _publicUrl, ...neededForS3 } = s3Settings;

/** Refuses incomplete S3 settings. If no S3 setting is set, there is no S3 store. */
const refuseIncompleteS3 = (environment: Environment) => {
  const isSet = ({ name }: { name: string }) => Boolean(environment[name]?.trim());
  if (!Object.values(s3Settings).some(isSet)) return;
  const missing = Object.values(neededForS3).filter((setting) => !isSet(setting));
  const fault = (name: string) => `${name} is missing: an S3 store needs endpoint, region, bucket, key and secret`;
  if (missing.length > 0) throw new BadEnvironment(new Map(missing.map(({ name }) => [name, fault(name)])));
};

/**
 * Refuses host style (`bucket.endpoint`), because this bucket or endpoint cannot have it. The S3 client would silently
 * use path style, and redirects would name a wrong host.
 */
const refuseHostStyle = (bucket: string, endpoint: URL) => {
  const name = 'TINTYPE_S3_PATH_STYLE';
  const condition = 'the endpoint has a host name, and the bucket only lowercase letters, digits and hyphens (no dots)';
  const fault = `${name} takes false only if ${condition}, not for "${bucket}" at ${endpoint.host}. Set it to true.`;
  throw new BadEnvironment(new Map([[name, fault]]));
};

const readS3 = (environment: Environment): S3Settings | undefined => {
  const { endpoint, region, bucket, key, secret, pathStyle, publicUrl } = readSettings(s3Settings, environment);
  if (!endpoint || !region || !bucket || !key || !secret) return undefined;
  if (pathStyle === 'false' && !canBeInHost(bucket, endpoint)) refuseHostStyle(bucket, endpoint);
  return { endpoint, region, bucket, key, secret, pathStyle: pathStyle === 'true', publicUrl };
};

export type Config = ReturnType<typeof readConfig>;

/** Throws one BadEnvironment with all faults, or a ConfigError if Kubernetes credentials are missing. */
export const readConfig = (environment: Environment = process.env) => {
  const faults = new Map<string, string>();
  const collect = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof BadEnvironment)) throw error;
      for (const [name, fault] of error.faults) faults.set(name, fault);
      return undefined;
    }
  };
  const config = collect(() => readSettings(settings, environment));
  const s3 = collect(() => readS3(environment));
  collect(() => refuseIncompleteS3(environment));
  if (!config || faults.size > 0) throw new BadEnvironment(faults);
  const onKubernetes = config.rootKey !== undefined && config.objects === 'kubernetes';
  const kubernetes: CredentialSource | undefined = onKubernetes ? credentialSource(environment) : undefined;
  return { ...config, s3, kubernetes };
};
