import {
  Connector,
  createEgressGuard,
  createGuardedFetch,
  createResolver,
  type GuardedFetch,
  knownPorts,
} from '@tintype/runtime';
import type { Config } from './config.js';

const connectTimeoutMs = 5000;

type Settings = Pick<Config, 'egressAllow' | 'ownPorts' | 'port' | 'privatePort' | 'natsUrl'>;

/** For calls to addresses that accounts choose. */
export interface CallsOut {
  fetch: GuardedFetch;
  /** Whether a URL leads to an address that `fetch` refuses, as far as its text tells. */
  refuses: (url: URL) => boolean;
}

export const openCallsOut = ({ egressAllow: allow, port, ownPorts, privatePort, natsUrl }: Settings): CallsOut => {
  const ports = knownPorts({ ownPorts: [...ownPorts, port], privatePort, natsUrl });
  const resolver = createResolver({ systemNames: allow.names });
  const guard = createEgressGuard({ allow, ownPorts: () => ports, resolver });
  return {
    fetch: createGuardedFetch(new Connector({ guard, connectTimeoutMs, onConnection: () => undefined })),
    refuses: ({ protocol, hostname, port: given }) =>
      guard.refuses(hostname, Number(given) || (protocol === 'https:' ? 443 : 80)),
  };
};
