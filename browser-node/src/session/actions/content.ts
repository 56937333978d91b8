import { limits, type SessionActionPayload, TintypeError } from '@tintype/contracts';
import { outlasts } from '@tintype/runtime';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { extractArticle, readHtml, readPlainText } from '../../capture/content-script.js';
import { elementCount } from '../../in-page/content/document-facts.js';
import type { Action, ActionContext } from '../context/action-context.js';
import { callInPage } from '../page-world/call-in-page.js';
import { endScript } from '../pages/end-script.js';

const { actionAnswerBytes: maxBytes } = limits;

/** 250,000 elements take Readability 20 s, or all the memory that a page may use. */
const maxElements = 100_000;
/** Limit for Readability. Nesting costs time, too: 2,000 nested elements take 20 s. */
const readMs = 8000;

const wholeTextNote =
  'The page is too large to read as an article. This is the text of the whole page, without Markdown.';

const tooLarge = () =>
  new TintypeError(
    'result_too_large',
    `The page content is larger than ${maxBytes} bytes. Read parts of the page with query or snapshot.`,
  );

const readArticle = async (target: CdpSession) => {
  // The limit for reading starts after this call, which a busy page answers late.
  if ((await callInPage(target, elementCount)) > maxElements) return undefined;
  const reading = callInPage(target, extractArticle, maxBytes);
  if (!(await outlasts(reading, readMs))) return reading;
  await endScript(target);
  return undefined;
};

const read = async ({ target, state }: ActionContext) => {
  const article = await readArticle(target);
  if (article !== undefined) return article;
  state.journal.note(wholeTextNote);
  return callInPage(target, readPlainText, maxBytes);
};

const contentAs = async (context: ActionContext, format: SessionActionPayload<'content'>['format']) => {
  if (format === 'html') return callInPage(context.target, readHtml, maxBytes);
  const reading = await read(context);
  return reading && (format === 'text' ? reading.textContent : reading.markdown);
};

export const content: Action<'content'> = async (context, { format }) => {
  const found = await contentAs(context, format);
  if (found === null) throw tooLarge();
  return { format, content: found };
};
