import type { SessionActionPayload } from '@tintype/contracts';
import { notFound } from '../elements/diagnosis.js';
import { whichOf, within } from '../elements/element.js';
import { locate } from '../elements/locate.js';
import { withAftermath } from '../navigation/aftermath.js';
import { ask } from '../page-world/ask.js';
import type { Action, ActionContext } from './action.js';

type Scroll = SessionActionPayload<'scroll'>;

/** Further than any page goes; Chromium makes nothing of numbers that are much larger. */
const furthest = 1e8;

const bounded = (delta: number) => Math.max(-furthest, Math.min(delta, furthest));

/** What a person leaves of a window to go on reading from. */
const mostOfWindow = 0.8;

const deltasOf = (
  { direction = 'down', amount, deltaX, deltaY }: Scroll,
  window: { width: number; height: number },
) => {
  if (deltaX !== undefined || deltaY !== undefined) return { deltaX: deltaX ?? 0, deltaY: deltaY ?? 0 };
  const isAcross = direction === 'left' || direction === 'right';
  const far = amount ?? mostOfWindow * (isAcross ? window.width : window.height);
  const signed = direction === 'up' || direction === 'left' ? -far : far;
  return isAcross ? { deltaX: signed, deltaY: 0 } : { deltaX: 0, deltaY: signed };
};

const scrollTo = async (context: ActionContext, which: NonNullable<ReturnType<typeof whichOf>>) => {
  const { frame } = await locate(context, which);
  const scrolled = await ask(frame, 'scrollTo', { question: which, within: within(context) });
  if (!scrolled) throw await notFound(context, which);
  return scrolled;
};

export const scroll: Action<'scroll'> = (context, payload) => {
  const { page, browser } = context;
  const which = whichOf(payload);
  const { deltaX, deltaY } = deltasOf(payload, browser.targets.settings.viewport);
  const question = { deltaX: bounded(deltaX), deltaY: bounded(deltaY) };
  return withAftermath(context, () =>
    which ? scrollTo(context, which) : ask(page.mainFrame(), 'scrollPage', { question, within: within(context) }),
  );
};
