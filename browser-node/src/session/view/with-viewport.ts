import { type SessionAction, TintypeError } from '@tintype/contracts';
import { scrollBack, scrollPosition } from '../../in-page/window.js';
import type { ActionContext } from '../actions/action.js';
import { checkSelector } from '../elements/locate.js';
import { callInPage } from '../page-world/call-in-page.js';
import { quietly } from '../run/quietly.js';
import { changeViewport } from './change-viewport.js';

/** A page that hangs is left where it is scrolled to. */
const scrollMs = 1000;

const isRefused = (error: unknown) => error instanceof TintypeError && error.status < 500;

/** Has the page as large as an action is to have it. Where that is refused after all, the page is as it was before. */
export const withViewport = async <T>(
  context: ActionContext,
  { viewport: change, payload }: Pick<SessionAction, 'viewport' | 'payload'>,
  act: () => Promise<T>,
): Promise<T> => {
  if (!change) return act();
  const { target, deadline, browser } = context;
  const { targets } = browser;
  if ('selector' in payload && payload.selector !== undefined) await checkSelector(context, payload.selector);
  const { viewport, deviceUserAgent } = targets.settings;
  const scrolled = await quietly(callInPage(target, scrollPosition), scrollMs);
  await deadline.race(targets.change(changeViewport(targets.settings, change)));
  try {
    return await act();
  } catch (error) {
    if (!isRefused(error)) throw error;
    await deadline.race(targets.change({ viewport, deviceUserAgent }));
    if (scrolled) await quietly(callInPage(target, scrollBack, scrolled.x, scrolled.y), scrollMs);
    throw error;
  }
};
