import { availableParallelism } from 'node:os';
import { sessionAgentPort } from '@tintype/contracts';
import {
  asChoice,
  asInteger,
  asPort,
  asText,
  asUrl,
  ConfigError,
  type Environment,
  logLevels,
  parseAllowList,
  readSettings,
} from '@tintype/runtime';

const internal = (text: string) => {
  const [, host, port] = /^([\d.]+|\[[0-9a-f:]+\]):(\d+)$/i.exec(text) ?? [];
  if (!host || !port) throw new Error(`address:port, not "${text}"`);
  return { host, port: asPort(port) };
};

const ports = (text: string) => text.split(',').map((port) => asPort(port.trim()));

/** `nobody` of most systems: Chromium's sandbox does not start as root. */
const nobody = 65_534;
const mostUid = 2 ** 31 - 1;

/** `user` is the one that we run as. */
const asBrowserUid = (user: number | undefined) => (text: string) => {
  const uid = asInteger(1, mostUid)(text);
  if (user === 0 || uid === user) return uid;
  throw new Error('effect for root alone: leave it out, and browsers run as the user that starts them');
};

/** A pod's key, as `podKeyOf` of contracts derives it. The value is not repeated: it is a secret. */
const asPodKey = (text: string) => {
  if (/^[A-Za-z0-9_-]{43}$/.test(text)) return text;
  throw new Error('the key of the pod, 43 letters of base64url');
};

/** What both roles read. */
const shared = (user: number | undefined) =>
  ({
    logLevel: { name: 'TINTYPE_LOG_LEVEL', read: asChoice(...logLevels), default: 'info' },
    chromium: { name: 'TINTYPE_CHROMIUM', read: asText },
    /** MiB; a page that takes more is ended. */
    pageMemory: { name: 'TINTYPE_PAGE_MEMORY_MB', read: asInteger(128, 1_000_000), default: 1536 },
    /** MiB; a browser that takes more, all its pages together, is replaced or ended. The default is the role's. */
    browserMemory: { name: 'TINTYPE_BROWSER_MEMORY_MB', read: asInteger(256, 1_000_000) },
    /** User and group that browsers run as; only root can choose. */
    browserUid: {
      name: 'TINTYPE_BROWSER_UID',
      read: asBrowserUid(user),
      ...(user === 0 ? { default: nobody } : {}),
    },
    egressAllow: { name: 'TINTYPE_EGRESS_ALLOW', read: parseAllowList, default: parseAllowList('') },
    /** An address and port of ours that browsers may reach all the same: the bundled example page. */
    egressInternal: { name: 'TINTYPE_EGRESS_INTERNAL', read: internal },
    /** Of 127.0.0.1, for the way out of browsers; any that is free where nobody else has to know it. */
    egressPort: { name: 'TINTYPE_EGRESS_PORT', read: asPort },
    /** Ports of ours on this machine, which browsers never reach, whatever is allowed. */
    ownPorts: { name: 'TINTYPE_OWN_PORTS', read: ports, default: [] as number[] },
  }) as const;

const settings = (user: number | undefined) =>
  ({
    ...shared(user),
    privateHost: { name: 'TINTYPE_PRIVATE_HOST', read: asText, default: '127.0.0.1' },
    privatePort: { name: 'TINTYPE_PRIVATE_PORT', read: asPort, default: 9090 },
    natsUrl: { name: 'TINTYPE_NATS_URL', read: asUrl('nats:', 'tls:'), default: new URL('nats://127.0.0.1:4222') },
    headlessShell: { name: 'TINTYPE_HEADLESS_SHELL', read: asText },
    /** Renders at once. */
    slots: { name: 'TINTYPE_RENDER_SLOTS', read: asInteger(1, 64), default: 2 * availableParallelism() },
    /** The browser is replaced after so many renders. */
    rendersPerBrowser: { name: 'TINTYPE_RENDERS_PER_BROWSER', read: asInteger(1, 1_000_000), default: 500 },
  }) as const;

const sessionSettings = (user: number | undefined) =>
  ({
    ...shared(user),
    /** Where operator and apis reach the program of this pod. */
    host: { name: 'TINTYPE_SESSION_HOST', read: asText, default: '0.0.0.0' },
    port: { name: 'TINTYPE_SESSION_PORT', read: asPort, default: sessionAgentPort },
    podKey: { name: 'TINTYPE_POD_KEY', read: asPodKey },
    terminationLog: { name: 'TINTYPE_TERMINATION_LOG', read: asText, default: '/dev/termination-log' },
  }) as const;

const role = {
  role: { name: 'TINTYPE_NODE_ROLE', read: asChoice('render', 'session'), default: 'render' },
} as const;

export type Config = ReturnType<typeof readConfig>;
export type SessionConfig = ReturnType<typeof readSessionConfig>;

/** What this process is for; each role has settings of its own. */
export const readRole = (environment: Environment = process.env) => readSettings(role, environment).role;

export const readConfig = (environment: Environment = process.env, user = process.getuid?.()) =>
  readSettings(settings(user), environment);

export const readSessionConfig = (environment: Environment = process.env, user = process.getuid?.()) => {
  const { podKey, ...config } = readSettings(sessionSettings(user), environment);
  if (podKey === undefined) throw new ConfigError('TINTYPE_POD_KEY takes the key of the pod, and is missing.');
  return { ...config, podKey };
};
