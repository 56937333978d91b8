import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { documentHtml } from '../in-page/document-html.js';
import { markdownOf } from '../in-page/markdown-of.js';
import { type Reading, readContent } from '../in-page/read-content.js';
import { textOf } from '../in-page/text-of.js';
import { visibleCopy } from '../in-page/visible-copy.js';

const { resolve } = createRequire(import.meta.url);

/** What a CommonJS module without imports of its own exports, as an expression that runs anywhere. */
const exportsOf = (module: string): string => `(() => {
  const module = { exports: {} };
  const { exports } = module;
  ${readFileSync(resolve(module), 'utf8')}
  return module.exports;
})()`;

/**
 * A function that runs in the page and brings its libraries along, as text. It is compiled by the DevTools protocol, in
 * our own world: a page's content security policy, which may forbid `eval`, has no say in it.
 */
const withLibraries = `
  const Readability = ${exportsOf('@mozilla/readability/Readability.js')};
  const TurndownService = ${exportsOf('turndown/lib/turndown.browser.cjs.js')};
  const { gfm } = ${exportsOf('@joplin/turndown-plugin-gfm')};
  const [documentHtml, visibleCopy, textOf] = [${documentHtml}, ${visibleCopy}, ${textOf}];
  const markdownOf = (root) => (${markdownOf})(root, { TurndownService, gfm, textOf });
  return (${readContent})({ Readability, documentHtml, visibleCopy, textOf, markdownOf });`;

/** Reads the page with all that it takes. */
export const readWhole = new Function(withLibraries) as () => Reading;

/** Reads a page that is too much for that: its text stands for the Markdown too. */
export const readPlainly = new Function(`
  const textContent = (${textOf})(document.body ?? document);
  return { html: (${documentHtml})(), textContent, markdown: textContent };`) as () => Reading;
