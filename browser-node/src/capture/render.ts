import { type AvailableEndpoint, type Timings, TintypeError } from '@tintype/contracts';
import { DeadlineExceeded } from '@tintype/runtime';
import { AnswerTooLarge, EventTooLarge } from '../browser/cdp/connection.js';
import { startAdBlocking } from './ad-blocking.js';
import { CookieBanners } from './cookie-banners.js';
import { checkArrived, navigate } from './navigate.js';
import { NetworkIdle } from './network-idle.js';
import { open } from './open.js';
import { outputs } from './outputs/outputs.js';
import { changesOf } from './page-changes.js';
import { failuresOf } from './page-failures.js';
import { passCheck } from './pass-check.js';
import { blockRequests } from './request-blocking.js';
import { type Output, type OutputStep, type Recorded, type Run, timed } from './run.js';
import { waitUntilStill } from './wait-until-still.js';
import { type Watched, watch } from './watch.js';

export interface Rendering extends Output {
  targetStatus: number;
  warnings: string[];
  timings: Timings;
}

const encoded = async ({ contentType, encode }: Recorded, timings: Timings): Promise<Output> => ({
  contentType,
  body: await timed(timings, 'encode', encode),
});

/** What the options of a run add to its steps. */
const partsOf = async (run: Run) => {
  const { options, page } = run;
  const ads = await startAdBlocking(run);
  const banners = options.blockCookieBanners ? new CookieBanners(run) : undefined;
  const prepareFrame = [ads, banners].flatMap((each) => each?.prepareFrame ?? []);
  if (options.block) prepareFrame.push(blockRequests(options.block));
  const idle = options.waitUntil === 'networkidle' ? new NetworkIdle(page.session) : undefined;
  return { ads, banners, prepareFrame, idle, changes: changesOf(run), failures: failuresOf(run) };
};

const pipeline = async <E extends AvailableEndpoint>(
  run: Run<E>,
  watched: Watched,
  over: AbortSignal,
): Promise<Rendering> => {
  const { timings, warnings } = run;
  const output: OutputStep<E> = outputs[run.endpoint];
  const { ads, banners, prepareFrame, idle, changes, failures } = await partsOf(run);
  await timed(timings, 'navigate', async () => {
    await open(run, prepareFrame);
    await failures?.open();
    await output.open?.(run);
    await navigate(run);
    await passCheck(run);
    failures?.check();
  });
  await timed(timings, 'wait', async () => {
    await waitUntilStill(run, { idle, act: changes && (() => changes.act()) });
    await changes?.finish();
    await banners?.close();
    await ads?.hide();
    const { documents } = run.page.activity;
    await output.prepare?.(run);
    // Scrolling loads more of them.
    await banners?.close();
    // A choice may have loaded the page again, which has lost what was prepared.
    if (run.page.activity.documents > documents) await output.prepare?.(run);
    await ads?.hide();
    if (output.keepsBusy) await watched.rest();
  });
  checkArrived(run);
  failures?.check();
  const made = await timed(timings, 'capture', () => output.make(run, over));
  const file = 'encode' in made ? await encoded(made, timings) : made;
  return { ...file, targetStatus: run.page.activity.status ?? 200, warnings, timings };
};

/**
 * The pipeline of every output. It ends at the deadline or with the page, even if a step hangs. The caller closes the
 * page, which ends pending steps; `over` ends those that outlive it.
 */
export const render = async <E extends AvailableEndpoint>(run: Run<E>): Promise<Rendering> => {
  const over = new AbortController();
  try {
    const watched = watch(run, over.signal);
    const rendering = pipeline(run, watched, over.signal);
    return await run.deadline.race(Promise.race([rendering, run.page.gone, watched.lost]));
  } finally {
    over.abort();
  }
};

/** The client's error for a failure; an unknown one becomes the `cause`. */
export const renderErrorFrom = (error: unknown): TintypeError => {
  if (error instanceof TintypeError) return error;
  if (error instanceof AnswerTooLarge) return new TintypeError('result_too_large', undefined, { cause: error });
  if (error instanceof EventTooLarge)
    return new TintypeError('render_failed', 'The page sent a message that is too large to read.', { cause: error });
  if (error instanceof DeadlineExceeded) return new TintypeError('timeout', undefined, { cause: error });
  return new TintypeError('render_failed', undefined, { cause: error });
};
