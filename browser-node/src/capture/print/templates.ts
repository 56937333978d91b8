import type { PdfOptions } from '@tintype/contracts';
import { Page } from '../../browser/page/page.js';
import { templateHeights } from '../../in-page/print.js';
import { type Run, withBudget } from '../run.js';

/** Inches. */
export interface Margins {
  marginTop: number;
  marginRight: number;
  marginBottom: number;
  marginLeft: number;
}

/** What `Page.printToPDF` takes; an empty template would be replaced by Chromium's own. */
interface Templates {
  displayHeaderFooter: boolean;
  headerTemplate: string;
  footerTemplate: string;
}

const pixelsPerInch = 96;
const millimetresPerInch = 25.4;
/** Chromium's distance of both from the edge of the paper, in CSS pixels. */
const edge = 20;
/** Between them and the page, where we choose the margin. */
const gap = 12;
const measureMs = 3000;
/** A taller header or footer is a mistake, and would leave no space on small paper. */
const largestShare = 0.4;

const hasStyles = (html: string) => /\sstyle\s*=|<style/i.test(html);

/**
 * Without styles of its own, a template is centred between the side margins. Else its elements are laid out as Chromium
 * does, in one flex row of the paper's width, but a single element fills the row.
 */
const wrap = (html: string | undefined, { marginLeft, marginRight }: Margins): string => {
  if (html === undefined) return '<span></span>';
  const text = 'font:9pt/1.3 sans-serif;color:#444';
  if (hasStyles(html))
    return `<style>.template>:only-child{flex:auto}</style><div class="template" style="${text};display:contents">${html}</div>`;
  const padding = `0 ${marginRight}in 0 ${marginLeft}in`;
  return `<div style="${text};width:100%;box-sizing:border-box;text-align:center;padding:${padding}">${html}</div>`;
};

export const templatesOf = ({ header, footer }: PdfOptions, margins: Margins): Templates => ({
  displayHeaderFooter: header !== undefined || footer !== undefined,
  headerTemplate: wrap(header, margins),
  footerTemplate: wrap(footer, margins),
});

/** Header and footer in Chromium's layout. The policy keeps the network and scripts out, as Chromium does. */
const documentOf = ({ headerTemplate, footerTemplate }: Templates): string =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'">
   <body style="margin:0"><div id="header" style="display:flex">${headerTemplate}</div><div id="footer" style="display:flex">${footerTemplate}</div>`;

interface Heights {
  header: number;
  footer: number;
}

/** In a page of their own, because the printed page's styles and policies must not apply. */
const measure = async (run: Run<'pdf'>, templates: Templates, width: number): Promise<Heights> => {
  const page = await Page.create(run.page.connection, { width: Math.round(width * pixelsPerInch), height: edge });
  try {
    const { frameTree } = await page.session.send('Page.getFrameTree');
    await page.session.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html: documentOf(templates) });
    return await page.call(templateHeights);
  } finally {
    await page.dispose();
  }
};

const given = ({ marginTop, marginRight = 0, marginBottom = 0, marginLeft = 0 }: PdfOptions): Margins | undefined =>
  marginTop === undefined ? undefined : { marginTop, marginRight, marginBottom, marginLeft };

const needed = (height: number): number => (height > 0 ? (edge + height) / pixelsPerInch : 0);

const room = (height: number, paperHeight: number): number =>
  height > 0 ? Math.min(needed(height) + gap / pixelsPerInch, paperHeight * largestShare) : 0;

/** Undefined if the margin suffices. */
const overlap = (what: 'header' | 'footer', margin: number, height: number): string | undefined => {
  if (margin >= needed(height)) return undefined;
  const millimetres = Math.ceil(needed(height) * millimetresPerInch);
  const name = what === 'header' ? 'marginTop' : 'marginBottom';
  return `The ${what} overlaps the page: it needs \`${name}=${millimetres}mm\` or more.`;
};

/**
 * The margins of the request. Without any, header and footer get the room that they need; with some, a warning names the
 * margin that is too small.
 */
export const marginsOf = async (run: Run<'pdf'>, paper: { width: number; height: number }): Promise<Margins> => {
  const { options, warnings } = run;
  const own = given(options);
  const margins = own ?? { marginTop: 0, marginRight: 0, marginBottom: 0, marginLeft: 0 };
  const templates = templatesOf(options, margins);
  if (!templates.displayHeaderFooter) return margins;
  const heights = await withBudget(run, measureMs, () => measure(run, templates, paper.width));
  if (!heights) return margins;
  if (!own) {
    const { header, footer } = heights;
    return { ...margins, marginTop: room(header, paper.height), marginBottom: room(footer, paper.height) };
  }
  const faults = [
    overlap('header', own.marginTop, heights.header),
    overlap('footer', own.marginBottom, heights.footer),
  ];
  warnings.push(...faults.filter((fault) => fault !== undefined));
  return margins;
};
