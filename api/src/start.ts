import { createServer, type Server } from 'node:http';
import { connectNats, type Logger, listen, type Nats, type Program, startPrivateServer } from '@tintype/runtime';
import { createApp } from './app.js';
import type { Config } from './config.js';
import { answerClientErrors } from './middleware/client-error.js';
import { adminRouter } from './routes/admin.js';
import { docsRoutes } from './routes/docs.js';
import { notYetAvailableRoutes, publicRoutes } from './routes/public.js';
import { renderRoutes } from './routes/render.js';
import { connectServices, type Services } from './services.js';

const headerBytes = 64 * 1024;
const idleCheckMs = 50;

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

const startPrivate = (
  { config, log, registry, directory, store, usage, blobs }: Services,
  nats: Nats,
): Promise<Server> => {
  const token = config.adminToken;
  const app = createApp({
    routers: [adminRouter({ store, directory, usage, token, log })],
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
      for (const each of services.background) await each.stop();
      await nats.close();
    },
  };
};
