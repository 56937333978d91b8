import { type Paper, type PdfOptions, paperOf, TintypeError } from '@tintype/contracts';
import { type PageDeclaration, readPageRules } from '../../in-page/print/page-rules.js';
import type { Run } from '../run.js';

/** Margins in inches. */
export interface Margins {
  marginTop: number;
  marginRight: number;
  marginBottom: number;
  marginLeft: number;
}

export const noMargins: Margins = { marginTop: 0, marginRight: 0, marginBottom: 0, marginLeft: 0 };

/** The declarations that apply, by selector and property. Values that cannot be computed before the print are left out. */
export type PageRules = ReadonlyMap<string, Partial<Record<string, string>>>;

/** One set of declarations for each selector. */
export const pageRules = (declarations: readonly PageDeclaration[]): PageRules => {
  const rules = new Map<string, Partial<Record<string, string>>>();
  const important = new Set<string>();
  for (const { selector, property, value, important: isImportant } of declarations) {
    const key = `${selector} ${property}`;
    if (important.has(key) && !isImportant) continue;
    if (isImportant) important.add(key);
    rules.set(selector, { ...rules.get(selector), [property]: value });
  }
  return rules;
};

export const pageRulesOf = async ({ page }: Pick<Run, 'page'>): Promise<PageRules> =>
  pageRules(await page.call(readPageRules));

const unitsPerInch: Record<string, number> = { px: 96, in: 1, cm: 2.54, mm: 25.4, q: 101.6, pt: 72, pc: 6 };

/** Undefined for a length that depends on something else, such as `5%` or `calc(1em + 1cm)`. */
export const inchesOf = (length: string | undefined): number | undefined => {
  const [, number, unit = 'px'] = /^(\d*\.?\d+)([a-z]+)?$/i.exec(length?.trim() ?? '') ?? [];
  const units = unitsPerInch[unit.toLowerCase()];
  return number === undefined || units === undefined ? undefined : Number(number) / units;
};

const sizes: Record<string, Paper> = {
  ...Object.fromEntries(
    (['A3', 'A4', 'A5', 'Letter', 'Legal'] as const).map((format) => [
      format.toLowerCase(),
      paperOf({ format, landscape: false }),
    ]),
  ),
  ledger: paperOf({ format: 'Tabloid', landscape: false }),
  b4: { width: 250 / 25.4, height: 353 / 25.4 },
  b5: { width: 176 / 25.4, height: 250 / 25.4 },
  'jis-b4': { width: 257 / 25.4, height: 364 / 25.4 },
  'jis-b5': { width: 182 / 25.4, height: 257 / 25.4 },
};

const turned = ({ width, height }: Paper, orientation: string | undefined): Paper => {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (orientation === 'landscape') return { width: long, height: short };
  return orientation === 'portrait' ? { width: short, height: long } : { width, height };
};

/** The paper that the CSS property `size` sets, else `paper`. Chromium lays the page out for it, and may scale the result. */
export const cssPaper = (size: string | undefined, paper: Paper): Paper => {
  const words = (size ?? 'auto').toLowerCase().split(/\s+/);
  const orientation = words.find((word) => word === 'landscape' || word === 'portrait');
  const named = words.map((word) => sizes[word]).find((each) => each !== undefined);
  const [width, height = width] = words.map(inchesOf).filter((each) => each !== undefined);
  if (width !== undefined && height !== undefined) return { width, height };
  return turned(named ?? paper, orientation);
};

/** 14,400 points: the largest page of a PDF without user units (ISO 32000-1, annex C). */
export const maxInches = 200;

/**
 * Checks the papers that `preferCssPageSize` takes from the page. A named page counts only if an element is on it, or if `usedNames`
 * does not know. Throws `result_too_large`.
 */
export const checkCssPapers = async (
  options: PdfOptions,
  rules: PageRules,
  usedNames: () => Promise<readonly string[] | undefined>,
): Promise<void> => {
  if (!options.preferCssPageSize) return;
  let used: Promise<readonly string[] | undefined> | undefined;
  for (const [selector, { size }] of rules) {
    const { width, height } = cssPaper(size, paperOf(options));
    if (Math.max(width, height) <= maxInches) continue;
    const [name = ''] = selector.split(':');
    if (name) used ??= usedNames();
    if (name && (await used)?.includes(name) === false) continue;
    const sentence = `The page's \`@page\` has a size of ${Math.ceil(width)} × ${Math.ceil(height)} inches. A page of a PDF has at most ${maxInches}. Leave out \`preferCssPageSize\`, or set a smaller size.`;
    throw new TintypeError('result_too_large', sentence);
  }
};

/** The margins of the request: all four or none. */
export const requestedMargins = ({ marginTop, marginRight = 0, marginBottom = 0, marginLeft = 0 }: PdfOptions) =>
  marginTop === undefined ? undefined : { marginTop, marginRight, marginBottom, marginLeft };

const sides = {
  marginTop: 'margin-top',
  marginRight: 'margin-right',
  marginBottom: 'margin-bottom',
  marginLeft: 'margin-left',
} as const;

/** Cuts a value for a message: a page may write megabytes. */
const shown = (value: string): string => (value.length > 64 ? `${value.slice(0, 64)}…` : value);

/** The `@page` margins that one long page keeps, unless the request has margins. `lost` has declarations that cannot be kept. */
export const keptMargins = (options: PdfOptions, rules: PageRules): Margins & { lost: string[] } => {
  const declared = { ...rules.get(''), ...rules.get(':first') };
  const kept = { ...noMargins, lost: [] as string[] };
  if (requestedMargins(options)) return kept;
  for (const [name, property] of Object.entries(sides) as [keyof Margins, string][]) {
    const { [property]: value } = declared;
    const inches = inchesOf(value);
    if (inches !== undefined) kept[name] = inches;
    else if (value !== undefined) kept.lost.push(`${property}: ${shown(value)}`);
  }
  // Chromium refuses a print without space for the page.
  if (kept.marginLeft + kept.marginRight < paperOf(options).width) return kept;
  const tooWide = (['margin-left', 'margin-right'] as const).map((side) => `${side}: ${shown(declared[side] ?? '0')}`);
  return { ...kept, marginLeft: 0, marginRight: 0, lost: [...kept.lost, ...tooWide] };
};

export interface Content {
  /** The width that Chromium gives the document, in inches, before `scale`. */
  width: number;
  /** The same width with `landscape`. Undefined if the page sets its size, or the request has `landscape` already. */
  turned?: number;
}

export const contentOf = (options: PdfOptions, rules: PageRules): Content => {
  const isSingle = options.singlePage;
  const { marginLeft, marginRight } = requestedMargins(options) ?? (isSingle ? keptMargins(options, rules) : noMargins);
  const all = isSingle ? undefined : rules.get('');
  const left = inchesOf(all?.['margin-left']) ?? marginLeft;
  const right = inchesOf(all?.['margin-right']) ?? marginRight;
  const inside = (width: number) => Math.max(width - left - right, 0.1);
  const paper = paperOf(options);
  if (all?.size !== undefined) return { width: inside(cssPaper(all.size, paper).width) };
  return { width: inside(paper.width), ...(!options.landscape && { turned: inside(paper.height) }) };
};
