import type { Environment } from '@tintype/runtime';

/** What a program needs of the machine's environment. Nothing else reaches it: it may hold secrets of other programs. */
const ofMachine = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'] as const;

/** Settings that only the part itself reads; given to us, they are meant for it. */
const tuning = {
  api: ['TINTYPE_OUTBOUND_PREFIXES'],
  'browser-node': ['TINTYPE_RENDER_SLOTS', 'TINTYPE_RENDERS_PER_BROWSER', 'TINTYPE_BROWSER_UID'],
  nats: [],
} as const satisfies Record<string, readonly `TINTYPE_${string}`[]>;

export type PartName = keyof typeof tuning;

/** The whole environment of a part: what every program needs, the part's own tuning, and what we decide. */
export const childEnvironment = (part: PartName, outer: Environment, ours: Environment): Environment => {
  const kept = [...ofMachine, ...tuning[part]].map((name) => [name, outer[name]]);
  return Object.fromEntries([...kept, ...Object.entries(ours)].filter(([, value]) => value !== undefined));
};
