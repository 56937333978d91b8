import { createServer, type Server } from 'node:http';
import {
  connectNats,
  createRegistry,
  type Logger,
  listen,
  type Nats,
  PrivatePort,
  type Program,
} from '@tintype/runtime';
import type { Account } from './accounts/account.js';
import { createApp } from './app.js';
import { AccountGuard } from './auth/account-guard.js';
import type { Config } from './config.js';
import { ToolCalls } from './mcp/calls/tool-calls.js';
import { observeTools } from './mcp/calls/tool-metrics.js';
import { createHostCheck } from './mcp/protocol/allowed-hosts.js';
import { Exchanges } from './mcp/protocol/exchange.js';
import { RenderTools } from './mcp/tools/render-tools.js';
import { SessionTools } from './mcp/tools/session-tools.js';
import { answerClientErrors, maxHeaderBytes } from './middleware/client-error.js';
import { createObserver } from './middleware/observe.js';
import { closeUnread, connectionTimes } from './middleware/slow-bodies.js';
import { QueueView } from './render/queue/queue-view.js';
import { accountRoutes } from './routes/account.js';
import { adminRouter } from './routes/admin.js';
import { batchRoutes } from './routes/batch.js';
import { consoleRoutes } from './routes/console.js';
import { docsRoutes } from './routes/docs.js';
import { fileRoutes } from './routes/files.js';
import { integrationRoutes } from './routes/integrations.js';
import { liveRoutes } from './routes/live.js';
import { mcpRoutes } from './routes/mcp.js';
import { postedRenderRoutes } from './routes/posted-renders.js';
import { publicRoutes } from './routes/public.js';
import { RepeatedAnswers } from './routes/render/repeated-answers.js';
import { renderRoutes } from './routes/render.js';
import { cdpRoutes, sessionRoutes } from './routes/sessions.js';
import { connectServices, type Services } from './services.js';
import { SessionTunnels } from './sessions/tunnels/session-tunnels.js';
import { createTunnelMetrics } from './sessions/tunnels/tunnel-metrics.js';
import { isForUs } from './sessions/tunnels/upgrade-request.js';
import { readVersion } from './version.js';

const idleCheckMs = 50;

/** Undefined if sessions are not set up. */
const createTunnels = ({ log, registry, rate, directory, sessions }: Services): SessionTunnels | undefined =>
  sessions &&
  new SessionTunnels({
    ...{ ...sessions.connecting, accounts: directory, rate },
    metrics: createTunnelMetrics(registry),
    log,
  });

const createExchanges = (services: Services): Exchanges => {
  const { config, log, registry, renders, links, rate, bandwidth, sessions, cancellations } = services;
  // Without `baseUrl`, links use the host of `mcpUrl`: agents reach the service there.
  const baseUrl = config.baseUrl ?? (config.mcpUrl && new URL('/', config.mcpUrl));
  const renderTools = new RenderTools({ renders, links, bandwidth, baseUrl, edgeHost: config.edgeUrl?.host });
  const sessionTools = new SessionTools({ sessions: sessions?.calls });
  const tools = [...renderTools.all(), ...sessionTools.all()];
  const onEnd = observeTools(
    registry,
    tools.map(({ name }) => name),
  );
  const calls = new ToolCalls({ tools, rate, onEnd, log });
  return new Exchanges({ calls, cancellations, version: readVersion(), log });
};

interface Upgrades {
  tunnels: SessionTunnels | undefined;
  exchanges: Exchanges;
}

