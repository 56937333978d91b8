import {
  type Options,
  outputOrder,
  type Pairs,
  parseOptions,
  type RenderJob,
  type Timings,
  TintypeError,
} from '@tintype/contracts';
import { type Deadline, DeadlineExceeded } from '@tintype/runtime';
import { PageCrashed } from './browser/cdp/connection.js';
import type { PagePool } from './browser/pool/lazy-pool.js';
import { hidesAutomation } from './capture/open/viewport.js';
import { checkSize } from './capture/outputs/animated.js';
import { queueLeftNoTime } from './capture/recording/record.js';
import { VirtualTimeStuck } from './capture/recording/virtual-time.js';
import { type Made, render } from './capture/render.js';
import { type Run, recordedMegapixels, type Surroundings, timed } from './capture/run.js';
import { lacksFirstSecond } from './job-in-work.js';
import { checkFits, type RecordingRoom, recordingBytes } from './recording-room.js';
import { type Attempt, KilledForMemory, renderInAttempts } from './render-attempts.js';

export interface Renderer {
  pool: PagePool;
  /** Pages of a full Chromium, for renders that hide automation. Undefined: this machine has none. */
  hiddenPool?: PagePool | undefined;
  surroundings: Surroundings;
  recordings?: {
    /** Where recordings wait for memory. */
    room: Pick<RecordingRoom, 'enter' | 'bytes'>;
    /** Pages of `pool` have frame control: their recordings have all pixels of the scale factor. */
    frameControl: boolean;
  };
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
  /** Milliseconds before this attempt: `queue`, and as `capture` a failed attempt in virtual time. */
  timings: Timings;
  /** Why this attempt records in real time, though virtual time would suit. */
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
  { endpoint, resultBytes, renderMs, publishedAt }: RenderJob,
  pairs: Pairs,
  common: Pick<Run, 'page' | 'document' | 'deadline' | 'surroundings' | 'notVirtual' | 'loadTimings'>,
): Run => {
  // The job carries the request's strings: api and node parse them the same way.
  const options = parseOptions(endpoint, pairs);
  const waitsEnd = options.timeout === undefined ? undefined : Date.now() + options.timeout * 1000;
  // A job's own time, `renderMs`, begins when the job leaves the queue.
  const queueMs = renderMs === undefined ? common.loadTimings?.queue : 0;
  return { ...common, endpoint, options, waitsEnd, publishedAt, queueMs, resultBytes, warnings: [], timings: {} };
};

/**
 * Waits until a recording fits into the node's memory. Refuses one that is too large before it waits. Adds
 * the wait to `timings`. Returns what ends the recording's stay.
 */
const enterRoom = async (
  { recordings }: Renderer,
  { outputs, deadline }: Pick<PreparedJob, 'outputs' | 'deadline'>,
  timings: Timings,
): Promise<() => void> => {
  const recorded = outputs.find(({ endpoint }) => endpoint === 'animated');
  if (!recordings || !recorded) return () => undefined;
  const options = parseOptions('animated', recorded.pairs);
  const megapixels = recordedMegapixels(options, !recordings.frameControl || hidesAutomation(options));
  checkSize(megapixels);
  checkFits(megapixels, options.type, recordings.room.bytes);
  const bytes = recordingBytes(megapixels, options.type);
  const noTime = (cause?: Error) => queueLeftNoTime(timings.queue ?? 0, cause);
  const entering = timed(timings, 'queue', () => recordings.room.enter(bytes, deadline.signal));
  const leave = await entering.catch((error) => {
    throw error instanceof DeadlineExceeded ? noTime(error) : error;
  });
  if (!lacksFirstSecond(recorded, options, Date.now())) return leave;
  leave();
  throw noTime();
};

const renderInPage = async (renderer: Renderer, attempt: PreparedAttempt, pool: PagePool): Promise<void> => {
  const { surroundings, readPairs } = renderer;
  const { document, deadline, onBegin, onMade, notVirtual, outputs } = attempt;
  const timings = { ...attempt.timings };
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
const renderVirtualOrReal = async (renderer: Renderer, attempt: PreparedAttempt, pool: PagePool): Promise<void> => {
  const begun = performance.now();
  try {
    await renderInPage(renderer, attempt, pool);
  } catch (error) {
    if (!(error instanceof VirtualTimeStuck)) throw error;
    const timings = { ...attempt.timings, capture: performance.now() - begun };
    await renderInPage(renderer, { ...attempt, timings, notVirtual: error.message }, pool);
  }
};

/**
 * Renders the outputs of a job in one clean page. Throws a TintypeError for a failure of the target, another error for
 * a failure of ours. It is the error of all outputs that were not made. A recording keeps its place in the room until
 * its last attempt: no later attempt waits again.
 */
export const renderJob = async (renderer: Renderer, prepared: PreparedJob): Promise<void> => {
  const [first] = prepared.outputs;
  if (!first) return;
  const pool = poolFor(renderer, parseOptions(first.endpoint, first.pairs));
  const timings = { queue: Math.max(Date.now() - first.publishedAt, 0) };
  const leave = await enterRoom(renderer, prepared, timings);
  const tryOnce = ({ outputs: unfinished, onBegin, onDone }: Attempt) => {
    const outputs = unfinished.toSorted((a, b) => outputOrder.indexOf(a.endpoint) - outputOrder.indexOf(b.endpoint));
    const onMade: PreparedJob['onMade'] = (output, made) => {
      onDone(output);
      prepared.onMade(output, made);
    };
    return renderVirtualOrReal(renderer, { ...prepared, outputs, onBegin, onMade, timings }, pool);
  };
  await renderInAttempts(prepared.outputs, tryOnce, prepared.onMade).finally(leave);
};
