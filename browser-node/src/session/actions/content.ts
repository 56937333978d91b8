import { limits, TintypeError } from '@tintype/contracts';
import { readWhole } from '../../capture/content-script.js';
import { documentHtml } from '../../in-page/document-html.js';
import { callInPage } from '../call-in-page.js';
import type { Action } from './action.js';

const tooLarge = () => new TintypeError('result_too_large', 'The content of the page is too large.');

export const content: Action<'content'> = async ({ target }, { format }) => {
  if (format === 'html') {
    const html = await callInPage(target, documentHtml);
    if (html === null || html.length > limits.resultBytes) throw tooLarge();
    return { format, content: html };
  }
  const reading = await callInPage(target, readWhole, limits.resultBytes);
  if (!reading) throw tooLarge();
  return { format, content: format === 'text' ? reading.textContent : reading.markdown };
};
