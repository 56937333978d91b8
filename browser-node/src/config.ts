import { availableParallelism } from 'node:os';
import { sessionAgentPort } from '@tintype/contracts';
import {
  asChoice,
  asInteger,
  asKeys,
  asPort,
  asText,
  asUrl,
  ConfigError,
  type Environment,
  logLevels,
  parseAllowList,
  readSettings,
} from '@tintype/runtime';
import { usualLists } from './filters/list-files.js';

const asAddressPort = (text: string) => {
  const [, host, port] = /^([\d.]+|\[[0-9a-f:]+\]):(\d+)$/i.exec(text) ?? [];
  if (!host || !port) throw new Error(`address:port, not "${text}"`);
  return { host, port: asPort(port) };
};

const ports = (text: string) => text.split(',').map((port) => asPort(port.trim()));

/** The unprivileged user of most systems: Chromium's sandbox refuses root. */
const nobody = 65_534;
const maxUid = 2 ** 31 - 1;

/** `user` is the uid of this process. */
const asBrowserUid = (user: number | undefined) => (text: string) => {
  const uid = asInteger(1, maxUid)(text);
  if (user === 0 || uid === user) return uid;
  throw new Error('effect only for root: omit it, and browsers run as the user that starts them');
};

const asBrowserVersion = (text: string) => {
  if (/^\d+(\.\d+){3}$/.test(text)) return text;
  throw new Error(`a version such as 156.0.8078.79, not "${text}"`);
};

/** The key that `podKeyOf` of contracts derives. The error omits the value: it is a secret. */
const asPodKey = (text: string) => {
  if (/^[A-Za-z0-9_-]{43}$/.test(text)) return text;
  throw new Error('the key of the pod: 43 characters of base64url');
};

/** bubblewrap exists for Linux only. */
const usualWall = process.platform === 'linux' ? 'on' : 'off';

/** Files and folders. */
const paths = (text: string) => text.split(',').map((path) => path.trim());

/** Settings of both roles. */
const commonSettings = (user: number | undefined) =>
  ({
    logLevel: { name: 'TINTYPE_LOG_LEVEL', read: asChoice(...logLevels), default: 'info' },
    chromium: { name: 'TINTYPE_CHROMIUM', read: asText },
    headlessShell: { name: 'TINTYPE_HEADLESS_SHELL', read: asText },
    /**
     * `on` and `shared-proc` use the wall without a trial: if it fails, no browser starts. `auto` tries the wall first,
     * and does without it if the trial fails.
     */
    browserWall: {
      name: 'TINTYPE_BROWSER_WALL',
      read: asChoice('on', 'shared-proc', 'auto', 'off'),
      default: usualWall,
    },
    /** MiB; a page with more is killed. */
    pageMemory: { name: 'TINTYPE_PAGE_MEMORY_MB', read: asInteger(128, 1_000_000), default: 1536 },
    /** MiB of all processes; a browser with more is replaced or ended. The default depends on the role. */
    browserMemory: { name: 'TINTYPE_BROWSER_MEMORY_MB', read: asInteger(256, 1_000_000) },
    /** User and group of browsers; only root can choose. */
    browserUid: {
      name: 'TINTYPE_BROWSER_UID',
      read: asBrowserUid(user),
      ...(user === 0 ? { default: nobody } : {}),
    },
    egressAllow: { name: 'TINTYPE_EGRESS_ALLOW', read: parseAllowList, default: parseAllowList('') },
    /** An `address:port` of ours that browsers may reach: the bundled example page. */
    egressInternal: { name: 'TINTYPE_EGRESS_INTERNAL', read: asAddressPort },
    /** The egress proxy's port on 127.0.0.1; a free one by default. */
    egressPort: { name: 'TINTYPE_EGRESS_PORT', read: asPort },
    /** Our own ports on this machine, which browsers never reach. */
    ownPorts: { name: 'TINTYPE_OWN_PORTS', read: ports, default: [] as number[] },
  }) as const;

const settings = (user: number | undefined) =>
  ({
    ...commonSettings(user),
    privateHost: { name: 'TINTYPE_PRIVATE_HOST', read: asText, default: '127.0.0.1' },
    privatePort: { name: 'TINTYPE_PRIVATE_PORT', read: asPort, default: 9090 },
    natsUrl: { name: 'TINTYPE_NATS_URL', read: asUrl('nats:', 'tls:'), default: new URL('nats://127.0.0.1:4222') },
    /** Keys of the secret options of jobs: the api's present key, its earlier ones, and ones that it will use. */
    jobKeys: { name: 'TINTYPE_JOB_KEY', read: asKeys },
    /** The most stills at once. At most half as many recordings and a quarter as many batch renders run beside them. */
    slots: { name: 'TINTYPE_RENDER_SLOTS', read: asInteger(1, 64), default: 2 * availableParallelism() },
    /** Replace the browser after this number of renders. */
    rendersPerBrowser: { name: 'TINTYPE_RENDERS_PER_BROWSER', read: asInteger(1, 1_000_000), default: 500 },
    /** Files and folders of filter lists, for `blockAds`. Without any, answers to `blockAds` have a warning. */
    filterLists: { name: 'TINTYPE_FILTER_LISTS', read: paths, default: [usualLists] as string[] },
    /** The file that keeps the parsed lists. */
    filterCache: { name: 'TINTYPE_FILTER_CACHE', read: asText },
  }) as const;

const sessionSettings = (user: number | undefined) =>
  ({
    ...commonSettings(user),
    /** The agent's address for operator and apis. */
    host: { name: 'TINTYPE_SESSION_HOST', read: asText, default: '0.0.0.0' },
    port: { name: 'TINTYPE_SESSION_PORT', read: asPort, default: sessionAgentPort },
    /** A shell takes a third of the start time and half of the memory of a full Chromium. It needs a wall. */
    sessionBrowser: { name: 'TINTYPE_SESSION_BROWSER', read: asChoice('shell', 'full'), default: 'shell' },
    /** The version of the shell. If set, it need not be read from the binary. */
    shellVersion: { name: 'TINTYPE_HEADLESS_SHELL_VERSION', read: asBrowserVersion },
    podKey: { name: 'TINTYPE_POD_KEY', read: asPodKey },
    terminationLog: { name: 'TINTYPE_TERMINATION_LOG', read: asText, default: '/dev/termination-log' },
  }) as const;

const role = {
  role: { name: 'TINTYPE_NODE_ROLE', read: asChoice('render', 'session'), default: 'render' },
} as const;

export type Config = ReturnType<typeof readConfig>;
export type SessionConfig = ReturnType<typeof readSessionConfig>;

export const readRole = (environment: Environment = process.env) => readSettings(role, environment).role;

export const readConfig = (environment: Environment = process.env, user = process.getuid?.()) =>
  readSettings(settings(user), environment);

export const readSessionConfig = (environment: Environment = process.env, user = process.getuid?.()) => {
  const { podKey, ...config } = readSettings(sessionSettings(user), environment);
  if (podKey === undefined) throw new ConfigError('TINTYPE_POD_KEY is missing: set it to the key of the pod.');
  return { ...config, podKey };
};
