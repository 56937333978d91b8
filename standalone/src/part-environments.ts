import type { Environment } from '@tintype/runtime';
import type { Addresses } from './addresses.js';
import { childEnvironment } from './child-environment.js';
import type { Config } from './config.js';
import type { Secrets } from './data-folder/secrets.js';
import type { Browser } from './install/chromium.js';

export const apiEnvironment = (config: Config, secrets: Secrets, addresses: Addresses, natsUrl: URL): Environment =>
  childEnvironment('api', config.environment, {
    TINTYPE_PRIVATE_PORT: String(addresses.apiPrivatePort),
    TINTYPE_NATS_URL: natsUrl.href,
    TINTYPE_MASTER_KEY: secrets.masterKey,
    TINTYPE_ACCOUNT: secrets.accounts,
  });

export interface NodeFacts {
  natsUrl: URL;
  browser: Browser;
  examplePort: number;
}

export const nodeEnvironment = (config: Config, addresses: Addresses, facts: NodeFacts): Environment =>
  childEnvironment('browser-node', config.environment, {
    TINTYPE_PRIVATE_PORT: String(addresses.nodePrivatePort),
    TINTYPE_NATS_URL: facts.natsUrl.href,
    TINTYPE_EGRESS_INTERNAL: `127.0.0.1:${facts.examplePort}`,
    TINTYPE_OWN_PORTS: addresses.ownPorts.join(','),
    ...facts.browser,
  });
