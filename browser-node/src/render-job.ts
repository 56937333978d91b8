import {
  checkAvailable,
  type Options,
  parseOptions,
  type RenderJob,
  type Timings,
  TintypeError,
} from '@tintype/contracts';
import type { Deadline } from '@tintype/runtime';
import { PageCrashed, TargetGone } from './browser/cdp/connection.js';
import type { PagePool } from './browser/pool/lazy-pool.js';
import { VirtualTimeStuck } from './capture/recording/virtual-time.js';
import { type Rendering, render } from './capture/render.js';
import { type Surroundings, timed } from './capture/run.js';
import { hidesAutomation } from './capture/viewport.js';

/** Another page may have caused the crash: retry once. */
const maxCrashes = 2;
/** A browser that dies is seldom the page's fault: try up to three. */
const maxAttempts = 3;

export interface Renderer {
  pool: PagePool;
  /** Pages of a full Chromium, for renders that hide automation. Undefined: this machine has none. */
  hiddenPool?: PagePool | undefined;
  surroundings: Surroundings;
}

const tooMuchMemory = (cause: Error) => new TintypeError('render_failed', 'The page uses too much memory.', { cause });

const crashedAgain = (cause: Error) => new TintypeError('render_failed', 'The page crashed twice.', { cause });

/** A job with what its node pulled for it. */
export interface PreparedJob {
  job: RenderJob;
  /** The HTML of the job's document. */
  document?: string | undefined;
}

const poolFor = ({ pool, hiddenPool }: Renderer, options: Options): PagePool => {
  if (!hidesAutomation(options)) return pool;
  if (hiddenPool) return hiddenPool;
  const name = options.stealth ? 'stealth' : 'bypassBotDetection';
  throw new TintypeError(
    'invalid_option',
    `The option \`${name}\` needs a full Chromium, which this server does not have. Leave it out.`,
  );
};

const renderOnce = async (
  renderer: Renderer,
  { job, document }: PreparedJob,
  deadline: Deadline,
  realTime: boolean,
): Promise<Rendering> => {
  const { surroundings } = renderer;
  // The job carries the request's strings: api and node parse them the same way.
  const { endpoint, resultBytes } = job;
  checkAvailable(endpoint);
  const options = parseOptions(endpoint, job.pairs);
  const pool = poolFor(renderer, options);
  const timings: Timings = { queue: Math.max(Date.now() - job.publishedAt, 0) };
  const page = await timed(timings, 'browser', () => pool.take(deadline.signal));
  try {
    const waitsEnd = options.timeout === undefined ? undefined : Date.now() + options.timeout * 1000;
    const shared = { page, deadline, warnings: [], timings, surroundings };
    const rendering = await render({ ...shared, endpoint, options, document, resultBytes, realTime, waitsEnd });
    if (resultBytes !== null && rendering.body.length > resultBytes) throw new TintypeError('result_too_large');
    return rendering;
  } catch (error) {
    if (error instanceof PageCrashed && pool.wasKilled(page)) throw tooMuchMemory(error);
    throw error;
  } finally {
    void pool.release(page);
  }
};

/** A page that hangs in virtual time, or is too slow there, is loaded again and recorded in real time. */
const renderInSomeTime = async (renderer: Renderer, job: PreparedJob, deadline: Deadline): Promise<Rendering> => {
  try {
    return await renderOnce(renderer, job, deadline, false);
  } catch (error) {
    if (!(error instanceof VirtualTimeStuck)) throw error;
    return renderOnce(renderer, job, deadline, true);
  }
};

/**
 * Renders a job in a clean page. Throws a TintypeError for a failure of the target, any other error for one of ours.
 */
export const renderJob = async (renderer: Renderer, job: PreparedJob, deadline: Deadline): Promise<Rendering> => {
  let crashed = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await renderInSomeTime(renderer, job, deadline);
    } catch (error) {
      if (!(error instanceof TargetGone) || attempt === maxAttempts) throw error;
      if (error instanceof PageCrashed && ++crashed === maxCrashes) throw crashedAgain(error);
    }
  }
};
