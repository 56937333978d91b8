import { type Endpoint, lateRender, type Timings, TintypeError } from '@tintype/contracts';
import { DeadlineExceeded } from '@tintype/runtime';
import { AnswerTooLarge, EventTooLarge, TargetGone } from '../browser/cdp/connection.js';
import { checkArrived, latePage, navigate } from './load/navigate.js';
import { NetworkIdle } from './load/network-idle.js';
import { changesOf } from './load/page-changes.js';
import { passCheck } from './load/pass-check.js';
import { reportHung, waitUntilStill } from './load/wait-until-still.js';
import { open } from './open/open.js';
import { blockRequests } from './open/request-blocking.js';
import { outputs } from './outputs/outputs.js';
import { VirtualTimeStuck } from './recording/virtual-time.js';
import { type Output, type OutputStep, type Run, timed, type Unencoded } from './run.js';
import { startAdBlocking } from './sweeps/ad-blocking.js';
import { CookieBanners } from './sweeps/cookie-banners.js';
import { failuresOf } from './watch/page-failures.js';
import { type Watched, watch } from './watch/watch.js';

export interface Rendering extends Output {
  targetStatus: number;
  warnings: string[];
  timings: Timings;
  /** Whether this result lacks something that another render may have. */
  isPartial?: boolean | undefined;
}

/** An output, or its failure, which does not affect the other outputs. */
export type Made = Rendering | TintypeError;

export interface RenderOrder {
  /** Outputs of one page load, in the order in which they disturb the page. */
  runs: readonly [Run, ...Run[]];
  /** The time of the steps that all share. */
  timings: Timings;
  /** Called when the page begins to be used for this output. */
  onBegin: (run: Run) => void;
  onMade: (run: Run, made: Made) => void;
}

/** The page still shows an output's changes: the outputs after it need another page. */
export class NotRestored extends Error {
  override name = 'NotRestored';
}

/** A page while its outputs are made. */
interface LoadedPage extends Pick<Awaited<ReturnType<typeof partsOf>>, 'ads' | 'banners' | 'changes' | 'failures'> {
  /** The runs of the outputs that can be made. */
  runs: readonly Run[];
  /** The run of the steps that all outputs share. */
  shared: Run;
  watched: Watched;
  /** Aborts when the render has ended in any way. */
  over: AbortSignal;
}

const encoded = async ({ contentType, encode }: Unencoded, timings: Timings): Promise<Output> => ({
  contentType,
  body: await timed(timings, 'encode', encode),
});

/** The parts that a run's options add to its steps. */
const partsOf = async (run: Run) => {
  const { options, page } = run;
  const ads = await startAdBlocking(run);
  const banners = options.blockCookieBanners ? new CookieBanners(run) : undefined;
  const idle = options.waitUntil === 'networkidle' ? new NetworkIdle(page.session) : undefined;
  const prepareFrame = [ads, banners, idle].flatMap((each) => each?.prepareFrame ?? []);
  if (options.block) prepareFrame.push(blockRequests(options.block));
  return { ads, banners, prepareFrame, idle, changes: changesOf(run), failures: failuresOf(run) };
};

const sum = (one: Timings, other: Timings): Timings => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof Timings>;
  return Object.fromEntries([...names].map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
};

const outputOf = <E extends Endpoint>({ endpoint }: Run<E>): OutputStep<E> => outputs[endpoint];

/** Whether an output leaves the page as it is. */
const isUnchanged = (run: Run): boolean => outputOf(run).preparesNothing?.(run) ?? false;

/** Returns the error of one output. Throws if a lost page, a stuck clock or the end of the job ends all outputs. */
export const ownFailure =
  ({ deadline, endpoint }: Run) =>
  (error: unknown): TintypeError => {
    if (error instanceof TargetGone || error instanceof VirtualTimeStuck || deadline.signal.aborted) throw error;
    return renderErrorFrom(error, endpoint);
  };

/** Returns the runs that can be made, and reports the others. */
export const openOutputs = async ({ runs, onMade }: Pick<RenderOrder, 'runs' | 'onMade'>): Promise<Run[]> => {
  const opened: Run[] = [];
  for (const run of runs) {
    const failure = await outputOf(run).open?.(run).catch(ownFailure(run));
    if (failure) onMade(run, failure);
    else opened.push(run);
  }
  return opened;
};

/** Loads the page. Undefined if no output can be made. */
const load = async (
  order: RenderOrder,
  shared: Run,
  watched: Watched,
  over: AbortSignal,
): Promise<LoadedPage | undefined> => {
  const { timings } = shared;
  const { ads, banners, prepareFrame, idle, changes, failures } = await partsOf(shared);
  const runs = await timed(timings, 'navigate', async () => {
    await open(shared, prepareFrame);
    await failures?.open();
    const opened = await openOutputs(order);
    if (opened.length === 0) return opened;
    await navigate(shared);
    await passCheck(shared);
    failures?.check();
    return opened;
  });
  if (runs.length === 0) return undefined;
  await timed(timings, 'wait', async () => {
    await waitUntilStill(shared, { idle, act: changes && (() => changes.act()) });
    await changes?.finish();
    await banners?.close(runs[0] !== undefined && isUnchanged(runs[0]));
    // A choice in a banner may have loaded the page again, without the changes.
    await changes?.finish();
    await ads?.hide();
  });
  return { runs, shared, watched, ads, banners, changes, failures, over };
};

