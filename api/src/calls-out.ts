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
export const openCallsOut = ({ egressAllow: allow, port, ownPorts, privatePort, natsUrl }: Settings): GuardedFetch => {
  const ports = knownPorts({ ownPorts: [...ownPorts, port], privatePort, natsUrl });
  const resolver = createResolver({ systemNames: allow.names });
  const guard = createEgressGuard({ allow, ownPorts: () => ports, resolver });
  return createGuardedFetch(new Connector({ guard, connectTimeoutMs, onConnection: () => undefined }));
};
