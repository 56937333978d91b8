import { availableParallelism } from 'node:os';
import {
  ConfigError,
  closedPorts,
  connectNats,
  createRegistry,
  type EgressGuard,
  type Logger,
  observeNats,
  PrivatePort,
  type Program,
  type Registry,
} from '@tintype/runtime';
import { Page } from './browser/page/page.js';
import { LazyPool } from './browser/pool/lazy-pool.js';
import { RenderPool } from './browser/pool/render-pool.js';
import { SeparatePools } from './browser/pool/separate-pools.js';
import {
  canControlFrames,
  type FoundBrowser,
  findFullBrowser,
  findRenderBrowser,
  readBrowserVersion,
} from './browser/process/find-browser.js';
import { findWall } from './browser/process/find-wall.js';
import { type BrowserProcess, type BrowserRole, type LaunchOptions, launchBrowser } from './browser/process/launch.js';
import { removeLeftProfiles } from './browser/process/profiles.js';
import { createSupervision } from './browser/process/supervision.js';
import { defaultViewport } from './capture/open/viewport.js';
import { lazyEditor } from './capture/outputs/edit-picture.js';
import type { Surroundings } from './capture/run.js';
import type { Config } from './config.js';
import { startUserAgent } from './device/identity.js';
import { MarkdownConverter } from './document/markdown/convert-apart.js';
import { startEgress } from './egress/start-egress.js';
import { FilterLists } from './filters/filter-lists.js';
import { pairsReader } from './job-secrets.js';
import {
  type BrowserMetrics,
  createBrowserMetrics,
  createEgressMetrics,
  createPictureMetrics,
  createRenderMetrics,
  observeBrowser,
  observeFilterLists,
  observeSlots,
} from './metrics.js';
import { RecordingRoom } from './recording-room.js';
import type { Renderer } from './render-job.js';
import { Renderers, slotsOf } from './renderers.js';
import { Worker, type WorkerOptions } from './worker.js';

const mebibyte = 2 ** 20;

/** At shutdown, jobs under way have this time; unfinished ones return to the queue. */
const drainMs = 20_000;

const startWorkers = (
  options: Pick<WorkerOptions, 'nats' | 'metrics' | 'log'>,
  renderers: Renderers,
  slots: number,
) => {
  const markdown = new MarkdownConverter();
  return renderers.shares(slots).map((share) => {
    const worker = new Worker({ ...options, ...share, markdown });
    worker.start();
    return worker;
  });
};

/** The default limit of a browser's memory, in MiB: 256 for each page. An ordinary page takes 50 to 200. */
const defaultMemory = (slots: number) => 1024 + 256 * slots;

interface PoolDependencies {
  launch: (role: BrowserRole) => Promise<BrowserProcess>;
  frameControl: boolean;
  /** This machine has a full Chromium. */
  hasFull: boolean;
  metrics: BrowserMetrics;
  log: Logger;
}

interface PoolKind {
  role: BrowserRole;
  slots: number;
  frameControl: boolean;
}

const createPool = (
  config: Config,
  { launch, metrics, log }: PoolDependencies,
  { role, slots, frameControl }: PoolKind,
): RenderPool =>
  new RenderPool({
    launch: () => launch(role),
    createPage: (connection, viewport) => Page.create(connection, { ...viewport, frameControl }),
    supervise: createSupervision({
      browserBytes: (config.browserMemory ?? defaultMemory(slots)) * mebibyte,
      rendererBytes: config.pageMemory * mebibyte,
      log,
    }),
    onEnd: metrics.ended,
    onPageKilled: metrics.pageKilled,
    size: slots,
    pagesPerBrowser: config.rendersPerBrowser,
    viewport: defaultViewport,
    log,
  });

/** A browser for recordings, or one that hides automation, ends this long after its last page. */
const idleMs = 60_000;

/** One page in use, and one warm page. A page of a full Chromium takes twice the memory. */
const hiddenSlots = 2;

/**
 * Recordings need a browser with other switches: it can show scrollbars, and we begin its frames. Each recording has
 * its own browser, because the pages of one browser take turns with their frames. Renders that hide automation need a
 * full Chromium.
 */
