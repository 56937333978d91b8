import { z } from 'zod';
import { limits } from '../limits.js';
import { refusePort } from '../options/refused-ports.js';
import { readTargetUrl } from '../options/target-url.js';
import { oneOf, text } from './fields.js';

/** `about:blank`, or what `readTargetUrl` takes. */
const url = () =>
  text(limits.urlLength)
    .transform((value, context) => {
      const read = value.trim() === 'about:blank' ? 'about:blank' : readTargetUrl(value);
      if (read !== undefined) return read;
      context.addIssue({ code: 'custom', message: 'takes an absolute http or https URL without credentials' });
      return z.NEVER;
    })
    .superRefine(refusePort)
    .meta({ description: 'An absolute http or https URL, or `about:blank`.' });

const waiting = z.object({
  waitUntil: oneOf(['load', 'domcontentloaded', 'commit']).default('domcontentloaded'),
});
const whereItIs = z.object({ url: z.string() });

export const navigationActions = {
  goto: {
    summary: 'Goes to a page.',
    payload: waiting.extend({ url: url() }),
    /** The status of the document; null where there is none, as for another place in the same one. */
    answer: whereItIs.extend({ status: z.int().nullable() }),
  },
  back: { summary: 'Goes back; stays where there is nothing to go back to.', payload: waiting, answer: whereItIs },
  forward: { summary: 'Goes forward; stays where there is nothing.', payload: waiting, answer: whereItIs },
  reload: { summary: 'Loads the page anew.', payload: waiting, answer: whereItIs },
};
