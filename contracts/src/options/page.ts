import { limits } from '../limits.js';
import { choice, flag, number, text } from './values/codecs.js';
import { base64Text } from './values/encoded.js';
import { blockedRequests, hiddenSelectors, selectors, someOf } from './values/lists.js';
import { geolocation, locale, timeZone } from './values/localization.js';
import { cookies, requestHeaders } from './values/request-values.js';

const selectorLimits = { max: limits.selectors, maxLength: limits.selectorLength };

/** Options that change the page after it has loaded. */
const changeOptions = {
  css: base64Text('CSS', limits.addedCodeBytes)
    .optional()
    .describe('Styles to add to the loaded page, in base64url. `@import` has no effect.'),
  js: base64Text('JavaScript', limits.addedCodeBytes)
    .optional()
    .describe('A script to run in the loaded page, in base64url; it may use `await`. Its error is a warning.'),
  hide: hiddenSelectors(selectorLimits)
    .optional()
    .describe(
      'CSS selectors of elements to hide, separated by commas. Hidden elements keep their place; those after `remove:` do not.',
    ),
  click: selectors(selectorLimits)
    .optional()
    .describe(
      `CSS selectors of elements to click in this order, separated by commas. Each element is waited for ${limits.clickSeconds} s; a missing one is a warning.`,
    ),
};

/** Options that set the surroundings which the page sees from its first request on. */
const emulationOptions = {
  timezone: timeZone().optional().describe('IANA time zone of the page, such as Europe/Berlin.'),
  locale: locale()
    .optional()
    .describe('BCP 47 language of the page, such as de-DE: for `Accept-Language`, scripts and the choice of fonts.'),
  geolocation: geolocation()
    .optional()
    .describe('`latitude,longitude` or `latitude,longitude,accuracy` in metres; grants the permission.'),
  media: choice(['screen', 'print'])
    .optional()
    .describe('CSS media type. By default print for the endpoint pdf, screen for the others.'),
  reducedMotion: flag().default(false).describe('Render with `prefers-reduced-motion: reduce`.'),
  javascript: flag().default(true).describe("false runs none of the page's scripts."),
};

/** Options on how long the page may load, which requests it may send, and which faults fail the render. */
const loadOptions = {
  waitUntil: choice(['load', 'domcontentloaded', 'networkidle'])
    .default('load')
    .describe(
      'When the page counts as loaded. `networkidle`: half a second without requests; streams and polls do not count. `domcontentloaded` waits for no picture and font.',
    ),
  waitForText: text(limits.waitForTextLength)
    .optional()
    .describe(`Text that has to appear. After ${limits.waitForSeconds} s the page is captured without it.`),
  timeout: number({ min: 0, isMinExcluded: true, max: limits.edgeSeconds })
    .optional()
    .describe('Seconds after which what is there is captured, with a warning.'),
  block: blockedRequests()
    .optional()
    .describe(
      'Requests that are not sent: types such as `image,font,media`, and URL patterns with `*`, separated by commas.',
    ),
  failOn: someOf(['status', 'console', 'request', 'selector'])
    .optional()
    .describe(
      'Makes the request fail with `page_failed` for these faults. `status`: the page answers 400 or more. `console`: it logs an error. `request`: one of its requests fails. `selector`: a selector matches nothing.',
    ),
};

/** Options that the page's server gets. Their values are secrets, which appear in no log, file name or error. */
const requestOptions = {
  headers: requestHeaders()
    .optional()
    .describe("Request headers for the page's own origin, as JSON in base64url. Other sites do not get them."),
  cookies: cookies()
    .optional()
    .describe(
      'Cookies to set before the page loads, as JSON in base64url. Each has name and value, optionally domain, path, secure, httpOnly, sameSite and expires.',
    ),
};

/** Options on the page itself. Every endpoint takes them. */
export const pageOptions = { ...changeOptions, ...emulationOptions, ...loadOptions, ...requestOptions };
