import { createServer, type Server } from 'node:http';
import { buckets } from '@tintype/contracts';
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
import { AccountDirectory } from './accounts/directory.js';
import { seedAccounts } from './accounts/environment.js';
import { AccountStore } from './accounts/store.js';
import { createApp } from './app.js';
import { type OpenedBlobStore, openBlobStore } from './blobs/open-blob-store.js';
import type { Config } from './config.js';
import { answerClientErrors } from './middleware/client-error.js';
import { Blobs } from './render/blobs.js';
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
  results: ResultSource;
  blobs: OpenedBlobStore;
}

const connectServices = async (config: Config, log: Logger, nats: Nats): Promise<Services> => {
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
  const resultStore = new ResultStore(await nats.kv(buckets.index), new Blobs(blobs.store));
  const results = new ResultSource({ nats, store: resultStore, canStore: blobs.isUp, log });
  return { config, log, registry, directory, store, results, blobs };
};

const createPublicServer = ({ config, log, registry, directory, results }: Services): Server => {
  const { outboundPrefixes, edgeUrl, baseUrl } = config;
  const app = createApp({
    routers: [
      publicRoutes({ outboundPrefixes }),
      docsRoutes({ baseUrl }),
      notYetAvailableRoutes(),
      renderRoutes({ accounts: directory, results, edgeHost: edgeUrl?.host }),
    ],
    registry,
    log,
  });
  const server = createServer({ maxHeaderSize: headerBytes, requireHostHeader: false }, app.callback());
  answerClientErrors(server);
  return server;
};

const startPrivate = ({ config, log, registry, directory, store, blobs }: Services, nats: Nats): Promise<Server> => {
  const token = config.adminToken;
  const app = createApp({
    routers: [adminRouter({ store, directory, token, log })],
    registry: undefined,
    log,
  });
  return startPrivateServer({
    host: config.privateHost,
    port: config.privatePort,
    ready: () => ({
      ready: directory.synced,
      parts: { nats: nats.connected, accounts: directory.synced, ...blobs.parts() },
    }),
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
      services.directory.stop();
      services.blobs.close();
      await nats.close();
    },
  };
};
