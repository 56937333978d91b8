import { documentUrl, lateRender, TintypeError } from '@tintype/contracts';
import type { DeadlineExceeded } from '@tintype/runtime';
import { fillEmptyDocument } from '../../in-page/loading.js';
import { type Run, waitsAreOver, withinLimit, withPatience } from '../run.js';
import { navigationError } from './navigation-error.js';

/** After this time a loading page is captured as it is. */
const loadMs = 10_000;

const targetOf = ({ document, options }: Run) => (document === undefined ? options.url : documentUrl);

/** The site did not begin to answer. A longer `timeout` helps only if that option ended the wait. */
export const noAnswer = (run: Run, begun: number, cause?: DeadlineExceeded): TintypeError => {
  const within = withinLimit(run, Number.POSITIVE_INFINITY, begun);
  const advice = waitsAreOver(run) ? 'Raise `timeout`.' : 'The site is slow: try again later.';
  return new TintypeError('timeout', `The page did not answer ${within}. ${advice}`, { cause });
};

/** The error of a page that was not captured before the deadline. Blames the site only if its answer is missing. */
export const latePage = (run: Run, begun: number, cause: DeadlineExceeded): TintypeError => {
  const { documents, requestedUrl } = run.page.activity;
  // Before the request, the node is busy. A posted document comes from this service.
  const isSiteLate = documents === 0 && requestedUrl !== '' && run.document === undefined;
  // Advice for a recording helps no page that did not load. `timeout` helps none that did not answer.
  return isSiteLate ? noAnswer(run, begun, cause) : lateRender('page', cause);
};

/** Begins the navigation. Throws if the site does not answer before `timeout`: then there is no page to capture. */
const begin = async (run: Run) => {
  const { page, options } = run;
  const navigation = page.session.send('Page.navigate', { url: targetOf(run) });
  if (options.timeout === undefined) return navigation;
  const begun = Date.now();
  const answer = await withPatience(run, Number.POSITIVE_INFINITY, () => navigation);
  if (answer) return answer;
  throw noAnswer(run, begun);
};

/** Waits for the event of `waitUntil`. Returns true if it came. Else warns, unless the option `timeout` ended the wait. */
const waitForLoad = async (run: Run): Promise<boolean | undefined> => {
  const { page, options } = run;
  const { activity } = page;
  const isEarly = options.waitUntil === 'domcontentloaded';
  const patienceMs = options.timeout === undefined ? loadMs : Number.POSITIVE_INFINITY;
  const begun = Date.now();
  const loaded = await withPatience(run, patienceMs, async (signal) => {
    await activity.until(() => (isEarly ? activity.parsed : activity.loaded), signal);
    return true;
  });
  // No later step waits for the rest of the page.
  if (loaded && isEarly && !activity.loaded) activity.ignoreParts();
  if (!loaded && !waitsAreOver(run)) {
    const within = withinLimit(run, patienceMs, begun);
    run.warnings.push(`The page did not load completely ${within}: the result has what had loaded.`);
  }
  return loaded;
};

/** Navigates and waits until the page has loaded. */
export const navigate = async (run: Run): Promise<void> => {
  const { page, warnings, surroundings } = run;
  const { activity } = page;
  const { errorText, isDownload, loaderId } = await begin(run);
  if (isDownload)
    throw new TintypeError('not_renderable', 'The address sends a download, not a page. Use the address of a page.');
  if (errorText) throw navigationError(errorText, activity.requestedUrl || targetOf(run), surroundings.explain);

  if (loaderId) activity.beginDocument(loaderId);
  page.prepareCalls();
  const loaded = await waitForLoad(run);
  if (activity.endedEarly) {
    warnings.push('The page broke off, or could not be decoded: the result has what came before.');
    await page.call(fillEmptyDocument);
  }
  if (!loaded) activity.giveUp();
};

/**
 * Throws if the page itself navigated to a document that failed, or to a PDF. A full Chromium shows PDFs in a viewer.
 */
export const checkArrived = ({ page, surroundings }: Run): void => {
  const { failure, mimeType } = page.activity;
  if (mimeType === 'application/pdf')
    throw new TintypeError('not_renderable', 'The address shows a PDF, not a page. Use the address of a page.');
  if (failure) throw navigationError(failure.errorText, failure.url, surroundings.explain);
};
