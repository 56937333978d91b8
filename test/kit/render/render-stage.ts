import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import {
  createSupervision,
  egressSwitches,
  launchBrowser,
  lazyEditor,
  type Made,
  Page,
  type Renderer,
  RenderPool,
  type RenderPoolOptions,
  readProcessTree,
  renderErrorFrom,
  renderJob,
  TargetGone,
} from '@tintype/browser-node/testing';
import type { Endpoint, Timings } from '@tintype/contracts';
import { createLog, Deadline } from '@tintype/runtime';
import { startStage } from '../egress/egress-stage.js';

const binary = process.env.TINTYPE_HEADLESS_SHELL ?? '/usr/lib/chromium/chromium-headless-shell';
/** An unprivileged user on most systems: Chromium's sandbox does not start as root. */
const nobody = 65_534;
const mebibyte = 2 ** 20;

export interface RenderStageOptions {
  /** The port on 127.0.0.1 that browsers may reach. */
  port: number;
  slots?: number;
  pagesPerBrowser?: number;
  /** MiB */
  browserMemory?: number;
  pageMemory?: number;
  /** `recording`: the browser of the endpoint `animated`. */
  role?: 'render' | 'recording';
  /** The rules of `blockAds`. */
  filters?: Renderer['surroundings']['filters'];
  /** A node without sharp. */
  withoutSharp?: true;
}

export type StagedBrowser = Awaited<ReturnType<typeof launchBrowser>>;

export interface RenderOptions {
  endpoint?: Endpoint;
  pairs?: Record<string, string>;
  /** The HTML to show; `url` is then the base of its links only. */
  document?: string;
  milliseconds?: number;
  resultBytes?: number | null;
}

/** `whole`, `partial` (with a warning), or an error code. */
export interface Rendered {
  code: string;
  message: string;
  warnings: readonly string[];
  /** The cache would keep the result for a short time only. */
  isShortLived: boolean;
  body: Buffer;
  timings: Timings;
}

const partsOf = async ({ connection, pid }: StagedBrowser) => {
  const { targetInfos } = await connection.browser.send('Target.getTargets');
  const { browserContextIds } = await connection.browser.send('Target.getBrowserContexts');
  const parts = readProcessTree(pid);
  return {
    contexts: browserContextIds.length,
    targets: targetInfos.map(({ type }) => type),
    renderers: parts.filter(({ renderer }) => renderer).length,
    processes: parts.length,
  };
};

/** The render role without a queue: egress proxy, pool and pipeline as in production, in this process. */
export const startRenderStage = async (options: RenderStageOptions) => {
  const egress = await startStage({ allow: `127.0.0.1:${options.port}` });
  const uid = process.getuid?.() === 0 ? nobody : undefined;
  const log = createLog('test', 'silent');
  const browsers: StagedBrowser[] = [];
  const ends: string[] = [];
  let pagesKilled = 0;
  const { role = 'render' } = options;
  const launch = async () => {
    const switches = egressSwitches(egress.proxy.port);
    const browser = await launchBrowser({ binary, full: false, uid, switches, role });
    browsers.push(browser);
    return browser;
  };
  const poolOptions: RenderPoolOptions = {
    launch,
    createPage: (connection, viewport) => Page.create(connection, { ...viewport, frameControl: role === 'recording' }),
    supervise: createSupervision({
      browserBytes: (options.browserMemory ?? 8192) * mebibyte,
      rendererBytes: (options.pageMemory ?? 4096) * mebibyte,
      log,
    }),
    onEnd: (reason) => ends.push(reason),
    onPageKilled: () => {
      pagesKilled += 1;
    },
    size: options.slots ?? 2,
    pagesPerBrowser: options.pagesPerBrowser ?? 1000,
    viewport: { width: 1440, height: 900 },
    log,
  };
  const pool = new RenderPool(poolOptions);
  await pool.start();

  const surroundings = {
    explain: () => undefined,
    ...(options.filters && { filters: options.filters }),
    ...(!options.withoutSharp && { loadEditor: lazyEditor() }),
  };
  const render = async (url: string, options: RenderOptions = {}): Promise<Rendered> => {
    const { endpoint = 'image', pairs = {}, document, milliseconds = 60_000, resultBytes = null } = options;
    const deadline = Deadline.in(milliseconds);
    const job = {
      id: randomUUID(),
      class: 'still' as const,
      endpoint,
      account: 'tester',
      key: createHash('sha256').update(url).digest('hex'),
      pairs: { url, ...pairs },
      requestId: 'req_test',
      resultBytes,
      deadline: deadline.at,
      publishedAt: Date.now(),
    };
    const renderer: Renderer = { pool, surroundings, readPairs: (job) => job.pairs };
    try {
      let made: Made | undefined;
      const onMade = (_: unknown, result: Made) => {
        made = result;
      };
      await renderJob(renderer, { outputs: [job], document, deadline, onMade });
      if (!made || made instanceof Error) throw made;
      const { body, warnings, timings, isPartial: isShortLived = false } = made;
      const code = warnings.length > 0 ? 'partial' : 'whole';
      return { code, message: '', warnings, isShortLived, body, timings };
    } catch (error) {
      const { code, message } = renderErrorFrom(error, job.endpoint);
      return { code, message, warnings: [], isShortLived: false, body: Buffer.alloc(0), timings: {} };
    } finally {
      deadline.clear();
    }
  };
  /** The current browser's targets, to compare with an idle one. */
  const leftovers = async (): ReturnType<typeof partsOf> => {
    const browser = browsers.at(-1);
    assert.ok(browser);
    try {
      return await partsOf(browser);
    } catch (error) {
      // The browser was being replaced.
      if (error instanceof TargetGone && browsers.at(-1) !== browser) return leftovers();
      throw error;
    }
  };
  const close = async () => {
    await pool.close();
    await egress.close();
  };
  return { egress, pool, browsers, ends, pagesKilled: () => pagesKilled, render, leftovers, close };
};
