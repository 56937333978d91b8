import { TintypeError } from '@tintype/contracts';
import { fillEmptyDocument } from '../in-page/loading.js';
import { navigationError } from './navigation-error.js';
import { type Run, withBudget } from './run.js';

/** After this time a loading page is captured as it is. */
const loadMs = 10_000;

/** Navigates and waits for the load event. */
export const navigate = async (run: Run): Promise<void> => {
  const { page, options, warnings, surroundings } = run;
  const { activity } = page;
  const answer = await page.session.send('Page.navigate', { url: options.url });
  const { errorText, isDownload, loaderId } = answer;
  if (isDownload) throw new TintypeError('not_renderable', 'The URL answers with a download, not with a page.');
  if (errorText) throw navigationError(errorText, activity.requestedUrl || options.url, surroundings.explain);

  if (loaderId) activity.beginDocument(loaderId);
  const loaded = await withBudget(run, loadMs, async (signal) => {
    await activity.until(() => activity.loaded, signal);
    return true;
  });
  if (activity.endedEarly) {
    warnings.push('The page broke off, or could not be decoded: the result has what came before.');
    await page.call(fillEmptyDocument);
  }
  if (loaded) return;
  warnings.push(
    `The page did not load completely in time, ${loadMs / 1000} s at most: the result has what had loaded.`,
  );
  activity.giveUp();
};

/** Throws if the page itself navigated to a document that failed. */
export const checkArrived = ({ page, surroundings }: Run): void => {
  const { failure } = page.activity;
  if (failure) throw navigationError(failure.errorText, failure.url, surroundings.explain);
};
