import {
  type Options,
  outputOrder,
  type Pairs,
  parseOptions,
  type RenderJob,
  type Timings,
  TintypeError,
} from '@tintype/contracts';
import type { Deadline } from '@tintype/runtime';
import { PageCrashed } from './browser/cdp/connection.js';
import type { PagePool } from './browser/pool/lazy-pool.js';
import { hidesAutomation, viewportOf } from './capture/open/viewport.js';
import { VirtualTimeStuck } from './capture/recording/virtual-time.js';
import { type Made, render } from './capture/render.js';
import { type Run, type Surroundings, timed } from './capture/run.js';
import type { RecordingRoom } from './recording-room.js';
import { type Attempt, KilledForMemory, renderInAttempts } from './render-attempts.js';

export interface Renderer {
  pool: PagePool;
  /** Pages of a full Chromium, for renders that hide automation. Undefined: this machine has none. */
  hiddenPool?: PagePool | undefined;
  surroundings: Surroundings;
  /** Where recordings wait for memory. */
  room?: RecordingRoom | undefined;
  /** All options of a job, the sealed ones too. Throws `SecretsNotDecrypted`. */
  readPairs: (job: RenderJob) => Pairs;
}

/** A job, and the document that its node pulled for it. */
export interface PreparedJob {
  /** One job for each output of the page. */
  outputs: readonly RenderJob[];
  /** The HTML of the job's document. */
  document?: string | undefined;
  deadline: Deadline;
  /** Called once for each output that is made, or has failed by itself. */
  onMade: (output: RenderJob, made: Made) => void;
}

interface PreparedAttempt extends PreparedJob, Pick<Attempt, 'onBegin'> {
  /** Times before this attempt: in the queue, and as `capture` an earlier attempt in virtual time. */
  timings: Timings;
  notVirtual?: string;
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

const runOf = (
  { endpoint, resultBytes, renderMs }: RenderJob,
  pairs: Pairs,
  common: Pick<Run, 'page' | 'document' | 'deadline' | 'surroundings' | 'notVirtual' | 'loadTimings'>,
): Run => {
  // The job carries the request's strings: api and node parse them the same way.
  const options = parseOptions(endpoint, pairs);
  const waitsEnd = options.timeout === undefined ? undefined : Date.now() + options.timeout * 1000;
  // A job's own time, `renderMs`, begins when the job leaves the queue.
  const queueMs = renderMs === undefined ? common.loadTimings?.queue : 0;
  return { ...common, endpoint, options, waitsEnd, queueMs, resultBytes, warnings: [], timings: {} };
};

/** Large recordings wait for each other. A screencast has one pixel per CSS pixel. */
const enterRoom = async ({ room }: Renderer, { outputs, deadline }: PreparedJob): Promise<(() => void) | undefined> => {
  const recorded = outputs.find(({ endpoint }) => endpoint === 'animated');
  if (!room || !recorded) return undefined;
  const options = parseOptions(recorded.endpoint, recorded.pairs);
  const { width, height, deviceScaleFactor } = viewportOf(options);
  const scale = hidesAutomation(options) ? 1 : deviceScaleFactor;
  return room.enter((width * height * scale ** 2) / 1e6, deadline.signal);
};

const renderOnce = async (renderer: Renderer, attempt: PreparedAttempt): Promise<void> => {
  const outputs = attempt.outputs.toSorted((a, b) => outputOrder.indexOf(a.endpoint) - outputOrder.indexOf(b.endpoint));
  const [first] = outputs;
  if (!first) return;
  const pool = poolFor(renderer, parseOptions(first.endpoint, first.pairs));
  const timings = { ...attempt.timings };
  const leave = await timed(timings, 'queue', () => enterRoom(renderer, attempt));
  try {
    await renderInPage(renderer, attempt, { pool, timings, outputs });
  } finally {
    leave?.();
  }
};

const renderInPage = async (
  renderer: Renderer,
  attempt: PreparedAttempt,
  { pool, timings, outputs }: { pool: PagePool; timings: Timings; outputs: readonly RenderJob[] },
): Promise<void> => {
  const { surroundings, readPairs } = renderer;
  const { document, deadline, onBegin, onMade, notVirtual } = attempt;
  const page = await timed(timings, 'browser', () => pool.take(deadline.signal));
  try {
    const common = { page, document, deadline, surroundings, notVirtual, loadTimings: timings };
    const jobs = new Map(outputs.map((job) => [runOf(job, readPairs(job), common), job]));
    const runs = [...jobs.keys()] as [Run, ...Run[]];
    const jobOf = (run: Run) => jobs.get(run) as RenderJob;
    await render({
      runs,
      timings,
      onBegin: (run) => onBegin(jobOf(run)),
      onMade: (run, made) => onMade(jobOf(run), made),
    });
  } catch (error) {
    if (error instanceof PageCrashed && pool.wasKilled(page))
      throw new KilledForMemory(error.message, { cause: error });
    throw error;
  } finally {
    void pool.release(page);
  }
};

/** A page that hangs in virtual time, or is too slow there, is loaded again and recorded in real time. */
const renderVirtualOrReal = async (renderer: Renderer, attempt: PreparedAttempt): Promise<void> => {
  const begun = performance.now();
  try {
    await renderOnce(renderer, attempt);
  } catch (error) {
    if (!(error instanceof VirtualTimeStuck)) throw error;
    const timings = { ...attempt.timings, capture: performance.now() - begun };
    await renderOnce(renderer, { ...attempt, timings, notVirtual: error.message });
  }
};

/**
 * Renders the outputs of a job in one clean page. Throws a TintypeError for a failure of the target, another error for
 * a failure of ours. All outputs that were not made get this error.
 */
export const renderJob = (renderer: Renderer, prepared: PreparedJob): Promise<void> => {
  const queueMs = Math.max(Date.now() - (prepared.outputs[0]?.publishedAt ?? Date.now()), 0);
  const tryOnce = ({ outputs, onBegin, onDone }: Attempt) => {
    const onMade: PreparedJob['onMade'] = (output, made) => {
      onDone(output);
      prepared.onMade(output, made);
    };
    return renderVirtualOrReal(renderer, { ...prepared, outputs, onBegin, onMade, timings: { queue: queueMs } });
  };
  return renderInAttempts(prepared.outputs, tryOnce, prepared.onMade);
};
