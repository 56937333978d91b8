import { TintypeError } from '@tintype/contracts';
import { DeadlineExceeded } from '@tintype/runtime';
import { AnswerTooLarge, TargetGone } from '../../browser/cdp/connection.js';
import { netErrorOf, playwrightErrorKind } from '../browser/playwright-error.js';
import type { PageState } from '../pages/page-state.js';

/** Some quote what is in the page. */
const mostLetters = 10_000;

/** What is said of a failure. */
export const messageOf = ({ message }: TintypeError): string =>
  message.length > mostLetters ? `${message.slice(0, mostLetters)}…` : message;

const timeoutFrom = (cause: unknown) =>
  new TintypeError(
    'timeout',
    'The action took too long, and was stopped: look at the page (snapshot, screenshot), and try again, or in smaller steps.',
    { cause },
  );

const crashed = (why: string, cause: unknown) =>
  new TintypeError('render_failed', `${why} An empty one has taken its place.`, { cause });

/** Says why the page is gone that an action could do no more with. */
export const crashError = (error: unknown, { crash }: Pick<PageState, 'crash'>): unknown =>
  crash === undefined || error instanceof TintypeError ? error : crashed(crash, error);

/** The catalogue's error for what an action threw. Playwright's own words stay in the cause: they quote the page. */
export const actionErrorFrom = (error: unknown): TintypeError => {
  if (error instanceof TintypeError) return error;
  if (error instanceof DeadlineExceeded) return timeoutFrom(error);
  if (error instanceof Error && error.name === 'TimeoutError') return timeoutFrom(error);
  const said = playwrightErrorKind(error);
  if (error instanceof AnswerTooLarge || said === 'tooLarge')
    return new TintypeError('result_too_large', undefined, { cause: error });
  if (said === 'download')
    return new TintypeError('not_renderable', 'The address answers with a download, and sessions take none.');
  if (said === 'crashed') return crashed('The page crashed.', error);
  if (said === 'closed' || error instanceof TargetGone)
    return new TintypeError('render_failed', 'The page was closed meanwhile.', { cause: error });
  if (said === 'interrupted' || said === 'detached' || netErrorOf(error) === 'net::ERR_ABORTED')
    return new TintypeError('render_failed', 'The page went somewhere else meanwhile.', { cause: error });
  return new TintypeError('render_failed', 'The page could not do that.', { cause: error });
};
