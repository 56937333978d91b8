import { TintypeError } from '@tintype/contracts';
import type { Frame } from 'playwright-core';
import type { ActionContext } from '../context/action-context.js';
import { locatorOf, type Which, type Within } from '../page-world/ask.js';

/** An element that was there, in the frame that it is in. */
export interface FoundElement {
  frame: Frame;
  which: Which;
  /** What the caller named, where its label is acted on in its place. */
  named?: Which;
}

interface ElementPayload {
  selector?: string | undefined;
  ref?: string | undefined;
}

/** What a payload names; a payload that has been read names one, or none. */
export const whichOf = ({ selector, ref }: ElementPayload): Which | undefined => {
  if (selector !== undefined) return { selector };
  return ref === undefined ? undefined : { ref };
};

/** Of a payload that has been read, and has to name one. */
export const elementOf = (payload: ElementPayload): Which => {
  const which = whichOf(payload);
  if (!which) throw new TintypeError('invalid_request');
  return which;
};

/** As it is called in sentences. */
export const nameOf = (which: Which): string => ('ref' in which ? which.ref : which.selector);

export const elementLocator = ({ frame, which }: FoundElement) => locatorOf(frame, which);

/** How long Playwright may wait, for something that is to take no longer. */
export const within = ({ deadline }: Pick<ActionContext, 'deadline'>, mostMs = Infinity): Within => ({
  // 0 would be for ever.
  timeout: Math.max(1, Math.min(deadline.remaining, mostMs)),
  signal: deadline.signal,
});
