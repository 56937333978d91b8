import { TintypeError } from '@tintype/contracts';
import type { Frame } from 'playwright-core';
import type { ActionContext } from '../context/action-context.js';
import { type CallLimit, locatorOf, type SelectorOrRef } from '../page-world/ask.js';

export interface FoundElement {
  frame: Frame;
  which: SelectorOrRef;
  /** The element that the client named, if its label stands in for it. */
  named?: SelectorOrRef;
}

interface ElementPayload {
  selector?: string | undefined;
  ref?: string | undefined;
}

export const namedElement = ({ selector, ref }: ElementPayload): SelectorOrRef | undefined => {
  if (selector !== undefined) return { selector };
  return ref === undefined ? undefined : { ref };
};

export const requireElement = (payload: ElementPayload): SelectorOrRef => {
  const which = namedElement(payload);
  if (!which) throw new TintypeError('invalid_request');
  return which;
};

/** The element in messages: its ref, or its selector in backticks. */
export const nameOf = (which: SelectorOrRef): string => ('ref' in which ? which.ref : `\`${which.selector}\``);

export const elementLocator = ({ frame, which }: FoundElement) => locatorOf(frame, which);

/** A limit for Playwright's calls: the remaining time, and at most `maxMs`. */
export const callLimit = ({ deadline }: Pick<ActionContext, 'deadline'>, maxMs = Infinity): CallLimit => ({
  // Playwright takes 0 for no limit.
  timeout: Math.max(1, Math.min(deadline.remaining, maxMs)),
  signal: deadline.signal,
});
