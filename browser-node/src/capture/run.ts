import { type Endpoint, type Options, type RenderStep, type Timings, TintypeError } from '@tintype/contracts';
import { type Deadline, race } from '@tintype/runtime';
import type { Page } from '../browser/page/page.js';
import type { FilterLists } from '../filters/filter-lists.js';
import type { ExplainHost } from './load/navigation-error.js';
import { viewportOf } from './open/viewport.js';
import type { LoadEditor } from './outputs/edit-picture.js';

/** The parts that all renders of a node share. */
export interface Surroundings {
  /** Why the egress proxy did not reach a host. */
  readonly explain: ExplainHost;
  /** The rules of `blockAds`. */
  readonly filters?: Pick<FilterLists, 'engine'>;
  /** Loads the editor, which resizes pictures and encodes avif. */
  readonly loadEditor?: LoadEditor;
  /** Counts pictures of a recording in real time: taken ones, and ones that the machine was too busy for. */
  readonly countPictures?: (pictures: { taken: number; missed: number }) => void;
}

/**
 * The facts that the steps of one render share. Common steps take a `Run` and see the common options; an output takes
 * the run of its endpoint.
 */
export interface Run<E extends Endpoint = Endpoint> {
  readonly page: Page;
  readonly endpoint: E;
  readonly options: Options<E>;
  readonly deadline: Deadline;
  /** The HTML to show, instead of the page at the URL of the options. */
  readonly document?: string | undefined;
  /** In bytes; null: no limit. */
  readonly resultBytes: number | null;
  /** Sentences for the client about what the result lacks. */
  readonly warnings: string[];
  readonly timings: Timings;
  /** Timings of the steps that all outputs of the page share: queue, browser, navigate and waits. */
  readonly loadTimings?: Timings;
  readonly surroundings: Surroundings;
  /** When the option `timeout` ends the waits, in milliseconds of the Unix epoch. */
  readonly waitsEnd?: number | undefined;
  /** A sentence that says why an attempt in virtual time was given up: this attempt records in real time. */
  readonly notVirtual?: string | undefined;
  /** When the request's job was published, in milliseconds of the Unix epoch. */
  readonly publishedAt: number;
  /** Milliseconds in the queue, which leave less time for the page. 0 for items of a batch: their time begins later. */
  readonly queueMs?: number | undefined;
  /** The output lacks something that another render may have, so the cache keeps it for a short time only. */
  isPartial?: boolean;
}

export interface Output {
  contentType: string;
  body: Buffer;
}

/** An output whose last part is encoded after the capture. */
export interface Unencoded {
  contentType: string;
  encode: () => Promise<Buffer>;
}

/** How an endpoint makes its file from a page that is still. */
export interface OutputStep<E extends Endpoint> {
  /** Runs before the page's first request. Checks sizes, and sets up the page for this output. */
  open?: (run: Run<E>) => Promise<void>;
  /** Whether, with these options, `prepare` does not change the page. */
  preparesNothing?: (run: Run<E>) => boolean;
  /** Changes the page for this output. */
  prepare?: (run: Run<E>) => Promise<void>;
  /**
   * `over` aborts when the render has ended in any way, also while `Unencoded` is encoded. `hideNewAds`: hides the
   * advertisements that came since its last call, and returns whether anything came.
   */
  make: (run: Run<E>, over: AbortSignal, hideNewAds?: () => Promise<boolean>) => Promise<Output | Unencoded>;
  /** Undoes changes that would show in later outputs. */
  restore?: (run: Run<E>) => Promise<void>;
  /** `make` itself blocks a long page for seconds: `watch` must not blame the page. */
  keepsBusy?: true;
}

/** Chromium has no picture of the page, even after several attempts. */
export const notCaptured = (): TintypeError =>
  new TintypeError('render_failed', 'Chromium could not capture the page. Try again.');

/** The length of a recording, in milliseconds. 0 for other outputs. */
export const recordingMs = ({ options }: Pick<Run, 'options'>): number =>
  'duration' in options ? options.duration * 1000 : 0;

/** Milliseconds for one step: half of the time that a recording leaves. At least a quarter of the remaining time. */
const budgetOf = (run: Run): number => {
  const { remaining } = run.deadline;
  return Math.max((remaining - recordingMs(run)) / 2, remaining / 4);
};

/** Pixels of a picture, in millions. A screencast has one per CSS pixel, so the scale factor does not count there. */
export const recordedMegapixels = (options: Options, isScreencast: boolean): number => {
  const { width, height, deviceScaleFactor } = viewportOf(options);
  const scale = isScreencast ? 1 : deviceScaleFactor;
  return (width * height * scale ** 2) / 1e6;
};

export const megapixelsOf = ({ options, page }: Pick<Run, 'options' | 'page'>): number =>
  recordedMegapixels(options, !page.frames);

/** The constant part of `reserveOf`. */
const leastReserveMs = 2000;

/** A recording shorter than this fails: its page left no time, or was too slow. */
export const shortestMs = 1000;

/** A request with less time left when its page is opened cannot record it. */
export const leastRecordingMs = ({ delay }: Pick<Options<'animated'>, 'delay'>): number =>
  delay * 1000 + shortestMs + leastReserveMs;

