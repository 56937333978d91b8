import { TintypeError } from '@tintype/contracts';
import type { Frame } from 'playwright-core';
import type { ActionContext } from '../context/action-context.js';
import { type CallLimit, locatorOf, type SelectorOrRef } from '../page-world/ask.js';

/** An element that was there, in the frame that it is in. */
export interface FoundElement {
  frame: Frame;
  which: SelectorOrRef;
  /** What the caller named, where its label is acted on in its place. */
  named?: SelectorOrRef;
}

interface ElementPayload {
  selector?: string | undefined;
  ref?: string | undefined;
}

/** What a payload names; a payload that has been read names one, or none. */
export const namedElement = ({ selector, ref }: ElementPayload): SelectorOrRef | undefined => {
  if (selector !== undefined) return { selector };
  return ref === undefined ? undefined : { ref };
};

/** Of a payload that has been read, and has to name one. */
export const requireElement = (payload: ElementPayload): SelectorOrRef => {
  const which = namedElement(payload);
  if (!which) throw new TintypeError('invalid_request');
  return which;
};

/** As it is called in sentences. */
export const nameOf = (which: SelectorOrRef): string => ('ref' in which ? which.ref : which.selector);

export const elementLocator = ({ frame, which }: FoundElement) => locatorOf(frame, which);

/** How long Playwright may wait, for something that is to take no longer. */
export const callLimit = ({ deadline }: Pick<ActionContext, 'deadline'>, mostMs = Infinity): CallLimit => ({
  // 0 would be for ever.
  timeout: Math.max(1, Math.min(deadline.remaining, mostMs)),
  signal: deadline.signal,
});
