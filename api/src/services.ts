import { buckets } from '@tintype/contracts';
import { Ledger, RollUp, UsageBook } from '@tintype/ledger';
import { ConfigError, createRegistry, type Logger, type Nats, observeNats, type Registry } from '@tintype/runtime';
import { checkBalance } from './accounts/balance.js';
import { AccountDirectory } from './accounts/directory.js';
import { seedAccounts } from './accounts/environment.js';
import { AccountStore } from './accounts/store.js';
import { type OpenedBlobStore, openBlobStore } from './blobs/open-blob-store.js';
import type { Config } from './config.js';
import { Bandwidth } from './limits/bandwidth.js';
import { RequestRate } from './limits/request-rate.js';
import { Admission } from './render/admission.js';
import { Blobs } from './render/blobs.js';
import { Charging } from './render/charging.js';
import { HotRecords } from './render/hot-records.js';
import { ResultBodies } from './render/result-bodies.js';
import { ResultIndex } from './render/result-index.js';
import { ResultSource } from './render/result-source.js';
import { ResultStore } from './render/result-store.js';
import type { RenderRoutesOptions } from './routes/render.js';

/** Everything that the routes need. */
export interface Services {
  config: Config;
  log: Logger;
  registry: Registry;
  directory: AccountDirectory;
  store: AccountStore;
  usage: UsageBook;
  blobs: OpenedBlobStore;
  render: RenderRoutesOptions;
  /** What runs beside the requests, in the order in which it is to be stopped. */
  background: readonly { stop: () => void | Promise<void> }[];
}

interface Ground extends Pick<Services, 'config' | 'log' | 'directory' | 'usage' | 'blobs'> {
  nats: Nats;
}

/** What stands behind the signed URLs, and what of it runs beside them. */
const createRenderServices = async ({ config, log, nats, directory, usage, blobs }: Ground) => {
  const index = await nats.kv(buckets.index);
  const hot = new HotRecords({ kv: index, connection: nats.connection, log });
  const store = new ResultStore(new ResultIndex({ nats, kv: index, hot }), new Blobs(blobs.store));
  const bandwidth = new Bandwidth({ usage, log });
  const rate = new RequestRate(nats, (account) => directory.byId(account)?.limits.requestsPerSecond);
  const render: RenderRoutesOptions = {
    accounts: directory,
    results: new ResultSource({
      nats,
      store,
      bodies: new ResultBodies(nats),
      admission: new Admission({ nats }),
      canStore: blobs.isUp,
      log,
    }),
    charging: new Charging({ nats, ledger: new Ledger(nats), store, log }),
    rate,
    bandwidth,
    checkBalance: (account) => checkBalance(usage, account),
    edgeHost: config.edgeUrl?.host,
  };
  hot.start();
  return { render, background: [hot, rate, bandwidth] };
};

/** Opens what the configuration names. Throws a ConfigError when it cannot be right. */
export const connectServices = async (config: Config, log: Logger, nats: Nats): Promise<Services> => {
  const { masterKey, s3 } = config;
  if (!masterKey) throw new ConfigError('TINTYPE_MASTER_KEY is missing: make one with `openssl rand -hex 32`.');
  const kv = await nats.kv(buckets.accounts);
  const store = new AccountStore({ kv, masterKey });
  const directory = new AccountDirectory({ kv, connection: nats.connection, masterKey, log });
  directory.start();
  await seedAccounts(store, config.accounts);
  const registry = createRegistry('api');
  observeNats(registry, nats);
  const blobs = await openBlobStore({ s3, nats, registry, log });
  const usage = new UsageBook(await nats.kv(buckets.usage));
  const { render, background } = await createRenderServices({ config, log, nats, directory, usage, blobs });
  const rollUp = new RollUp({ nats, usage, log });
  rollUp.start();
  const stopping = [...background, rollUp, directory, { stop: blobs.close }];
  return { config, log, registry, directory, store, usage, blobs, render, background: stopping };
};
