import { TintypeError } from '@tintype/contracts';
import { navigationError } from './navigation-error.js';
import { atMost, type Run } from './run.js';

/** A page that goes on loading after so many milliseconds is captured as it is. */
const loadMs = 10_000;

/** Goes to the page and waits for its load event. */
export const navigate = async (run: Run): Promise<void> => {
  const { page, options, warnings, surroundings } = run;
  const { activity } = page;
  const answer = await page.session.send('Page.navigate', { url: options.url });
  const { errorText, isDownload, loaderId } = answer;
  if (isDownload) throw new TintypeError('not_renderable', 'The address answers with a download, not with a page.');
  if (errorText) throw navigationError(errorText, activity.requestedUrl || options.url, surroundings.explain);

  if (loaderId) activity.began(loaderId);
  const loaded = await atMost(run, loadMs, async (signal) => {
    await activity.until(() => activity.loaded, signal);
    return true;
  });
  if (activity.brokenOff) warnings.push('The page broke off while it was loading.');
  if (loaded) return;
  warnings.push('The page had not finished loading.');
  activity.giveUp();
};

/** Throws when the page has gone on by itself to a document that could not be had: what is there now is not the page. */
export const checkArrived = ({ page, surroundings }: Run): void => {
  const { failure } = page.activity;
  if (failure) throw navigationError(failure.errorText, failure.url, surroundings.explain);
};
