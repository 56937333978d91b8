import { isDocumentUrl, type Paper, type PdfOptions, TintypeError } from '@tintype/contracts';
import { PageCrashed } from '../../browser/cdp/connection.js';
import { Page } from '../../browser/page/page.js';
import { usePage } from '../../browser/page/use-page.js';
import { type LaidOut, layOutTemplates } from '../../in-page/print/print.js';
import { type Run, withBudget } from '../run.js';
import { neededRoom, overlaps } from './overlaps.js';
import { keptMargins, type Margins, noMargins, type PageRules, pageRulesOf, requestedMargins } from './page-box.js';

/** Parameters of `Page.printToPDF`. Chromium replaces an empty template with its own. */
export interface Templates {
  displayHeaderFooter: boolean;
  headerTemplate: string;
  footerTemplate: string;
}

const pixelsPerInch = 96;
/** Height of the window of the page that measures. Any height works. */
const windowHeight = 20;
/** CSS pixels between header or footer and the page, where we choose the margin. */
const gap = 12;
const measureMs = 3000;
/** Share of the paper's height. A taller header or footer is a mistake, and would leave no space on small paper. */
const largestShare = 0.4;

const hasStyles = (html: string) => /\sstyle\s*=|<style/i.test(html);

const noTemplate = '<span></span>';

/**
 * Without styles of its own, a template is centred between the side margins. Else its elements form one flex row of the
 * paper's width, as in Chromium. But a single element fills the row.
 */
const wrap = (html: string | undefined, { marginLeft, marginRight }: Margins): string => {
  if (html === undefined) return noTemplate;
  const text = 'font:9pt/1.3 sans-serif;color:#444';
  if (hasStyles(html))
    return `<style>.template>:only-child{flex:auto}</style><div class="template" style="${text};display:contents">${html}</div>`;
  const padding = `0 ${marginRight}in 0 ${marginLeft}in`;
  return `<div style="${text};width:100%;box-sizing:border-box;text-align:center;padding:${padding}">${html}</div>`;
};

const templatesOf = ({ header, footer }: PdfOptions, margins: Margins): Templates => ({
  displayHeaderFooter: header !== undefined || footer !== undefined,
  headerTemplate: wrap(header, margins),
  footerTemplate: wrap(footer, margins),
});

/** Header and footer in Chromium's layout. The policy keeps the network and scripts out, as Chromium does. */
const documentOf = ({ headerTemplate, footerTemplate }: Templates): string =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'">
   <body style="margin:0"><div id="header" style="display:flex">${headerTemplate}</div><div id="footer" style="display:flex">${footerTemplate}</div>`;

/** The date in Chromium's form. */
const dateOf = ({ locale, timezone: timeZone }: PdfOptions): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone }).format();

/** Values that Chromium would print wrongly: the date in another locale, the internal address of a document. */
const ownValues = ({ options, document }: Pick<Run<'pdf'>, 'options' | 'document'>): Record<string, string> => ({
  ...(options.locale !== undefined && { date: dateOf(options) }),
  ...(document !== undefined && { url: isDocumentUrl(options.url) ? '' : options.url }),
});

interface Measured {
  header: LaidOut;
  footer: LaidOut;
  /** URLs that the policy refused. */
  refused: readonly string[];
}

/** The error for a template that loads a file. Chromium would print the page without the file. */
const loadsNothing = (url: string, { header, footer }: PdfOptions): TintypeError => {
  const names = [...(header === undefined ? [] : ['`header`']), ...(footer === undefined ? [] : ['`footer`'])];
  return new TintypeError(
    'invalid_option',
    `The option ${names.join(' or ')} loads \`${url.slice(0, 100)}\`. Header and footer cannot load files: use style attributes, and data: URLs.`,
  );
};

