import { type Endpoint, type Options, type Pairs, parseOptions } from '@tintype/contracts';
import { fileNameOf } from './file-name.js';
import type { RenderDocument } from './order/document.js';

export interface RenderDescription {
  options: Options;
  contentType: string;
  fileName: string;
}

const json = 'application/json; charset=utf-8';

const contentTypes: Record<Exclude<Endpoint, 'image' | 'animated'>, string> = {
  pdf: 'application/pdf',
  content: json,
  metadata: json,
};

/** The content type that a render would have. */
export const contentTypeOf = (endpoint: Endpoint, pairs: Pairs): string => {
  if (endpoint !== 'image' && endpoint !== 'animated') return contentTypes[endpoint];
  const { type } = parseOptions(endpoint, pairs);
  return type === 'mp4' || type === 'webm' ? `video/${type}` : `image/${type}`;
};

/** The download name of a document, which has no URL to make a name from. */
const documentName = 'document';

/** Adds the download name: the option `fileName`, else a name made for the document or from the URL. */
export const describe = (
  options: Options,
  contentType: string,
  { document }: { document?: RenderDocument | undefined },
): RenderDescription => {
  const { url } = options;
  const fileName = ('fileName' in options ? options.fileName : undefined) ?? (document && documentName);
  return { options, contentType, fileName: fileNameOf({ url, fileName }, contentType) };
};
