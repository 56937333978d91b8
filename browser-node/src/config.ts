import { availableParallelism } from 'node:os';
import {
  asChoice,
  asInteger,
  asPort,
  asText,
  asUrl,
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

const settings = (user: number | undefined) =>
  ({
    logLevel: { name: 'TINTYPE_LOG_LEVEL', read: asChoice(...logLevels), default: 'info' },
    privateHost: { name: 'TINTYPE_PRIVATE_HOST', read: asText, default: '127.0.0.1' },
    privatePort: { name: 'TINTYPE_PRIVATE_PORT', read: asPort, default: 9090 },
    natsUrl: { name: 'TINTYPE_NATS_URL', read: asUrl('nats:', 'tls:'), default: new URL('nats://127.0.0.1:4222') },
    headlessShell: { name: 'TINTYPE_HEADLESS_SHELL', read: asText },
    chromium: { name: 'TINTYPE_CHROMIUM', read: asText },
    /** Renders at once. */
    slots: { name: 'TINTYPE_RENDER_SLOTS', read: asInteger(1, 64), default: 2 * availableParallelism() },
    /** The browser is replaced after so many renders. */
    rendersPerBrowser: { name: 'TINTYPE_RENDERS_PER_BROWSER', read: asInteger(1, 1_000_000), default: 500 },
    /** MiB; a browser that takes more, all its pages together, is replaced. The default depends on the slots. */
    browserMemory: { name: 'TINTYPE_BROWSER_MEMORY_MB', read: asInteger(256, 1_000_000) },
    /** MiB; a page that takes more is ended. */
    pageMemory: { name: 'TINTYPE_PAGE_MEMORY_MB', read: asInteger(128, 1_000_000), default: 1536 },
    /** User and group that browsers run as; only root can choose. */
    browserUid: {
      name: 'TINTYPE_BROWSER_UID',
      read: asBrowserUid(user),
      ...(user === 0 ? { default: nobody } : {}),
    },
    egressAllow: { name: 'TINTYPE_EGRESS_ALLOW', read: parseAllowList, default: parseAllowList('') },
    /** An address and port of ours that browsers may reach all the same: the bundled example page. */
    egressInternal: { name: 'TINTYPE_EGRESS_INTERNAL', read: internal },
    /** Ports of ours on this machine, which browsers never reach, whatever is allowed. */
    ownPorts: { name: 'TINTYPE_OWN_PORTS', read: ports, default: [] as number[] },
  }) as const;

export type Config = ReturnType<typeof readConfig>;

export const readConfig = (environment: Environment = process.env, user = process.getuid?.()) =>
  readSettings(settings(user), environment);