/** Measures in a page of its own, because the printed page's styles and policies must not apply. */
const measure = async (
  run: Run<'pdf'>,
  templates: Templates,
  width: number,
  signal: AbortSignal,
): Promise<Measured> => {
  const page = await Page.create(run.page.connection, {
    width: Math.round(width * pixelsPerInch),
    height: windowHeight,
  });
  const layOut = async () => {
    const { frameTree } = await page.session.send('Page.getFrameTree');
    await page.session.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html: documentOf(templates) });
    return page.call(layOutTemplates, ownValues(run));
  };
  return usePage(page, AbortSignal.any([signal, run.page.disposed]), layOut);
};

/** The margin that we choose for a header or footer, in inches. `height` is in CSS pixels, `paperHeight` in inches. */
const automaticMargin = (height: number, paperHeight: number): number =>
  height > 0 ? Math.min(neededRoom(height) + gap / pixelsPerInch, paperHeight * largestShare) : 0;

const unmeasured =
  'Header and footer could not be measured, and may overlap the page: set the four margins, or make them simpler.';

/** Whether Chromium may find an element of class `url`, in which it prints the internal address of a document. */
const mayShowAddress = (html: string): boolean => /url|&#/i.test(html);

/** The parts of unmeasured templates that are printed, and the warning. */
export const unmeasuredTemplates = (templates: Templates, hasDocument: boolean): [Templates, warning: string] => {
  const { headerTemplate, footerTemplate } = templates;
  const isLeftOut = (html: string) => hasDocument && mayShowAddress(html);
  if (!isLeftOut(headerTemplate) && !isLeftOut(footerTemplate)) return [templates, unmeasured];
  const printed = (html: string) => (isLeftOut(html) ? noTemplate : html);
  return [
    { ...templates, headerTemplate: printed(headerTemplate), footerTemplate: printed(footerTemplate) },
    `${unmeasured} A header or footer with \`url\` or a numeric entity is left out.`,
  ];
};

interface Printed {
  margins: Margins;
  templates: Templates;
}

/** Undefined if the page that measures crashed or took too long. */
const measured = (run: Run<'pdf'>, templates: Templates, width: number): Promise<Measured | undefined> =>
  withBudget(run, measureMs, (signal) => measure(run, templates, width, signal)).catch((error: unknown) => {
    if (error instanceof PageCrashed) return undefined;
    throw error;
  });

/** One long page drops `@page` because of its breaks, but keeps its margins. */
const marginsOfPage = async (run: Run<'pdf'>): Promise<Margins> => {
  if (!run.options.singlePage) return noMargins;
  const { lost, ...margins } = keptMargins(run.options, await pageRulesOf(run));
  if (lost.length > 0)
    run.warnings.push(`\`singlePage\` drops \`${lost.join('; ')}\` of \`@page\`: set the four margins in the request.`);
  return margins;
};

/**
 * The margins and templates of the print. Without margins in the request, header and footer get the height that they
 * need. If a margin of the request or of `@page` is too small for them, a warning names it.
 */
export const printedMargins = async (run: Run<'pdf'>, paper: Paper): Promise<Printed> => {
  const { options, warnings } = run;
  const own = requestedMargins(options);
  const base = own ?? (await marginsOfPage(run));
  const templates = templatesOf(options, base);
  if (!templates.displayHeaderFooter) return { margins: base, templates };
  const parts = await measured(run, templates, paper.width);
  if (!parts) {
    const [printed, warning] = unmeasuredTemplates(templates, run.document !== undefined);
    warnings.push(warning);
    return { margins: base, templates: printed };
  }
  const {
    header,
    footer,
    refused: [refused],
  } = parts;
  if (refused !== undefined) throw loadsNothing(refused, options);
  const margins = own ?? {
    ...base,
    marginTop: Math.max(base.marginTop, automaticMargin(header.height, paper.height)),
    marginBottom: Math.max(base.marginBottom, automaticMargin(footer.height, paper.height)),
  };
  const rules: PageRules = options.singlePage ? new Map() : await pageRulesOf(run);
  warnings.push(...overlaps({ header: header.height, footer: footer.height }, own, rules));
  if (Object.keys(ownValues(run)).length === 0) return { margins, templates };
  return { margins, templates: { ...templates, headerTemplate: header.html, footerTemplate: footer.html } };
};
