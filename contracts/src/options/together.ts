import { TintypeError } from '../errors.js';
import type { Endpoint, PdfOptions } from './endpoints.js';
import { paperOf } from './values/paper.js';
import { maySetFor } from './values/request-values.js';

type Values = Readonly<Record<string, unknown>>;

interface Rule {
  /** The endpoint with this rule. Undefined: every endpoint that has the options. */
  endpoint?: Endpoint;
  /** A sentence for the client. */
  fault: (options: Values) => string | undefined;
}

const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``);
const list = (names: readonly string[]) => quoted(names).join(', ');
const present = (options: Values, names: readonly string[]) => names.filter((name) => options[name] !== undefined);

const onlyOne =
  (...names: string[]): Rule['fault'] =>
  (options) =>
    present(options, names).length > 1 ? `Give only one of the options ${list(names)}.` : undefined;

const allOrNone =
  (...names: string[]): Rule['fault'] =>
  (options) =>
    present(options, names).length % names.length === 0
      ? undefined
      : names.length === 2
        ? `Give ${quoted(names).join(' and ')} together, or neither.`
        : `Give all of the options ${list(names)}, or none.`;

/** Chromium refuses to print if no space is left. */
const marginsLeaveSpace: Rule['fault'] = (options) => {
  const pdf = options as PdfOptions;
  const { marginTop = 0, marginRight = 0, marginBottom = 0, marginLeft = 0 } = pdf;
  const { width, height } = paperOf(pdf);
  const leaves = marginLeft + marginRight < width && marginTop + marginBottom < height;
  return leaves ? undefined : 'The margins leave no space on the paper. Make them smaller.';
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

/** The sentence names no cookie: even its name may be a secret. */
const cookiesFitTarget: Rule['fault'] = (options) => {
  const { url, cookies = [] } = options as PdfOptions;
  const fits = cookies.every(({ domain }) => domain === undefined || maySetFor(new URL(url).hostname, domain));
  return fits
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

/** Throws `invalid_option`. */
export const checkTogether = (endpoint: Endpoint, options: Values) => {
  for (const rule of rules) {
    const fault = (rule.endpoint ?? endpoint) === endpoint ? rule.fault(options) : undefined;
    if (fault !== undefined) throw new TintypeError('invalid_option', fault);
  }
};
