import { z } from 'zod';
import { limits } from '../limits.js';
import { base64Url, flag, integer, number, text } from './codecs.js';
import { targetUrl } from './target-url.js';

/** Options of all five endpoints, except `delay`, whose bounds differ. */
export const sharedOptions = {
  url: targetUrl().describe('The page: an absolute http or https URL; https where the scheme is missing.'),
  preset: text(100).optional().describe('Name of a stored set of options.'),
  httpAuth: base64Url('user:password', /^[^:\p{Cc}]*:\P{Cc}*$/u)
    .optional()
    .describe('Basic authentication for the page: user:password in base64url.'),
  userAgent: base64Url('one line of printable text', /^[\x20-\x7e]{1,1000}$/)
    .optional()
    .describe('User agent to send, in base64url.'),
  waitFor: text(limits.selectorLength)
    .optional()
    .describe(`CSS selector to wait for; gives up after ${limits.waitForSeconds} s and captures what is there.`),
  waitForId: text(limits.selectorLength).optional().describe('Id of an element to wait for, as `waitFor`.'),
  stealth: flag().default(false).describe('Hide the traces of automation.'),
  bypassBotDetection: flag().default(false).describe('Use a browser that passes for a person.'),
  timestamp: z.string().optional().describe('Any value; only part of the cache key.'),
  fresh: flag().default(false).describe('Ignore the cached result, render anew and store that.'),
  blockAds: flag().default(false).describe('Block advertisements and trackers.'),
  blockCookieBanners: flag().default(false).describe('Dismiss cookie banners.'),
  darkMode: flag().default(false).describe('Render with `prefers-color-scheme: dark`.'),
  vw: integer({ min: 1, max: limits.viewportMax }).optional().describe('Viewport width in CSS pixels (1440).'),
  vh: integer({ min: 1, max: limits.viewportMax }).optional().describe('Viewport height in CSS pixels (900).'),
  scaleFactor: number({ min: 0, above: true, max: limits.scaleFactorMax })
    .optional()
    .describe('Device pixel ratio (1).'),
  emulateDevice: z.string().optional().describe('Key from the device list; an unknown key changes nothing.'),
};

export const delayOption = (max: number) => ({
  delay: number({ min: 0, max }).default(0).describe('Seconds to wait after the page has loaded.'),
});

/** Options of endpoints whose result is a file in the account's storage. */
export const storageOptions = {
  fileName: text(limits.fileNameLength)
    .optional()
    .describe('Download name without extension; made from the URL where it is missing.'),
  s3Acl: text(50).default('private').describe('Access of the stored object.'),
  s3Redirect: flag().default(false).describe('Answer 302 to the stored object.'),
};
