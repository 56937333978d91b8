import type { RenderJob } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import { withBase } from './base-element.js';
import type { MarkdownConverter } from './markdown/convert-apart.js';
import { pullDocument } from './pull-document.js';

export interface DocumentTools {
  nats: Pick<Nats, 'connection'>;
  markdown: Pick<MarkdownConverter, 'convert'>;
}

/**
 * The HTML of a job's document, with the base of its links; undefined if the job is for a URL. Throws errors of the
 * catalogue, and the signal's reason.
 */
export const prepareDocument = async (
  { nats, markdown }: DocumentTools,
  { account, document, pairs }: Pick<RenderJob, 'account' | 'document' | 'pairs'>,
  signal: AbortSignal,
): Promise<string | undefined> => {
  if (!document) return undefined;
  const text = await pullDocument(nats, document, signal);
  const pageMargins = pairs.marginTop === undefined;
  const html = document.kind === 'markdown' ? await markdown.convert(account, text, { pageMargins }, signal) : text;
  return withBase(html, pairs.url ?? '');
};
