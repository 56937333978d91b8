import { limits } from '../limits.js';
import { choice, flag } from './codecs.js';
import { base64Text } from './encoded.js';
import { hiding, selectors } from './lists.js';
import { locale, place, timeZone } from './places.js';

const someSelectors = { max: limits.selectors, maxLength: limits.selectorLength };

/** What changes the page after it has loaded. */
const changeOptions = {
  css: base64Text('CSS', limits.addedCodeBytes)
    .optional()
    .describe('Styles to add to the loaded page, in base64url. `@import` has no effect.'),
  js: base64Text('JavaScript', limits.addedCodeBytes)
    .optional()
    .describe('A script to run in the loaded page, in base64url; it may use `await`. Its error is a warning.'),
  hide: hiding(someSelectors)
    .optional()
    .describe(
      'CSS selectors of elements to hide, with commas between them. They keep their place; those after `remove:` do not.',
    ),
  click: selectors(someSelectors)
    .optional()
    .describe(
      `CSS selectors of elements to click in this order, with commas between them. Each is waited for ${limits.clickSeconds} s; a missing one is a warning.`,
    ),
};

/** The surroundings that the page sees from its first request on. */
const emulationOptions = {
  timezone: timeZone().optional().describe('IANA time zone of the page, such as Europe/Berlin.'),
  locale: locale()
    .optional()
    .describe('BCP 47 language of the page, such as de-DE: for `Accept-Language`, scripts and the choice of fonts.'),
  geolocation: place()
    .optional()
    .describe('`latitude,longitude` or `latitude,longitude,accuracy` in metres; grants the permission.'),
  media: choice(['screen', 'print'])
    .optional()
    .describe('CSS media type. By default print for the endpoint pdf, screen for the others.'),
  reducedMotion: flag().default(false).describe('Render with `prefers-reduced-motion: reduce`.'),
  javascript: flag().default(true).describe("false runs none of the page's scripts."),
};

/** Options of all endpoints about the page itself, beyond the specification. */
export const pageOptions = { ...changeOptions, ...emulationOptions };
