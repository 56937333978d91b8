import { z } from 'zod';
import { limits } from '../limits.js';
import { readTargetUrl, refusePort } from '../options/values/target-url.js';
import { clamped, flag, oneOf, selector, text } from './fields.js';

const urlError = 'takes an http or https URL without credentials';

/** `about:blank`, or a URL that `readTargetUrl` accepts. */
const url = () =>
  text(limits.urlLength)
    .transform((value, context) => {
      const read = value.trim() === 'about:blank' ? 'about:blank' : readTargetUrl(value);
      if (read !== undefined) return read;
      context.addIssue({ code: 'custom', message: urlError });
      return z.NEVER;
    })
    .superRefine(refusePort)
    .meta({ description: 'An absolute http or https URL, or `about:blank`.' });

const navigationPayload = z.object({
  waitUntil: oneOf(['load', 'domcontentloaded', 'commit'])
    .default('domcontentloaded')
    .meta({ description: 'How far the page has loaded before the answer; `commit` is its first byte.' }),
});
const addressAnswer = z.object({ url: z.string() });

export const navigationActions = {
  goto: {
    summary: 'Opens a page.',
    payload: navigationPayload.extend({ url: url() }),
    /** The HTTP status of the document. Null without a request, such as for a link within the same document. */
    answer: addressAnswer.extend({ status: z.int().nullable() }),
  },
  back: {
    summary: 'Opens the previous page of the history, if any.',
    payload: navigationPayload,
    answer: addressAnswer,
  },
  forward: {
    summary: 'Opens the next page of the history, if any.',
    payload: navigationPayload,
    answer: addressAnswer,
  },
  reload: { summary: 'Reloads the page.', payload: navigationPayload, answer: addressAnswer },
};

export const waitingActions = {
  wait_for_selector: {
    summary: 'Waits until an element matches. If none does in time, the answer is `matched: false`, not an error.',
    payload: z.object({
      selector: selector(),
      visible: flag('Wait until it is visible, too.').default(false),
      timeoutMs: clamped(0, limits.waitForSelectorMs, 'Longest wait in milliseconds; 10000 by default.').default(
        10_000,
      ),
    }),
    answer: z.object({ matched: z.boolean() }),
  },
  wait_for_timeout: {
    summary: `Waits at most ${limits.waitMs} ms; longer waits are cut.`,
    payload: z.object({ timeoutMs: clamped(0, limits.waitMs, 'Milliseconds; 1000 by default.').default(1000) }),
    answer: z.object({ waitedMs: z.int() }),
  },
};