const prepare = async <E extends Endpoint>(run: Run<E>, loaded: LoadedPage): Promise<void> => {
  const { ads, banners, changes } = loaded;
  const { activity } = run.page;
  const { documents } = activity;
  const output = outputOf(run);
  // `load` has just found no banner and hidden the advertisements of this unchanged page.
  const isReady = run === loaded.runs[0] && isUnchanged(run) && (banners?.sawNone ?? true);
  if (isReady) return;
  await output.prepare?.(run);
  // Scrolling loads more banners.
  await banners?.close(true);
  await changes?.finish();
  // A choice or the page itself may have loaded another document, which lacks what was prepared.
  if (activity.documents > documents) await output.prepare?.(run);
  await changes?.finish();
  await ads?.hide();
};

/** Makes one output of the loaded page. */
export const make = async <E extends Endpoint>(run: Run<E>, loaded: LoadedPage): Promise<Rendering> => {
  const { shared, watched, ads, failures, over } = loaded;
  const output: OutputStep<E> = outputOf(run);
  await timed(run.timings, 'wait', async () => {
    await prepare(run, loaded);
    ads?.report(run);
    reportHung(run);
    if (output.keepsBusy) await watched.rest();
  });
  checkArrived(run);
  failures?.check();
  const made = await timed(run.timings, 'capture', () => output.make(run, over, ads?.hideNew));
  // A look during a recording may have been late.
  ads?.report(run);
  const file = 'encode' in made ? await encoded(made, run.timings) : made;
  if (run.resultBytes !== null && file.body.length > run.resultBytes) throw new TintypeError('result_too_large');
  return {
    ...file,
    targetStatus: run.page.activity.status ?? 200,
    warnings: [...new Set([...shared.warnings, ...run.warnings])],
    timings: sum(shared.timings, run.timings),
    isPartial: shared.isPartial || run.isPartial,
  };
};

const restore = async (run: Run): Promise<void> => {
  const failure = await outputOf(run).restore?.(run).catch(ownFailure(run));
  if (failure) throw new NotRestored('The page could not be restored.', { cause: failure });
};

const pipeline = async (order: RenderOrder, shared: Run, watched: Watched, over: AbortSignal): Promise<void> => {
  const loaded = await load(order, shared, watched, over);
  if (!loaded) return;
  for (const run of loaded.runs) {
    order.onBegin(run);
    const made = await make(run, loaded).catch(ownFailure(run));
    if (over.aborted) return;
    order.onMade(run, made);
    if (run === loaded.runs.at(-1)) return;
    watched.resume();
    await restore(run);
  }
};

/**
 * The pipeline of every output. It ends at the deadline or with the page, even if a step hangs. Outputs that are not
 * made by then fail. The caller closes the page, which ends pending steps; `over` ends those that outlive it.
 */
export const render = async (order: RenderOrder): Promise<void> => {
  const over = new AbortController();
  const begun = Date.now();
  let isBegun = false;
  const onBegin = (run: Run) => {
    isBegun = true;
    order.onBegin(run);
  };
  // The last output shows most of the page. So it decides about the shared steps, such as waits for fonts.
  const shared: Run = { ...(order.runs.at(-1) ?? order.runs[0]), warnings: [], timings: order.timings };
  try {
    const watched = watch(shared, over.signal);
    const rendering = pipeline({ ...order, onBegin }, shared, watched, over.signal);
    await shared.deadline.race(Promise.race([rendering, shared.page.gone, watched.lost]));
  } catch (error) {
    if (!(error instanceof DeadlineExceeded) || isBegun) throw error;
    throw latePage(shared, begun, error);
  } finally {
    over.abort();
  }
};

/** The client's error for a failure of an output. The failure becomes the `cause`, unless it is such an error itself. */
export const renderErrorFrom = (error: unknown, endpoint: Endpoint): TintypeError => {
  if (error instanceof TintypeError) return error;
  if (error instanceof AnswerTooLarge) return new TintypeError('result_too_large', undefined, { cause: error });
  if (error instanceof EventTooLarge && error.method === 'Page.screencastFrame')
    return new TintypeError(
      'result_too_large',
      'A picture of the recording is too large to read. Use a smaller viewport.',
      { cause: error },
    );
  if (error instanceof EventTooLarge)
    return new TintypeError(
      'render_failed',
      'The page sent a message that is too large to read. Load less of the page with `block`.',
      { cause: error },
    );
  if (error instanceof DeadlineExceeded) return lateRender(endpoint, error);
  return new TintypeError('render_failed', undefined, { cause: error });
};
