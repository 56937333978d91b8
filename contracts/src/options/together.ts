import { TintypeError } from '../errors.js';
import type { Endpoint, PdfOptions } from './endpoints.js';
import { paperOf } from './values/paper.js';
import { maySetCookieFor } from './values/request-values.js';

type Values = Readonly<Record<string, unknown>>;

interface Rule {
  /** The only endpoint with this rule. Undefined: every endpoint that has the options. */
  endpoint?: Endpoint;
  /** Returns a sentence for the client if the options break the rule, else undefined. */
  fault: (options: Values) => string | undefined;
}

const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``);
const list = (names: readonly string[]) => quoted(names).join(', ');
const givenNames = (options: Values, names: readonly string[]) => names.filter((name) => options[name] !== undefined);

const onlyOne =
  (...names: string[]): Rule['fault'] =>
  (options) =>
    givenNames(options, names).length > 1 ? `Give only one of the options ${list(names)}.` : undefined;

const allOrNone =
  (...names: string[]): Rule['fault'] =>
  (options) =>
    givenNames(options, names).length % names.length === 0
      ? undefined
      : names.length === 2
        ? `Give ${quoted(names).join(' and ')} together, or neither.`
        : `Give all of the options ${list(names)}, or none.`;

/** Chromium refuses to print if the margins leave no space. */
const marginsLeaveSpace: Rule['fault'] = (options) => {
  const pdf = options as PdfOptions;
  const { marginTop = 0, marginRight = 0, marginBottom = 0, marginLeft = 0 } = pdf;
  const { width, height } = paperOf(pdf);
  const hasSpace = marginLeft + marginRight < width && marginTop + marginBottom < height;
  return hasSpace ? undefined : 'The margins leave no space on the paper. Make them smaller.';
};

const redirectNeedsUpload: Rule['fault'] = ({ s3Redirect, skipUpload }) =>
  s3Redirect && skipUpload ? '`s3Redirect` needs the upload: leave out `skipUpload` or `s3Redirect`.' : undefined;

const loopNeedsGif: Rule['fault'] = ({ type, loop }) =>
  loop !== 0 && type !== 'gif' ? '`loop` is for `type=gif`. Leave it out, or set `loop=0`.' : undefined;

const scriptNeedsScripts: Rule['fault'] = ({ javascript, js }) =>
  javascript === false && js !== undefined ? '`js` needs scripts: leave out `javascript=false` or `js`.' : undefined;

const outlineNeedsTags: Rule['fault'] = ({ outline, tagged }) =>
  outline && !tagged ? '`outline` needs `tagged=true`. Leave out `outline` or `tagged=false`.' : undefined;

const singlePageIsAlone: Rule['fault'] = (options) => {
  const others = ['pageRanges', 'preferCssPageSize'].filter((name) => options[name]);
  return options.singlePage && others.length > 0
    ? `\`singlePage\` makes one page of its own size: leave out ${list(others)}.`
    : undefined;
};

/** The sentence names no cookie, because even a cookie's name may be a secret. */
const cookiesFitTarget: Rule['fault'] = (options) => {
  const { url, cookies = [] } = options as PdfOptions;
  const doAllFit = cookies.every(
    ({ domain }) => domain === undefined || maySetCookieFor(new URL(url).hostname, domain),
  );
  return doAllFit
    ? undefined
    : "A cookie of `cookies` has a `domain` that is neither the page's host nor a parent domain. Change it, or leave it out.";
};

const rules: readonly Rule[] = [
  { fault: cookiesFitTarget },
  { fault: scriptNeedsScripts },
  { fault: redirectNeedsUpload },
  { fault: onlyOne('selector', 'selectorId') },
  { endpoint: 'pdf', fault: allOrNone('width', 'height') },
  { endpoint: 'pdf', fault: allOrNone('marginTop', 'marginRight', 'marginBottom', 'marginLeft') },
  { endpoint: 'pdf', fault: marginsLeaveSpace },
  { endpoint: 'pdf', fault: outlineNeedsTags },
  { endpoint: 'pdf', fault: singlePageIsAlone },
  { endpoint: 'animated', fault: loopNeedsGif },
];

/** Checks the rules on options that go together. Throws `invalid_option` with the sentence of the first broken rule. */
export const checkTogether = (endpoint: Endpoint, options: Values) => {
  for (const rule of rules) {
    const fault = (rule.endpoint ?? endpoint) === endpoint ? rule.fault(options) : undefined;
    if (fault !== undefined) throw new TintypeError('invalid_option', fault);
  }
};
