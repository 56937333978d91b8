import { createServer, type Server } from 'node:http';
import { buckets } from '@tintype/contracts';
import { Ledger, RollUp, UsageBook } from '@tintype/ledger';
import {
  ConfigError,
  connectNats,
  createRegistry,
  type Logger,
  listen,
  type Nats,
  observeNats,
  type Program,
  type Registry,
  startPrivateServer,
} from '@tintype/runtime';
import { checkBalance } from './accounts/balance.js';
import { AccountDirectory } from './accounts/directory.js';
import { seedAccounts } from './accounts/environment.js';
import { AccountStore } from './accounts/store.js';
import { createApp } from './app.js';
import type { Config } from './config.js';
import { Bandwidth } from './limits/bandwidth.js';
import { RequestRate } from './limits/request-rate.js';
import { answerClientErrors } from './middleware/client-error.js';
import { Admission } from './render/admission.js';
import { Blobs } from './render/blobs.js';
import { Charging } from './render/charging.js';
import { HotRecords } from './render/hot-records.js';
import { ResultIndex } from './render/result-index.js';
import { ResultSource } from './render/result-source.js';
import { ResultStore } from './render/result-store.js';
import { adminRouter } from './routes/admin.js';
import { docsRoutes } from './routes/docs.js';
import { notYetAvailableRoutes, publicRoutes } from './routes/public.js';
import { renderRoutes } from './routes/render.js';

const headerBytes = 64 * 1024;
const idleCheckMs = 50;

interface Services {
  config: Config;
  log: Logger;
  registry: Registry;
  directory: AccountDirectory;
  store: AccountStore;
  usage: UsageBook;
  render: RenderRoutes;
  /** What runs beside the requests, in the order in which it is to be stopped. */
  background: readonly { stop: () => void | Promise<void> }[];
}

/** Everything behind the signed URLs. */
const createRenderServices = async ({ config, log, nats, directory, usage }: RenderNeeds) => {
  const index = await nats.kv(buckets.index);
  const hot = new HotRecords({ kv: index, connection: nats.connection, log });
  const store = new ResultStore(new ResultIndex({ nats, kv: index, hot }), new Blobs(await nats.kv(buckets.results)));
  const bandwidth = new Bandwidth({ usage, log });
  const rate = new RequestRate(nats, (account) => directory.byId(account)?.limits.requestsPerSecond);
  const render: RenderRoutes = {
    accounts: directory,
    results: new ResultSource({ nats, store, admission: new Admission({ nats }), log }),
    charging: new Charging({ ledger: new Ledger(nats), store, log }),
    rate,
    bandwidth,
    checkBalance: (account) => checkBalance(usage, account),
    edgeHost: config.edgeUrl?.host,
  };
  hot.start();
  return { render, background: [hot, rate, bandwidth] };
};

type RenderRoutes = Parameters<typeof renderRoutes>[0];

interface RenderNeeds {
  config: Config;
  log: Logger;
  nats: Nats;
  directory: AccountDirectory;
  usage: UsageBook;
}

const connectServices = async (config: Config, log: Logger, nats: Nats): Promise<Services> => {
  const { masterKey } = config;
  if (!masterKey) throw new ConfigError('TINTYPE_MASTER_KEY is missing: make one with `openssl rand -hex 32`.');
  const kv = await nats.kv(buckets.accounts);
  const store = new AccountStore({ kv, masterKey });
  const directory = new AccountDirectory({ kv, connection: nats.connection, masterKey, log });
  directory.start();
  await seedAccounts(store, config.accounts);
  const usage = new UsageBook(await nats.kv(buckets.usage));
  const { render, background } = await createRenderServices({ config, log, nats, directory, usage });
  const rollUp = new RollUp({ nats, usage, log });
  rollUp.start();
  const registry = createRegistry('api');
  observeNats(registry, nats);
  return { config, log, registry, directory, store, usage, render, background: [...background, rollUp, directory] };
};

const createPublicServer = ({ config, log, registry, render }: Services): Server => {
  const { outboundPrefixes, baseUrl } = config;
  const app = createApp({
    routers: [
      publicRoutes({ outboundPrefixes }),
      docsRoutes({ baseUrl }),
      notYetAvailableRoutes(),
      renderRoutes(render),
    ],
    registry,
    log,
  });
  const server = createServer({ maxHeaderSize: headerBytes, requireHostHeader: false }, app.callback());
  answerClientErrors(server);
  return server;
};

const startPrivate = ({ config, log, registry, directory, store, usage }: Services, nats: Nats): Promise<Server> => {
  const token = config.adminToken;
  const app = createApp({
    routers: [adminRouter({ store, directory, usage, token, log })],
    registry: undefined,
    log,
  });
  return startPrivateServer({
    host: config.privateHost,
    port: config.privatePort,
    ready: () => ({ ready: directory.synced, parts: { nats: nats.connected, accounts: directory.synced } }),
    metrics: () => registry.metrics(),
    metricsContentType: registry.contentType,
    otherwise: app.callback(),
  });
};

/** Resolves when the last request under way has been answered. */
const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    // A connection whose answer is given goes idle, and would be kept for its next request.
    const timer = setInterval(() => server.closeIdleConnections(), idleCheckMs);
    server.close(() => {
      clearInterval(timer);
      resolve();
    });
  });

/** The api, from its configuration to its two listening ports. */
export const startApi = async (config: Config, log: Logger): Promise<Program> => {
  log.level = config.logLevel;
  const nats = await connectNats({ url: config.natsUrl, name: 'api', log });
  const services = await connectServices(config, log, nats);
  const server = createPublicServer(services);
  const port = await listen(server, config);
  const privateServer = await startPrivate(services, nats);
  log.info({ host: config.host, port }, 'listening');
  return {
    stop: async () => {
      await closed(server);
      await closed(privateServer);
      for (const each of services.background) await each.stop();
      await nats.close();
    },
  };
};
