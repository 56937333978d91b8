import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TintypeError } from '../errors.js';
import type { Endpoint } from './endpoints.js';
import { checkTogether } from './together.js';

const margins = ['marginTop', 'marginRight', 'marginBottom', 'marginLeft'];
const all = (names: readonly string[], value: number) => Object.fromEntries(names.map((name) => [name, value]));

const sides = '`marginTop`, `marginRight`, `marginBottom`, `marginLeft`';
const noSpace = 'The margins leave no space on the paper. Make them smaller.';
const a4 = { format: 'A4', landscape: false };

const cases: { endpoint: Endpoint; options: Record<string, unknown>; message?: string }[] = [
  { endpoint: 'image', options: {} },
  { endpoint: 'image', options: { selector: 'a' } },
  { endpoint: 'image', options: { selectorId: 'a' } },
  { endpoint: 'image', options: { width: 1 } },
  { endpoint: 'image', options: { s3Redirect: true, skipUpload: false } },
  ...(['image', 'pdf'] as const).map((endpoint) => ({
    endpoint,
    options: { ...a4, s3Redirect: true, skipUpload: true },
    message: '`s3Redirect` needs the upload: leave out `skipUpload` or `s3Redirect`.',
  })),
  ...(['image', 'pdf', 'content', 'metadata'] as const).map((endpoint) => ({
    endpoint,
    options: { ...a4, selector: 'a', selectorId: 'b' },
    message: 'Give only one of the options `selector`, `selectorId`.',
  })),
  // Zero is a valid value.
  { endpoint: 'pdf', options: { ...a4, width: 1, height: 1, ...all(margins, 0) } },
  {
    endpoint: 'pdf',
    options: { ...a4, width: 1 },
    message: 'Give `width` and `height` together, or neither.',
  },
  ...margins.map((missing) => {
    const others = margins.filter((name) => name !== missing);
    return {
      endpoint: 'pdf' as const,
      options: { ...a4, ...all(others, 0) },
      message: `Give all of the options ${sides}, or none.`,
    };
  }),
  { endpoint: 'pdf', options: { ...a4, ...all(margins, 4) } },
  { endpoint: 'pdf', options: { ...a4, ...all(margins, 5) }, message: noSpace },
  { endpoint: 'pdf', options: { ...a4, width: 2, height: 10, ...all(margins, 1) }, message: noSpace },
  { endpoint: 'pdf', options: { ...a4, width: 3, height: 2, ...all(margins, 1) }, message: noSpace },
  { endpoint: 'pdf', options: { ...a4, width: 10, height: 3, ...all(margins, 1) } },
  ...['www.shop.test', '.shop.test', 'SHOP.test'].map((domain) => ({
    endpoint: 'content' as const,
    options: { url: 'https://www.shop.test/', cookies: [{ name: 'a', value: 'b', domain }] },
  })),
  ...['other.test', 'ww.shop.test', 'hop.test', 'a.www.shop.test'].map((domain) => ({
    endpoint: 'content' as const,
    options: { url: 'https://www.shop.test/', cookies: [{ name: 'a', value: 'b', domain }] },
    message:
      "A cookie of `cookies` has a `domain` that is neither the page's host nor a parent domain. Change it, or leave it out.",
  })),
  { endpoint: 'content', options: { javascript: false } },
  {
    endpoint: 'content',
    options: { javascript: false, js: '1' },
    message: '`js` needs scripts: leave out `javascript=false` or `js`.',
  },
  { endpoint: 'pdf', options: { ...a4, outline: true, tagged: true, pageRanges: [], preferCssPageSize: true } },
  { endpoint: 'pdf', options: { ...a4, outline: false, tagged: false, singlePage: true } },
  {
    endpoint: 'pdf',
    options: { ...a4, outline: true, tagged: false },
    message: '`outline` needs `tagged=true`. Leave out `outline` or `tagged=false`.',
  },
  {
    endpoint: 'pdf',
    options: { ...a4, singlePage: true, pageRanges: [] },
    message: '`singlePage` makes one page of its own size: leave out `pageRanges`.',
  },
  {
    endpoint: 'pdf',
    options: { ...a4, singlePage: true, pageRanges: [], preferCssPageSize: true },
    message: '`singlePage` makes one page of its own size: leave out `pageRanges`, `preferCssPageSize`.',
  },
  { endpoint: 'animated', options: { type: 'gif', loop: 3 } },
  { endpoint: 'animated', options: { type: 'mp4', loop: 0 } },
  {
    endpoint: 'animated',
    options: { type: 'webm', loop: 3 },
    message: '`loop` is for `type=gif`. Leave it out, or set `loop=0`.',
  },
];

describe('checkTogether', () => {
  for (const { endpoint, options, message } of cases) {
    it(`${message ? 'refuses' : 'takes'} ${JSON.stringify(options)} for ${endpoint}`, () => {
      const check = () => checkTogether(endpoint, options);
      if (message === undefined) return check();
      return assert.throws(check, new TintypeError('invalid_option', message));
    });
  }
});
