import type { Environment } from '@tintype/runtime';
import type { Addresses } from './addresses.js';
import { childEnvironment } from './child-environment.js';
import type { Config } from './config.js';
import { ledgerBirthFile } from './data-folder/ledger-birth.js';
import type { Secrets } from './data-folder/secrets.js';
import type { Browser } from './install/chromium.js';

export interface ApiFacts {
  natsUrl: URL;
  addresses: Addresses;
  /** Why there are no sessions; undefined where there are. */
  noSessions: string | undefined;
}

export const apiEnvironment = (config: Config, secrets: Secrets, facts: ApiFacts): Environment =>
  childEnvironment('api', config.environment, {
    TINTYPE_PRIVATE_PORT: String(facts.addresses.apiPrivatePort),
    TINTYPE_NATS_URL: facts.natsUrl.href,
    TINTYPE_NO_SESSIONS: facts.noSessions,
    TINTYPE_MASTER_KEY: secrets.masterKey,
    TINTYPE_ROOT_KEY: secrets.rootKey,
    TINTYPE_OBJECTS: 'nats',
    TINTYPE_ACCOUNT: secrets.accounts,
  });

export interface OperatorFacts {
  natsUrl: URL;
  addresses: Addresses;
  /** Of the process that is started with it. */
  identity: string;
}

export const operatorEnvironment = (config: Config, secrets: Secrets, facts: OperatorFacts): Environment =>
  childEnvironment('operator', config.environment, {
    TINTYPE_PRIVATE_PORT: String(facts.addresses.operatorPrivatePort),
    TINTYPE_NATS_URL: facts.natsUrl.href,
    TINTYPE_OBJECTS: 'nats',
    TINTYPE_ROOT_KEY: secrets.rootKey,
    TINTYPE_MASTER_KEY: secrets.masterKey,
    TINTYPE_LEDGER_BIRTH: ledgerBirthFile(config.dataFolder),
    TINTYPE_OPERATOR_IDENTITY: facts.identity,
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
    TINTYPE_EGRESS_PORT: String(addresses.nodeEgressPort),
    TINTYPE_OWN_PORTS: addresses.ownPorts.join(','),
    ...facts.browser,
  });