const createRenderers = (
  config: Config,
  dependencies: PoolDependencies,
  shared: Pick<Renderer, 'surroundings' | 'readPairs'>,
): Renderers<Renderer> => {
  const { slots } = config;
  const lazy = (kind: PoolKind) => new LazyPool({ create: () => createPool(config, dependencies, kind), idleMs });
  const { frameControl, hasFull } = dependencies;
  const pool = createPool(config, dependencies, { role: 'render', slots, frameControl: false });
  const hiddenPool = hasFull
    ? lazy({ role: 'hidden', slots: Math.min(hiddenSlots, slots), frameControl: false })
    : undefined;
  const recordings = slotsOf('recording', slots, availableParallelism());
  const still: Renderer = { ...shared, pool, hiddenPool };
  const recordingPools = Array.from({ length: recordings }, () => lazy({ role: 'recording', slots: 1, frameControl }));
  const recording: Renderer = {
    ...still,
    pool: new SeparatePools(recordingPools),
    recordings: { room: new RecordingRoom(), frameControl },
  };
  return new Renderers<Renderer>({ still, batch: still, recording });
};

/** Starts the browser of a role. `wayOut`: its proxy and wall. */
const launcher =
  (config: Config, full: FoundBrowser | undefined, wayOut: Pick<LaunchOptions, 'switches' | 'wall'>) =>
  async (role: BrowserRole): Promise<BrowserProcess> => {
    const options = { ...wayOut, role, uid: config.browserUid };
    if (role !== 'hidden' || !full) return launchBrowser({ ...findRenderBrowser(config), ...options });
    const userAgent = startUserAgent(await readBrowserVersion(full.binary));
    return launchBrowser({ ...full, ...options, switches: [...wayOut.switches, `--user-agent=${userAgent}`] });
  };

const startFilters = (config: Config, registry: Registry, log: Logger): FilterLists => {
  const filters = new FilterLists({ paths: config.filterLists, cacheFile: config.filterCache, log });
  observeFilterLists(registry, filters);
  return filters;
};

const surroundingsOf = (
  guard: Pick<EgressGuard, 'explain'>,
  filters: FilterLists,
  registry: Registry,
): Surroundings => ({
  explain: (hostname, port) => guard.explain(hostname, port),
  filters,
  loadEditor: lazyEditor(),
  countPictures: createPictureMetrics(registry),
});

const jobKeysOf = ({ jobKeys }: Config) => {
  if (jobKeys) return jobKeys;
  throw new ConfigError('TINTYPE_JOB_KEY is missing: set it to that of the api.');
};

/** The render role: pulls jobs, renders each in a clean, warm page, delivers the results. */
export const startRenderNode = async (config: Config, log: Logger, stopping: AbortSignal): Promise<Program> => {
  log.level = config.logLevel;
  const readPairs = pairsReader(jobKeysOf(config));
  const browser = findRenderBrowser(config);
  const full = findFullBrowser(config);
  const wall = await findWall(config, { binaries: [browser.binary, ...(full ? [full.binary] : [])], log });
  await removeLeftProfiles();
  const registry = createRegistry('browser-node');
  const privatePort = await PrivatePort.open({ host: config.privateHost, port: config.privatePort, registry });
  const onWaiting = (what: string) => privatePort.setWaiting(what);
  const nats = await connectNats({ url: config.natsUrl, name: 'browser-node', log, signal: stopping, onWaiting });
  observeNats(registry, nats);
  const { guard, proxy, wayOut } = await startEgress(config, {
    wall,
    ports: closedPorts(config),
    onConnection: createEgressMetrics(registry),
  });
  const filters = startFilters(config, registry, log);
  const dependencies: PoolDependencies = {
    launch: launcher(config, full, wayOut),
    frameControl: canControlFrames(browser),
    hasFull: full !== undefined,
    metrics: createBrowserMetrics(registry),
    log,
  };
  const surroundings = surroundingsOf(guard, filters, registry);
  const renderers = createRenderers(config, dependencies, { surroundings, readPairs });
  await renderers.start();
  observeBrowser(registry, renderers);
  const workers = startWorkers({ nats, metrics: createRenderMetrics(registry), log }, renderers, config.slots);
  observeSlots(registry, config.slots, () => workers.reduce((sum, { inWork }) => sum + inWork, 0));
  const ready = () => ({ ready: renderers.ready, parts: { nats: nats.connected, browser: renderers.ready } });
  privatePort.setAnswers({ ready });
  log.info({ binary: browser.binary, slots: config.slots }, 'ready for jobs');
  return {
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop(drainMs)));
      filters.close();
      await renderers.close();
      await proxy.close();
      privatePort.server.close();
      await nats.close();
    },
  };
};
