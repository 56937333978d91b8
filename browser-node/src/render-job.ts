import {
  checkAvailable,
  type Endpoint,
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
import { type Made, render } from './capture/render.js';
import { type Run, type Surroundings, timed } from './capture/run.js';
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

/** A job with what its node pulled for it. */
export interface PreparedJob {
  /** One job for each output of the page. */
  outputs: readonly RenderJob[];
  /** The HTML of the job's document. */
  document?: string | undefined;
  deadline: Deadline;
  /** Called once for each output that is made, or has failed by itself. */
  onMade: (output: RenderJob, made: Made) => void;
}

const tooMuchMemory = (cause: Error) => new TintypeError('render_failed', 'The page uses too much memory.', { cause });

const crashedAgain = (cause: Error) => new TintypeError('render_failed', 'The page crashed twice.', { cause });

/** Each leaves the page as those after it need it. */
const order: readonly Endpoint[] = ['content', 'metadata', 'image', 'pdf', 'animated'];

const poolFor = ({ pool, hiddenPool }: Renderer, options: Options): PagePool => {
  if (!hidesAutomation(options)) return pool;
  if (hiddenPool) return hiddenPool;
  const name = options.stealth ? 'stealth' : 'bypassBotDetection';
  throw new TintypeError(
    'invalid_option',
    `The option \`${name}\` needs a full Chromium, which this server does not have. Leave it out.`,
  );
};

const runOf = (
  job: RenderJob,
  common: Pick<Run, 'page' | 'document' | 'deadline' | 'surroundings' | 'realTime'>,
): Run => {
  const { endpoint, pairs, resultBytes } = job;
  checkAvailable(endpoint);
  // The job carries the request's strings: api and node parse them the same way.
  const options = parseOptions(endpoint, pairs);
  const waitsEnd = options.timeout === undefined ? undefined : Date.now() + options.timeout * 1000;
  return { ...common, endpoint, options, waitsEnd, resultBytes, warnings: [], timings: {} };
};

const renderOnce = async (renderer: Renderer, prepared: PreparedJob, realTime: boolean): Promise<void> => {
  const { surroundings } = renderer;
  const { document, deadline, onMade } = prepared;
  const outputs = prepared.outputs.toSorted((a, b) => order.indexOf(a.endpoint) - order.indexOf(b.endpoint));
  const [first] = outputs;
  if (!first) return;
  const pool = poolFor(renderer, parseOptions(first.endpoint, first.pairs));
  const timings: Timings = { queue: Math.max(Date.now() - first.publishedAt, 0) };
  const page = await timed(timings, 'browser', () => pool.take(deadline.signal));
  try {
    const common = { page, document, deadline, surroundings, realTime };
    const jobs = new Map(outputs.map((job) => [runOf(job, common), job]));
    const runs = [...jobs.keys()] as [Run, ...Run[]];
    await render({ runs, timings, onMade: (run, made) => onMade(jobs.get(run) ?? first, made) });
  } catch (error) {
    if (error instanceof PageCrashed && pool.wasKilled(page)) throw tooMuchMemory(error);
    throw error;
  } finally {
    void pool.release(page);
  }
};

/** A page that hangs in virtual time, or is too slow there, is loaded again and recorded in real time. */
const renderInSomeTime = async (renderer: Renderer, prepared: PreparedJob): Promise<void> => {
  try {
    await renderOnce(renderer, prepared, false);
  } catch (error) {
    if (!(error instanceof VirtualTimeStuck)) throw error;
    await renderOnce(renderer, prepared, true);
  }
};

/**
 * Renders the outputs of a job in one clean page. Throws a TintypeError for a failure of the target, any other error for
 * one of ours: it is that of all outputs that were not made.
 */
export const renderJob = async (renderer: Renderer, prepared: PreparedJob): Promise<void> => {
  const made = new Set<RenderJob>();
  const onMade: PreparedJob['onMade'] = (output, result) => {
    made.add(output);
    prepared.onMade(output, result);
  };
  let crashed = 0;
  for (let attempt = 1; ; attempt += 1) {
    const outputs = prepared.outputs.filter((output) => !made.has(output));
    try {
      return await renderInSomeTime(renderer, { ...prepared, outputs, onMade });
    } catch (error) {
      if (!(error instanceof TargetGone) || attempt === maxAttempts) throw error;
      if (error instanceof PageCrashed && ++crashed === maxCrashes) throw crashedAgain(error);
    }
  }
};
