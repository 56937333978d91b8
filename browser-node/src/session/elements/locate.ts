import { limits, notCss, TintypeError } from '@tintype/contracts';
import { Deadline } from '@tintype/runtime';
import type { Frame } from 'playwright-core';
import type { ActionContext } from '../context/action-context.js';
import { ask, type SelectorOrRef } from '../page-world/ask.js';
import { notFound, notVisible } from './diagnosis.js';
import { callLimit, type FoundElement } from './element.js';

const pauseMs = 50;
/** Limit for the inner frames, which are asked at once. A frame that hangs is skipped. */
const frameMs = 1000;

interface Match {
  found: FoundElement | undefined;
  isVisible: boolean;
}

const invalidSelector = (which: SelectorOrRef) =>
  new TintypeError('invalid_request', notCss('selector' in which ? which.selector : ''));

/** Without `maxMs`, the action's deadline limits the page's answer. */
const findInFrame = async (
  context: ActionContext,
  frame: Frame,
  which: SelectorOrRef,
  maxMs?: number,
): Promise<Match> => {
  const isMain = frame === context.page.mainFrame();
  const question = { question: which, limit: callLimit(context, isMain ? maxMs : frameMs) };
  const seen = await ask(frame, 'count', question).catch((error: unknown) => {
    const isSilent = maxMs !== undefined && error instanceof Error && error.name === 'TimeoutError';
    if (isMain && !isSilent) throw error;
    return { count: 0, visible: false };
  });
  if (seen === null) throw invalidSelector(which);
  return { found: seen.count > 0 ? { frame, which } : undefined, isVisible: seen.visible };
};

const findInInnerFrames = (context: ActionContext, which: SelectorOrRef): Promise<Match[]> => {
  const { page } = context;
  const inner = page.frames().filter((frame) => frame !== page.mainFrame());
  return Promise.all(inner.map((frame) => findInFrame(context, frame, which)));
};

/** Throws for an invalid selector. */
export const checkSelector = async (context: ActionContext, selector: string): Promise<void> => {
  await findInFrame(context, context.page.mainFrame(), { selector });
};

/**
 * Searches the page with open shadow trees, then all frames at once. Prefers visible elements. A page silent for
 * `maxMs` has no match.
 */
export const findElement = async (context: ActionContext, which: SelectorOrRef, maxMs?: number): Promise<Match> => {
  const main = await findInFrame(context, context.page.mainFrame(), which, maxMs);
  if (main.isVisible) return main;
  const matches = [main, ...(await findInInnerFrames(context, which))];
  return matches.find(({ isVisible }) => isVisible) ?? matches.find(({ found }) => found) ?? main;
};

/** Frames with a match, the page first. Throws for an invalid selector. */
export const framesWith = async (context: ActionContext, selector: string): Promise<Frame[]> => {
  const main = await findInFrame(context, context.page.mainFrame(), { selector });
  const matches = [main, ...(await findInInnerFrames(context, { selector }))];
  return matches.flatMap(({ found }) => found?.frame ?? []);
};

/** Waits up to 5 s for a visible match. Throws `selector_not_found`; at once for a ref whose element is gone. */
export const locate = async (context: ActionContext, which: SelectorOrRef): Promise<FoundElement> => {
  const patience = Deadline.in(limits.elementMs);
  try {
    for (;;) {
      const { found, isVisible } = await findElement(context, which);
      if (found && isVisible) {
        context.state.actedIn = found.frame;
        return found;
      }
      // A ref whose element was removed never matches again.
      if (!found && (patience.passed || 'ref' in which)) throw await notFound(context, which);
      if (patience.passed) throw notVisible(which);
      await context.deadline.sleep(pauseMs);
    }
  } finally {
    patience.clear();
  }
};
