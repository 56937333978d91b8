import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import {
  asChoice,
  asInteger,
  asKey,
  asPort,
  asText,
  asUrl,
  BadEnvironment,
  type Environment,
  logLevels,
  readSettings,
} from '@tintype/runtime';
import { type CredentialSource, credentialSource } from '@tintype/stores';

const asNamespace = (text: string) => {
  if (/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text)) return text;
  throw new Error(`the name of a namespace, not "${text}"`);
};

const asIdentity = (text: string) => {
  if (/^[\x21-\x7e]{1,90}$/.test(text)) return text;
  throw new Error('up to 90 printable characters without a space');
};

const profilePath = /^[A-Za-z0-9_][A-Za-z0-9._-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/;

const asSeccompProfile = (text: string) => {
  if (text === 'RuntimeDefault' || text === 'Unconfined') return { type: text } as const;
  if (profilePath.test(text)) return { type: 'Localhost', localhostProfile: text } as const;
  throw new Error(
    'RuntimeDefault, Unconfined, or a path of letters, digits, _, . and -, such as profiles/tintype.json',
  );
};

const weekSeconds = 7 * 24 * 3600;

const settings = {
  logLevel: { name: 'TINTYPE_LOG_LEVEL', read: asChoice(...logLevels), default: 'info' },
  privateHost: { name: 'TINTYPE_PRIVATE_HOST', read: asText, default: '127.0.0.1' },
  privatePort: { name: 'TINTYPE_PRIVATE_PORT', read: asPort, default: 9090 },
  natsUrl: { name: 'TINTYPE_NATS_URL', read: asUrl('nats:', 'tls:'), default: new URL('nats://127.0.0.1:4222') },
  /** The store of sessions, pools, pods and the lease. */
  objects: { name: 'TINTYPE_OBJECTS', read: asChoice('kubernetes', 'nats'), default: 'kubernetes' },
  /** The only namespace to serve; default: that of the pod or kubeconfig, or `default` in NATS. */
  namespace: { name: 'TINTYPE_NAMESPACE', read: asNamespace },
  /** The beginning of this process's identity; default: the host name. */
  identity: { name: 'TINTYPE_OPERATOR_IDENTITY', read: asIdentity },
  rootKey: { name: 'TINTYPE_ROOT_KEY', read: asKey },
  /** The api's key: decrypts the proxies of accounts. */
  masterKey: { name: 'TINTYPE_MASTER_KEY', read: asKey },
  /** The file that records which ledger is the right one. */
  ledgerBirth: { name: 'TINTYPE_LEDGER_BIRTH', read: asText },
  /** The image of pools whose template names none. */
  sessionImage: { name: 'TINTYPE_SESSION_IMAGE', read: asText, default: 'tintype/browser-node' },
  /**
   * The seccomp profile of session pods. The chart installs the default profile. Container runtimes' own profiles
   * forbid Chromium's sandbox.
   */
  sessionSeccomp: {
    name: 'TINTYPE_SESSION_SECCOMP',
    read: asSeccompProfile,
    default: { type: 'Localhost', localhostProfile: 'profiles/tintype.json' },
  },
  /** How long the objects of finished sessions stay. */
  keepSeconds: { name: 'TINTYPE_SESSION_KEEP_SECONDS', read: asInteger(0, weekSeconds), default: 3600 },
} as const;

const missing = {
  rootKey: "TINTYPE_ROOT_KEY is missing: use the api's key, or create one for both with `openssl rand -hex 32`",
  ledgerBirth: 'TINTYPE_LEDGER_BIRTH is missing: name the file that records which ledger is the right one',
} as const;

export type Config = ReturnType<typeof readConfig>;

/** @throws BadEnvironment with all faults, or ConfigError if there are no credentials for Kubernetes */
export const readConfig = (environment: Environment = process.env) => {
  const { rootKey, ledgerBirth, ...config } = readSettings(settings, environment);
  if (!rootKey || !ledgerBirth) {
    const absent = Object.entries({ rootKey, ledgerBirth }).filter(([, value]) => !value);
    const faults = absent.map(([key]) => missing[key as keyof typeof missing]);
    throw new BadEnvironment(new Map(faults.map((fault) => [fault.split(' ', 1)[0] ?? '', fault])));
  }
  const kubernetes: CredentialSource | undefined =
    config.objects === 'kubernetes' ? credentialSource(environment) : undefined;
  return { ...config, rootKey, ledgerBirth, kubernetes };
};

/**
 * Unique to this process, also after a restart in the same pod: two processes with one identity would both lead. All
 * replicas may share `name`.
 */
export const ownIdentity = (name = hostname().slice(0, 63)): string => `${name}-${randomUUID()}`;
