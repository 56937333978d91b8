import { limits } from '../limits.js';
import { pageOptions } from './page.js';
import { choice, codec, flag, integer, number, text } from './values/codecs.js';
import { base64Url } from './values/encoded.js';
import { targetUrl } from './values/target-url.js';

/** In characters. A signed URL cannot carry more. A JSON body could, but gets the same limit. */
const maxTextLength = 65_536;

const anyText = () =>
  codec(`up to ${maxTextLength} characters`, { type: 'string', maxLength: maxTextLength }, (value) =>
    value.length <= maxTextLength ? value : undefined,
  );

/** Options of all five endpoints, except `delay`: its bounds differ (`delayOption`). */
export const sharedOptions = {
  url: targetUrl().describe('URL of the page: absolute, http or https; https if it has no scheme.'),
  preset: text(100)
    .optional()
    .describe("Name of one of the account's presets: a stored set of options, under those of the query."),
  httpAuth: base64Url('user:password', /^[^:\p{Cc}]*:\P{Cc}*$/u)
    .optional()
    .describe('Basic authentication for the page: user:password in base64url.'),
  userAgent: base64Url('one line of printable text', /^[\x20-\x7e]{1,1000}$/)
    .optional()
    .describe('User agent to send, in base64url.'),
  waitFor: text(limits.selectorLength)
    .optional()
    .describe(`CSS selector to wait for. After ${limits.waitForSeconds} s the page is captured without it.`),
  waitForId: text(limits.selectorLength).optional().describe('Id of an element to wait for, as with `waitFor`.'),
  stealth: flag().default(false).describe('Render in a full browser that hides the traces of automation.'),
  bypassBotDetection: flag()
    .default(false)
    .describe('As `stealth`, and wait until the check of a site has let the browser through.'),
  timestamp: anyText().optional().describe('Any value; only a part of the cache key.'),
  fresh: flag().default(false).describe('Ignore the cached result; render the page again and store the new result.'),
  blockAds: flag().default(false).describe('Block advertisements and trackers.'),
  blockCookieBanners: flag().default(false).describe('Dismiss cookie banners.'),
  darkMode: flag()
    .default(false)
    .describe(
      'Render with `prefers-color-scheme: dark`. In pictures and recordings, parts that stay light get dark colours, and texts readable ones.',
    ),
  vw: integer({ min: 1, max: limits.viewportMax }).optional().describe('Viewport width in CSS pixels (1440).'),
  vh: integer({ min: 1, max: limits.viewportMax }).optional().describe('Viewport height in CSS pixels (900).'),
  scaleFactor: number({ min: 0, isMinExcluded: true, max: limits.scaleFactorMax })
    .optional()
    .describe('Device pixel ratio (1).'),
  emulateDevice: anyText().optional().describe('Key from the device list; an unknown key is ignored.'),
  ...pageOptions,
};

/** `max` in seconds. */
export const delayOption = (max: number) => ({
  delay: number({ min: 0, max }).default(0).describe('Seconds to wait after the page has loaded.'),
});

/** Options that choose one element instead of the page. `use` follows "the element" in the descriptions: "to print". */
export const elementOptions = (use: string) => ({
  selector: text(limits.selectorLength).optional().describe(`CSS selector of the element ${use}.`),
  selectorId: text(limits.selectorLength).optional().describe(`Id of the element ${use}.`),
});

/** The canned access lists of Amazon S3. */
export const cannedAcls = [
  'private',
  'public-read',
  'public-read-write',
  'authenticated-read',
  'aws-exec-read',
  'bucket-owner-read',
  'bucket-owner-full-control',
] as const;

export type CannedAcl = (typeof cannedAcls)[number];

/** Options of endpoints whose results are uploaded to the account's storage. */
export const storageOptions = {
  fileName: text(limits.fileNameLength)
    .optional()
    .describe(
      'Download name without extension; derived from the URL by default. Also the name of the stored object, where slashes make folders.',
    ),
  s3Acl: choice(cannedAcls).default('private').describe("Access of the object in the account's storage."),
  s3Redirect: flag().default(false).describe("Answer 302 to the object in the account's storage."),
  skipUpload: flag().default(false).describe("Do not upload to the account's storage."),
};