/** Milliseconds before the deadline for the end of a recording's file and its way to the api. Large pictures take longer. */
export const reserveOf = (run: Pick<Run, 'options' | 'page'>): number => leastReserveMs + 100 * megapixelsOf(run);

/** Reserved for the capture; for a recording, also for the end of its file. */
const captureMsOf = (run: Run): number => Math.max(2000, 'duration' in run.options ? reserveOf(run) : 0);

/** Milliseconds for waits whose length the client chose: the time that `timeout`, the capture and a recording leave. */
export const patienceOf = (run: Run): number => {
  const untilTimeout = run.waitsEnd === undefined ? Number.POSITIVE_INFINITY : run.waitsEnd - Date.now();
  return Math.max(Math.min(untilTimeout, run.deadline.remaining - captureMsOf(run) - recordingMs(run)), 0);
};

/** The client's `timeout` replaces the half of `budgetOf`. */
const waitBudgetOf = (run: Run): number => (run.waitsEnd === undefined ? budgetOf(run) : patienceOf(run));

/** A timer may fire this much before the wall clock. */
const earlyMs = 2;

/** Whether the option `timeout` has ended the waits. */
export const waitsAreOver = ({ waitsEnd }: Run): boolean => waitsEnd !== undefined && Date.now() + earlyMs >= waitsEnd;

/** True if the waits are over. Adds one warning, so call it where a cut wait has no warning of its own. */
export const cutByTimeout = (run: Run): boolean => {
  if (!waitsAreOver(run)) return false;
  const sentence = `The \`timeout\` of ${run.options.timeout} s ended the waits: the result has what was there.`;
  if (!run.warnings.includes(sentence)) run.warnings.push(sentence);
  return true;
};

/** A shorter wait in the queue leaves a page enough time. */
const longQueueMs = 1000;

/** Seconds with one decimal, for a sentence. */
export const secondsOf = (ms: number): string => (ms / 1000).toFixed(1);

/** Names the queue in a sentence about a page that had too little time. Empty if the queue took less than 1 s. */
export const afterQueue = ({ queueMs = 0 }: Pick<Run, 'queueMs'>): string =>
  queueMs < longQueueMs ? '' : ` after ${secondsOf(queueMs)} s in the queue`;

/**
 * Milliseconds in the queue, if the queue is to blame for the lack of time; else 0. The queue is to blame if it took at
 * least 1 s, and longer than the page until now. `delay` does not count, because it adds to the time of the request.
 */
export const queueToBlame = (run: Pick<Run<'animated'>, 'queueMs' | 'publishedAt' | 'options'>): number => {
  const { queueMs = 0, publishedAt, options } = run;
  const pageMs = Date.now() - publishedAt - queueMs - options.delay * 1000;
  return queueMs >= longQueueMs && queueMs > pageMs ? queueMs : 0;
};

/** Names the limit of a wait that the request's time shortened. */
export const withinShare = (run: Run, ms: number): string =>
  `within ${secondsOf(ms)} s, the share of the request's time for it${afterQueue(run)}`;

/** A wait that ended at most this early used its whole limit. */
const nearlyMs = 100;

/** Says what ended a wait without success: its own limit, the option `timeout`, or its share of the request's time. */
export const withinLimit = (run: Run, ownMs: number, begun: number): string => {
  if (waitsAreOver(run)) return `within the \`timeout\` of ${run.options.timeout} s`;
  const ms = Date.now() - begun;
  if (ms > ownMs - nearlyMs) return `within ${ownMs / 1000} s`;
  return withinShare(run, ms);
};

/** Warns of what a result lacks. Another render may have it, so the cache keeps this result for a short time only. */
export const reportPartial = (run: Run, sentence: string): void => {
  run.isPartial = true;
  run.warnings.push(sentence);
};

type Work<T> = (signal: AbortSignal, budgetMs: number) => Promise<T>;

const within = async <T>(budgetMs: number, work: Work<T>): Promise<T | undefined> => {
  const wholeMs = Math.max(Math.floor(budgetMs), 0);
  const signal = AbortSignal.timeout(wholeMs);
  try {
    return await race(work(signal, wholeMs), signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
};

/**
 * Runs `work` for at most `milliseconds`, or for `budgetOf` if that is less. Returns undefined if the time ran out: the
 * page is then captured as it is. `render` enforces the deadline.
 */
export const withBudget = <T>(run: Run, milliseconds: number, work: Work<T>): Promise<T | undefined> =>
  within(Math.min(milliseconds, budgetOf(run)), work);

/** Like `withBudget`, for waits that the option `timeout` may shorten, or lengthen beyond `budgetOf`. */
export const withPatience = <T>(run: Run, milliseconds: number, work: Work<T>): Promise<T | undefined> =>
  within(Math.min(milliseconds, waitBudgetOf(run)), work);

/** Adds the duration of `work` in milliseconds to a step, also if `work` fails. */
export const timed = async <T>(timings: Timings, step: RenderStep, work: () => Promise<T>): Promise<T> => {
  const start = performance.now();
  try {
    return await work();
  } finally {
    timings[step] = (timings[step] ?? 0) + performance.now() - start;
  }
};
