import {
  Connector,
  closedPorts,
  createEgressGuard,
  createGuardedFetch,
  createResolver,
  type EgressRoute,
  type GuardedFetch,
  portOf,
  UpstreamConnector,
} from '@tintype/runtime';
import type { Config } from './config.js';

const connectTimeoutMs = 5000;

type Settings = Pick<Config, 'egressAllow' | 'ownPorts' | 'port' | 'privatePort' | 'natsUrl'>;

/** For calls to addresses that accounts choose. */
export interface CallsOut {
  fetch: GuardedFetch;
  /** Whether `fetch` certainly refuses the URL. Judges the URL's text alone, without a DNS lookup. */
  refuses: (url: URL) => boolean;
  /** A route through an account's own proxy. */
  through: (proxy: URL) => EgressRoute;
}

export const openCallsOut = ({ egressAllow: allow, port, ownPorts, privatePort, natsUrl }: Settings): CallsOut => {
  const ports = closedPorts({ ownPorts: [...ownPorts, port], privatePort, natsUrl });
  const resolver = createResolver({ isSystemName: allow.hasName });
  const guard = createEgressGuard({ allow, ownPorts: () => ports, resolver });
  const connecting = { guard, connectTimeoutMs, onConnection: () => undefined };
  return {
    fetch: createGuardedFetch(new Connector(connecting)),
    refuses: (url) => guard.refuses(url.hostname, portOf(url)),
    // A proxy may look up a name and connect before it answers, so it gets twice the time.
    through: (proxy) => new UpstreamConnector({ ...connecting, connectTimeoutMs: 2 * connectTimeoutMs }, proxy),
  };
};
