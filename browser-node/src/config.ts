import { availableParallelism } from 'node:os';
import { asInteger, asPort, asText, asUrl, type Environment, parseAllowList, readSettings } from '@tintype/runtime';

const internal = (text: string) => {
  const [, host, port] = /^([\d.]+|\[[0-9a-f:]+\]):(\d+)$/i.exec(text) ?? [];
  if (!host || !port) throw new Error(`address:port, not "${text}"`);
  return { host, port: asPort(port) };
};

const ports = (text: string) => text.split(',').map((port) => asPort(port.trim()));

const root = process.getuid?.() === 0;
/** `nobody` of most systems: Chromium's sandbox does not start as root. */
const nobody = 65_534;

const settings = {
  logLevel: { name: 'TINTYPE_LOG_LEVEL', read: asText, default: 'info' },
  privateHost: { name: 'TINTYPE_PRIVATE_HOST', read: asText, default: '127.0.0.1' },
  privatePort: { name: 'TINTYPE_PRIVATE_PORT', read: asPort, default: 9090 },
  natsUrl: { name: 'TINTYPE_NATS_URL', read: asUrl('nats:', 'tls:'), default: new URL('nats://127.0.0.1:4222') },
  headlessShell: { name: 'TINTYPE_HEADLESS_SHELL', read: asText },
  chromium: { name: 'TINTYPE_CHROMIUM', read: asText },
  /** Renders at once. */
  slots: { name: 'TINTYPE_RENDER_SLOTS', read: asInteger(1, 64), default: 2 * availableParallelism() },
  /** The browser is replaced after so many renders. */
  rendersPerBrowser: { name: 'TINTYPE_RENDERS_PER_BROWSER', read: asInteger(1, 1_000_000), default: 500 },
  /** User and group that browsers run as; only root can choose. */
  browserUid: { name: 'TINTYPE_BROWSER_UID', read: asInteger(1, 2 ** 31), ...(root ? { default: nobody } : {}) },
  egressAllow: { name: 'TINTYPE_EGRESS_ALLOW', read: parseAllowList, default: parseAllowList('') },
  /** An address and port of ours that browsers may reach all the same: the bundled example page. */
  egressInternal: { name: 'TINTYPE_EGRESS_INTERNAL', read: internal },
  /** Ports of ours on this machine, which browsers never reach, whatever is allowed. */
  ownPorts: { name: 'TINTYPE_OWN_PORTS', read: ports, default: [] as number[] },
} as const;

export type Config = ReturnType<typeof readConfig>;

export const readConfig = (environment: Environment = process.env) => readSettings(settings, environment);
