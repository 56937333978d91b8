import { TintypeError } from '@tintype/contracts';
import { DeadlineExceeded } from '@tintype/runtime';
import { AnswerTooLarge, TargetGone } from '../../browser/cdp/connection.js';
import { netErrorOf, playwrightErrorKind } from '../browser/playwright-error.js';
import type { PageState } from '../pages/page-state.js';

/** Longer messages are cut, because some quote the page. */
const maxLetters = 10_000;

export const messageOf = ({ message }: TintypeError): string =>
  message.length > maxLetters ? `${message.slice(0, maxLetters)}…` : message;

const timeoutFrom = (cause: unknown) =>
  new TintypeError(
    'timeout',
    'The action ran out of time and was stopped. Look at the page (snapshot, screenshot), then try again, or use smaller steps.',
    { cause },
  );

const crashed = (why: string, cause: unknown) =>
  new TintypeError('render_failed', `${why} An empty page has replaced it: \`goto\` the page again.`, { cause });

export const crashError = (error: unknown, { crash }: Pick<PageState, 'crash'>): unknown =>
  crash === undefined || error instanceof TintypeError ? error : crashed(crash, error);

/** Playwright's words stay in the cause, since they quote the page. */
export const actionErrorFrom = (error: unknown): TintypeError => {
  if (error instanceof TintypeError) return error;
  if (error instanceof DeadlineExceeded) return timeoutFrom(error);
  if (error instanceof Error && error.name === 'TimeoutError') return timeoutFrom(error);
  const kind = playwrightErrorKind(error);
  if (error instanceof AnswerTooLarge || kind === 'tooLarge')
    return new TintypeError('result_too_large', undefined, { cause: error });
  if (kind === 'download')
    return new TintypeError(
      'not_renderable',
      'The address sends a download. Sessions take no downloads. Open another page.',
    );
  if (kind === 'crashed') return crashed('The page crashed.', error);
  if (kind === 'closed' || error instanceof TargetGone)
    return new TintypeError(
      'render_failed',
      'The page was closed during the action. Look at the page (snapshot), then repeat the action.',
      { cause: error },
    );
  if (kind === 'interrupted' || kind === 'detached' || netErrorOf(error) === 'net::ERR_ABORTED')
    return new TintypeError(
      'render_failed',
      'The page navigated away during the action. Look at the page (snapshot), then repeat the action.',
      { cause: error },
    );
  return new TintypeError('render_failed', 'The browser could not do this action on the page. Try again.', {
    cause: error,
  });
};