const createPublicServer = (services: Services, { tunnels, exchanges }: Upgrades): Server => {
  const { config, log, registry, renders, hits, rate, bandwidth, directory, uses, results, links, sessions, batches } =
    services;
  const limitsOf = (account: Account) => [rate.state(account), bandwidth.state(account)];
  const { outboundPrefixes, baseUrl, apiUrl, edgeUrl, mcpUrl, mcpHosts } = config;
  const addresses = { links, baseUrl, edgeHost: edgeUrl?.host };
  const guard = new AccountGuard({ accounts: directory, rate, uses });
  const checkHost = createHostCheck({ urls: [mcpUrl, baseUrl, apiUrl, edgeUrl], names: mcpHosts });
  const observer = createObserver(registry, log);
  const repeated = new RepeatedAnswers({ hits, uses, limitsOf, observer });
  const app = createApp({
    routers: [
      publicRoutes({ outboundPrefixes }),
      docsRoutes({ baseUrl }),
      consoleRoutes(),
      sessionRoutes({ guard, sessions: sessions?.calls }),
      accountRoutes({ ...services, guard }),
      batchRoutes({ ...batches, guard, baseUrl }),
      fileRoutes({ links, accounts: directory, results, guard, rate, bandwidth }),
      mcpRoutes({ guard, checkHost, exchanges, limitsOf }),
      integrationRoutes({ slack: services.slack.commands }),
      cdpRoutes(),
      liveRoutes({ frameOrigins: config.liveOrigins }),
      postedRenderRoutes({ guard, renders, bandwidth, creation: batches.creation, log, ...addresses }),
      renderRoutes({ accounts: directory, renders, repeated, uses, limitsOf, ...addresses }),
    ],
    observer,
    log,
  });
  const shouldUpgradeCallback = tunnels ? isForUs : () => false;
  const options = {
    ...connectionTimes,
    maxHeaderSize: maxHeaderBytes,
    requireHostHeader: false,
    shouldUpgradeCallback,
  };
  const answer = app.callback();
  const server = createServer(options, (request, response) => {
    if (!repeated.answer(request, response)) void answer(request, response);
  });
  answerClientErrors(server);
  closeUnread(server);
  if (tunnels) server.on('upgrade', (request, socket, head) => void tunnels.handle({ request, socket, head }));
  return server;
};

const answerPrivately = (
  privatePort: PrivatePort,
  { config, log, directory, store, presets, usage, uses, storage, blobs, sessions, slack }: Services,
  nats: Nats,
): void => {
  const token = config.adminToken;
  const app = createApp({
    routers: [
      adminRouter({
        ...{ store, presets, directory, usage, uses, storage, slack, sessions, token, log },
        queue: new QueueView(nats),
      }),
      ...(token === undefined ? [] : [consoleRoutes({ side: 'admin' })]),
    ],
    log,
  });
  privatePort.setAnswers({
    ready: () => {
      const caches = { accounts: directory.isSynced, ...(sessions ? { sessions: sessions.isReady() } : {}) };
      return {
        ready: Object.values(caches).every(Boolean),
        parts: { nats: nats.connected, ...caches, ...blobs.parts() },
      };
    },
    otherwise: app.callback(),
  });
};

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    // A connection stays open after its answer, for another request: close it as soon as it is idle.
    const timer = setInterval(() => server.closeIdleConnections(), idleCheckMs);
    server.close(() => {
      clearInterval(timer);
      resolve();
    });
  });

export const startApi = async (config: Config, log: Logger, stopping: AbortSignal): Promise<Program> => {
  log.level = config.logLevel;
  const registry = createRegistry('api');
  const privatePort = await PrivatePort.open({ host: config.privateHost, port: config.privatePort, registry });
  const onWaiting = (what: string) => privatePort.setWaiting(what);
  const nats = await connectNats({ url: config.natsUrl, name: 'api', log, signal: stopping, onWaiting });
  const services = await connectServices({ config, log, registry, nats });
  const tunnels = createTunnels(services);
  const exchanges = createExchanges(services);
  const server = createPublicServer(services, { tunnels, exchanges });
  const port = await listen(server, config);
  answerPrivately(privatePort, services, nats);
  log.info({ host: config.host, port }, 'listening');
  return {
    stop: async () => {
      tunnels?.end();
      await closeServer(server);
      // Ends running calls, so it comes after the last answer.
      await exchanges.stop();
      await closeServer(privatePort.server);
      for (const each of services.background) await each.stop();
      await nats.close();
    },
  };
};
