import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { documentHtml, isTooLarge, markdownOf, type Reading, readContent } from '../in-page/read-content.js';
import { bare } from '../in-page/tree.js';
import { textOf, visibleCopy } from '../in-page/visible-text.js';

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
  const [documentHtml, isTooLarge] = [${documentHtml}, ${isTooLarge}];
  const visibleCopy = () => (${visibleCopy})(${bare});
  const textOf = ${textOf};
  const markdownOf = (root) => (${markdownOf})(root, { TurndownService, gfm, textOf });
  return (${readContent})({ Readability, documentHtml, isTooLarge, visibleCopy, textOf, markdownOf }, mostBytes);`;

/** Takes the most bytes that may come of it, and answers null where it is more. */
type Read = (mostBytes: number) => Reading | null;

/** Reads the page with all that it takes. */
export const readWhole = new Function('mostBytes', withLibraries) as Read;

/** Reads a page that is too much for that: its text stands for the Markdown too. */
export const readPlainly = new Function(
  'mostBytes',
  `
  const html = (${documentHtml})();
  if (html === null || (${isTooLarge})([html], mostBytes)) return null;
  const textContent = (${textOf})(document.body ?? document);
  const tooLarge = (${isTooLarge})([html, textContent, textContent], mostBytes);
  return tooLarge ? null : { html, textContent, markdown: textContent };`,
) as Read;

/** The whole document, and nothing read in it. */
export const readHtml = new Function(
  'mostBytes',
  `
  const html = (${documentHtml})();
  return html === null || (${isTooLarge})([html], mostBytes) ? null : html;`,
) as (mostBytes: number) => string | null;
