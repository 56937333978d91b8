import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isArticle, isPane, lacksData, listRows, outermost, proseIn } from '../in-page/content/article-choice.js';
import { isCards } from '../in-page/content/cards.js';
import { tidyCode } from '../in-page/content/code-blocks.js';
import { lostHeading, markFirstLevel, restoreFirstLevel } from '../in-page/content/first-level.js';
import { markdownOf } from '../in-page/content/markdown.js';
import { documentHtml, isTooLarge, type Reading, readContent } from '../in-page/content/read-content.js';
import { dropSideClasses, isSide, postComments } from '../in-page/content/side-classes.js';
import { placeCells, tidyTables } from '../in-page/content/tables.js';
import { textOf, visibleCopy } from '../in-page/content/visible-text.js';
import { domOf } from '../in-page/tree.js';

const { resolve } = createRequire(import.meta.url);

/** An expression with the exports of a CommonJS module that imports nothing. */
const exportsOf = (module: string): string => `(() => {
  const module = { exports: {} };
  const { exports } = module;
  ${readFileSync(resolve(module), 'utf8')}
  return module.exports;
})()`;

/** Begins each function: `part` is the one element to read, or null. */
const findPart = `
  const part = selector === null ? null : document.querySelector(selector);
  if (selector !== null && !part) return { html: '', textContent: '', markdown: '' };
  const documentHtml = () => (${documentHtml})(part);`;

/**
 * The body of a function for the page, with its libraries as text. DevTools compiles it in our isolated world, where a
 * page's content security policy does not forbid it.
 */
const withLibraries = `
  ${findPart}
  const Readability = ${exportsOf('@mozilla/readability/Readability.js')};
  const TurndownService = ${exportsOf('turndown/lib/turndown.browser.cjs.js')};
  const { strikethrough } = ${exportsOf('@joplin/turndown-plugin-gfm')};
  const isTooLarge = ${isTooLarge};
  const isPart = part !== null;
  const visibleCopy = () => (${visibleCopy})(${domOf}, part);
  const textOf = ${textOf};
  const tidy = (root) => {
    (${tidyCode})(root);
    (${tidyTables})(root, ${placeCells});
  };
  const isSide = ${isSide};
  const dropSideClasses = (root) => (${dropSideClasses})(root, { isSide, postComments: ${postComments} });
  const choice = {
    isCards: ${isCards},
    isPane: ${isPane},
    isSide,
    lacksData: ${lacksData},
    listRows: ${JSON.stringify(listRows)},
    outermost: ${outermost},
    proseIn: ${proseIn},
  };
  const isArticle = (find, body) => (${isArticle})(find, body, choice);
  const headings = { markFirstLevel: ${markFirstLevel}, restoreFirstLevel: ${restoreFirstLevel}, lostHeading: ${lostHeading} };
  const markdownOf = (root) => (${markdownOf})(root, { TurndownService, strikethrough });
  const tools = { Readability, documentHtml, isTooLarge, visibleCopy, tidy, dropSideClasses, isArticle, textOf, markdownOf, isPart, ...headings };
  return (${readContent})(tools, maxBytes);`;

/** Reads the page, or the first element of `selector`: without a match, all texts are empty. Null above `maxBytes`. */
type Read = (maxBytes: number, selector?: string | null) => Reading | null;

/** Extracts the article, as text and Markdown. */
export const extractArticle = new Function('maxBytes', 'selector = null', withLibraries) as Read;

/** For a page too large for `extractArticle`: its text, also as Markdown. */
export const readPlainText = new Function(
  'maxBytes',
  'selector = null',
  `
  ${findPart}
  const html = documentHtml();
  if (html === null || (${isTooLarge})([html], maxBytes)) return null;
  const textContent = (${textOf})(part ?? document.body ?? document);
  const tooLarge = (${isTooLarge})([html, textContent, textContent], maxBytes);
  return tooLarge ? null : { html, textContent, markdown: textContent };`,
) as Read;

/** Only the document's HTML. */
export const readHtml = new Function(
  'maxBytes',
  `
  const html = (${documentHtml})(null);
  return html === null || (${isTooLarge})([html], maxBytes) ? null : html;`,
) as (maxBytes: number) => string | null;
