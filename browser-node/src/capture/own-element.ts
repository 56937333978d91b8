import { TintypeError } from '@tintype/contracts';
import { selectorsOf, waitForElement } from './load/wait-until-still.js';
import type { Run } from './run.js';

const elementMs = 5000;

export const noElement = (selector: string): TintypeError =>
  new TintypeError(
    'selector_not_found',
    `No visible element matches \`${selector}\`. Check the selector, or wait for it with \`waitFor\`.`,
  );

/** The selector of the one element that an output shows; null: it shows the page. */
export const ownSelector = ({ options }: Run<'image' | 'pdf' | 'content' | 'metadata'>): string | null =>
  selectorsOf(options.selector, options.selectorId)[0] ?? null;

/** Waits up to 5 s until the element of `ownSelector`, if any, is visible. Throws `selector_not_found`. */
export const waitForOwnElement = async (run: Run<'image' | 'pdf' | 'content' | 'metadata'>): Promise<void> => {
  const selector = ownSelector(run);
  if (selector !== null && !(await waitForElement(run, selector, { visible: true, ms: elementMs })))
    throw noElement(selector);
};
